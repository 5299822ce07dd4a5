import type { WireProvider } from '../../model/credential.ts';
import { fieldOf } from '../../model/json.ts';
import type { RefusedReply } from '../../programs/relay.ts';
import { tellStderr } from '../../programs/spoken-lines.ts';
import type { ProgramEnd } from '../../programs/subprocess.ts';
import { type CallEnd, refuse, refuseFinally } from '../../providers/ai-sdk/call-end.ts';
import { readRefusal } from '../../providers/ai-sdk/read-refusal.ts';
import type { AgentLimits } from '../agent.ts';
import { explainStop, refuseUnstartable } from '../command/read-program-end.ts';
import type { TalkEnd } from './talk.ts';

/** What was seen between an agent and the gateway. */
interface SeenCalls {
  readonly requests: number;
  readonly answers: number;
  readonly isExhausted: boolean;
  readonly refused: RefusedReply | null;
  readonly cut: string | null;
}

/** Work that is over, and all that is known of it. */
export interface EndedTalk {
  readonly name: string;
  readonly limits: AgentLimits;
  readonly talk: TalkEnd;
  readonly end: ProgramEnd;
  /** Null if it had no way to the gateway. */
  readonly seen: SeenCalls | null;
  readonly now: number;
}

/** What it means. What was seen on the wire counts more than what the agent says: some tell of errors as of answers. */
export function readTalk({ name, limits, talk, end, seen, now }: EndedTalk): CallEnd {
  if (seen !== null && seen.refused !== null) {
    return readRefusal(name, guessProvider(seen.refused.body), seen.refused, now);
  }
  if (seen?.isExhausted === true && talk.kind !== 'ended') return outOfTurns(name, limits);
  if (talk.kind === 'ended') return readStop(name, limits, talk, seen);
  if (end.kind === 'stopped' && end.reason !== 'abort') return explainStop(name, end.reason, limits);
  if (seen !== null && seen.cut !== null) return refuse('network', `${name}: ${seen.cut}`);
  return talk.kind === 'refused' ? readError(name, talk) : explainEnd(name, end, talk.message);
}

function readStop(
  name: string,
  limits: AgentLimits,
  { reason, text }: Extract<TalkEnd, { kind: 'ended' }>,
  seen: SeenCalls | null,
): CallEnd {
  switch (reason) {
    case 'end_turn':
      // It says that it is done, and nobody has told it anything.
      if (seen !== null && seen.requests > 0 && seen.answers === 0) {
        return refuse('unreadable', `${name} was not answered, and ended: ${text}`, 0);
      }
      return { kind: 'answer', text: text === '' ? 'it said nothing' : text, modelId: null };
    case 'max_turn_requests':
      return outOfTurns(name, limits);
    case 'max_tokens':
      return refuseFinally('unreadable', `${name}: the reply was cut off at the most tokens that a reply may have`);
    case 'refusal':
      return refuseFinally('unreadable', `${name} refuses the work: ${text}`);
    case 'cancelled':
      return refuse('crash', `${name} was cancelled by somebody else`);
    default:
      return refuseFinally('unreadable', `${name} ended for a reason that nobody knows`);
  }
}

function outOfTurns(name: string, { maxTurns }: AgentLimits): CallEnd {
  return refuseFinally('timeout', `${name} did not end within ${maxTurns} turns`);
}

/** By its code, where that is a status of HTTP, or by what some say beside it. */
function readError(name: string, { code, message, data }: Extract<TalkEnd, { kind: 'refused' }>): CallEnd {
  const words = `${name}: ${message} (${code})`;
  const kind = fieldOf(data, 'errorKind');
  if (code === 429 || kind === 'rate_limit') return refuse('limit', words);
  if (code === 401 || code === 403 || code === -32_000) return refuseFinally('auth', words);
  if (code === 503 || code === 529 || kind === 'overloaded') return refuse('outage', words);
  if (code >= 500 || kind === 'server_error') return refuse('network', words);
  if (code === -32_601 || code === -32_602) return refuseFinally('request', words);
  return refuseFinally('unreadable', words);
}

function explainEnd(name: string, end: ProgramEnd, message: string): CallEnd {
  switch (end.kind) {
    case 'unstartable':
      return refuseUnstartable(name, end.errno);
    case 'killed':
      return refuse('crash', `${name} was ended by ${end.signal}${tellStderr(end.stderr)}`);
    case 'exited':
      return refuse(
        'crash',
        `${name} ended with exit code ${end.code} in the midst of its work${tellStderr(end.stderr)}`,
      );
    case 'stopped':
      return refuseFinally('unreadable', `${name} does not speak the protocol: ${message}`);
  }
}

/** By the form that each gives to its errors. */
function guessProvider(body: string): WireProvider {
  if (/^\s*\{\s*"type"\s*:\s*"error"/.test(body)) return 'anthropic';
  return /"status"\s*:\s*"[A-Z_]+"/.test(body) ? 'google' : 'openai';
}
