import { readCodexEvents } from '../../providers/codex-cli/read-events.ts';
import { tellTrouble, type WorkReply } from '../cli/coding-cli.ts';

/** A turn that was completed, whatever was said in it. It tells of statuses only in words. */
export function readCodexWork(stdout: string): WorkReply {
  const reply = readCodexEvents(stdout);
  if (reply.kind === 'answer') return reply;
  const [, status] = /\bstatus:? (\d{3})\b/.exec(reply.message) ?? [];
  return tellTrouble(reply.message, status === undefined ? null : Number(status));
}
