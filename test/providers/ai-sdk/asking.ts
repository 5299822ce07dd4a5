import type { AskingRole } from '../../../src/model/gateway-access.ts';
import { openAiSdkProvider } from '../../../src/providers/ai-sdk/ai-sdk-provider.ts';
import { type CallLimits, defaultLimits } from '../../../src/providers/ai-sdk/call-limits.ts';
import type { DesignAsk as Ask, ProviderReply } from '../../../src/providers/provider.ts';
import { makePrompt } from '../../../src/workflows/requirements/prompts/make-prompt.ts';
import { askOptions, draftAsk } from '../briefs.ts';
import { type Play, StandIn } from './stand-in.ts';

export interface AskSetup {
  readonly spec?: string;
  readonly role?: AskingRole;
  readonly ask?: Ask;
  readonly limits?: Partial<CallLimits>;
  readonly signal?: AbortSignal;
  readonly receipt?: unknown;
}

export interface Asked {
  readonly reply: ProviderReply;
  readonly standIn: Pick<StandIn, 'seen' | 'calls' | 'access'>;
}

/** Asks once where the gateway is played like this. */
export async function askWhere(play: Play, setup: AskSetup = {}): Promise<Asked> {
  const { spec = 'anthropic:claude-test', role = 'drafter', ask = draftAsk, limits = {}, signal } = setup;
  await using standIn = await StandIn.open(play, setup.receipt);
  const provider = openAiSdkProvider(spec, role, standIn.access, { ...defaultLimits, ...limits });
  const reply = await provider.ask(
    ask,
    askOptions({ prompt: makePrompt(ask), ...(signal === undefined ? {} : { signal }) }),
  );
  return { reply, standIn };
}

/** What a refusal says, in short. */
export function summarise(reply: ProviderReply): string {
  if (reply.kind !== 'refusal') return reply.kind;
  return `${reply.failure.code}${reply.isFinal ? ', final' : ''}`;
}
