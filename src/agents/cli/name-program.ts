import { showSafely } from '../../model/text.ts';
import type { ProviderReply } from '../../providers/provider.ts';

/** The same reply, with what the program called itself when it asked. */
export function nameProgram(reply: ProviderReply, client: string | null): ProviderReply {
  return reply.kind === 'answer' && client !== null ? { ...reply, program: showSafely(client) } : reply;
}
