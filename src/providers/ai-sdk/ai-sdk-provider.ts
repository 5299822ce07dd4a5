import { randomUUID } from 'node:crypto';
import { isWireProvider } from '../../model/credential.ts';
import { AgentOsError } from '../../model/errors.ts';
import type { AskingRole, GatewayAccess } from '../../model/gateway-access.ts';
import { quoteSafely, showSafely } from '../../model/text.ts';
import type { Prompt } from '../prompt.ts';
import type { Ask, Provider, ProviderReply } from '../provider.ts';
import { isSameModel } from '../wire/downgrade.ts';
import { withoutThoughts } from '../without-thoughts.ts';
import type { CallEnd } from './call-end.ts';
import { type CallLimits, defaultLimits, maxOutputTokensFor } from './call-limits.ts';
import { collectReply } from './collect-reply.ts';
import { readEnd } from './read-end.ts';
import { loadReceipt, parseReceipt, type Receipt } from './receipt.ts';
import type { GatewayModel } from './take-turn.ts';
import { WallLimit } from './wall-limit.ts';
import { type CallMark, type CallWatch, makeWatchedFetch } from './watched-fetch.ts';

/** A model behind the gateway, such as `anthropic:MODEL`. It has no key: the task's token is all that it shows. */
export function openAiSdkProvider(
  spec: string,
  role: AskingRole,
  gateway: GatewayAccess | null,
  limits: CallLimits = defaultLimits,
): Provider {
  const asking = { ...parseModelSpec(spec), spec, ...findModelAccess(spec, role, gateway), limits };
  return {
    async ask({ kind }, { prompt, signal, repeatsUsed }) {
      signal.throwIfAborted();
      const callId = randomUUID();
      const { end, receipt } = await call(asking, { kind, prompt }, { id: callId, repeatsUsed }, signal);
      signal.throwIfAborted();
      if (end.kind === 'parked') return end;
      const told = receipt === null ? null : parseReceipt(receipt);
      return settle(asking, end, told ?? (await loadReceipt(asking.origin, asking.token, callId)));
    },
  };
}

/** Throws SPEC_INVALID. */
export function parseModelSpec(spec: string): Pick<GatewayModel, 'provider' | 'model'> {
  const [provider = '', ...rest] = spec.split(':');
  const model = rest.join(':');
  if (!isWireProvider(provider) || model.trim() === '') {
    throw new AgentOsError('SPEC_INVALID', `${quoteSafely(spec)} names no model; write for example ${provider}:MODEL`);
  }
  return { provider, model };
}

/** Throws GATEWAY_MISSING. */
export function findModelAccess(
  spec: string,
  role: AskingRole,
  gateway: GatewayAccess | null,
): Pick<GatewayModel, 'origin' | 'token'> {
  if (gateway === null) {
    throw new AgentOsError('GATEWAY_MISSING', `${quoteSafely(spec)} cannot be asked: this batch has no gateway`);
  }
  return { origin: gateway.origin, token: gateway.tokens[role] };
}

interface Wish {
  readonly kind: Ask['kind'];
  readonly prompt: Prompt;
}

interface EndedCall {
  readonly end: CallEnd;
  /** As the gateway told it; null if it has to be asked for. */
  readonly receipt: string | null;
}

/** Asks once; the gateway alone repeats. */
async function call(
  asking: GatewayModel,
  { kind, prompt }: Wish,
  mark: CallMark,
  signal: AbortSignal,
): Promise<EndedCall> {
  const { spec, provider, limits, origin, token } = asking;
  // What cannot be loaded is a defect of ours, and no trouble of a model.
  const { loadModel, openStream } = await import('./sdk.ts');
  using wall = new WallLimit(limits.wallMs);
  const watch: CallWatch = { refused: null, wrongType: null, isTooLong: false, receipt: null };
  const fetch = makeWatchedFetch({ ...mark, limits, watch, onBegin: () => wall.restart() });
  const question = {
    model: await loadModel(provider, asking.model, { origin, token, fetch }),
    prompt,
    maxOutputTokens: maxOutputTokensFor(provider, kind),
  };
  const open = (either: AbortSignal) => openStream(question, either);
  const reply = await collectReply(open, limits.maxReplyChars, AbortSignal.any([signal, wall.signal]));
  const isOvertime = wall.signal.aborted;
  const end = readEnd({ spec, provider, limits, watch, reply, isOvertime, now: Date.now() });
  return { end, receipt: watch.receipt };
}

/** Whatever was answered is paid for; what another model answered is none that was asked for. */
function settle(
  { spec, provider, model }: GatewayModel,
  end: Exclude<CallEnd, { kind: 'parked' }>,
  { usd, answeredBy, repeats }: Receipt,
): ProviderReply {
  if (end.kind === 'refusal') return { ...end, repeats, usd };
  const answering = answeredBy ?? end.modelId ?? model;
  if (isSameModel(model, answering)) {
    return { kind: 'answer', text: withoutThoughts(end.text), model: showSafely(`${provider}:${answering}`), usd };
  }
  const message = `${spec} was asked, and ${quoteSafely(answering)} answered`;
  return { kind: 'refusal', failure: { code: 'downgrade', message }, retryAfterMs: null, isFinal: true, repeats, usd };
}
