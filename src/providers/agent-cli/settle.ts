import { AgentOsError } from '../../model/errors.ts';
import { quoteSafely, showSafely } from '../../model/text.ts';
import type { CallEnd } from '../ai-sdk/call-end.ts';
import type { Receipt } from '../ai-sdk/receipt.ts';
import type { ProviderReply } from '../provider.ts';
import { isSameModel } from '../wire/downgrade.ts';

/** Who was asked. */
export interface AskedProgram {
  readonly scheme: string;
  readonly spec: string;
  readonly model: string;
}

/** The model in a spec such as `claude-cli:MODEL`. */
export function parseModel(scheme: string, spec: string): string {
  const model = spec.slice(scheme.length + 1);
  // What starts with a dash would be read as an option.
  if (/^[^\s-]\S*$/.test(model)) return model;
  throw new AgentOsError('SPEC_INVALID', `${quoteSafely(spec)} names no model; write for example ${scheme}:MODEL`);
}

/** Whatever was answered is paid for; what another model answered, be it once, is none that was asked for. */
export function settle(
  { scheme, spec, model }: AskedProgram,
  end: Exclude<CallEnd, { kind: 'parked' }>,
  { usd, models, answeredBy, repeats }: Receipt,
): ProviderReply {
  if (end.kind === 'refusal') return { ...end, repeats, usd };
  const other = models.find((answering) => !isSameModel(model, answering));
  if (other === undefined) {
    return { kind: 'answer', text: end.text, model: showSafely(`${scheme}:${answeredBy ?? model}`), usd };
  }
  const message = `${spec} was asked, and ${quoteSafely(other)} answered`;
  return { kind: 'refusal', failure: { code: 'downgrade', message }, retryAfterMs: null, isFinal: true, repeats, usd };
}
