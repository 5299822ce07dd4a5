import type { WireProvider } from '../../model/credential.ts';
import type { Trouble, TroubleKind } from '../../model/exchange.ts';
import type { FailureCode } from '../../model/failure.ts';
import { parseJson } from '../../model/json.ts';
import { classify } from '../wire/classify.ts';
import { textAt } from '../wire/fields.ts';
import { type CallEnd, refuse, refuseFinally } from './call-end.ts';
import type { RefusedReply } from './watched-fetch.ts';

/** What each trouble is for a task. */
const codeOfTrouble: Readonly<Record<TroubleKind, FailureCode>> = {
  auth: 'auth',
  quota: 'limit',
  'quota-day': 'limit',
  accel: 'limit',
  concurrency: 'limit',
  rate: 'limit',
  'unknown-429': 'limit',
  overload: 'outage',
  transient: 'network',
  request: 'request',
  abandoned: 'network',
};

/** What the gateway refuses by itself, and nobody else would grant. */
const codeOfRefusal: Readonly<Record<string, FailureCode>> = {
  budget: 'budget',
  credential: 'credentials',
  token: 'auth',
  request: 'request',
};

/** A time that lies before this from now is no time to come back at: it would be asked for without a pause. */
const shortestPauseMs = 1000;
const latestTime = 8.64e15;

/** What a reply with another status than 2xx means. Never throws, whatever it holds. */
export function readRefusal(spec: string, provider: WireProvider, reply: RefusedReply, now: number): CallEnd {
  const { headers } = reply;
  const parked = readParking(reply, now);
  if (parked !== null) return parked;
  const refused = headers['x-agentos-refused'] ?? '';
  if (Object.hasOwn(codeOfRefusal, refused)) {
    return refuseFinally(codeOfRefusal[refused] ?? 'request', `${spec}: ${ownWords(reply) ?? refused}`);
  }
  const trouble = classify(provider, reply, now);
  const message = `${spec}: ${headers['x-agentos-reason'] ?? trouble.message}`;
  const final = headers['x-agentos-final'] ?? '';
  if (isTroubleKind(final)) return refuseFinally(codeOfTrouble[final], message);
  return refuseFor({ ...trouble, message }, now);
}

/** Trouble of which nobody has said that it was repeated. */
export function refuseFor({ kind, message, retryAt }: Trouble, now: number): CallEnd {
  if (kind === 'request' || kind === 'auth') return refuseFinally(codeOfTrouble[kind], message);
  return refuse(codeOfTrouble[kind], message, retryAt === null ? null : Math.max(0, retryAt - now));
}

/** The gateway's own message, in whatever shape the provider gives to errors; null if it is in none. */
function ownWords({ headers, body }: RefusedReply): string | null {
  return headers['x-agentos-reason'] ?? textAt(parseJson(body), 'error', 'message');
}

/** Null if the reply does not park, or names no time. */
function readParking({ status, headers }: RefusedReply, now: number): CallEnd | null {
  const named = headers['x-agentos-parked-until'] ?? '';
  if (status !== 429 || !/^\d{1,16}$/.test(named) || Number(named) > latestTime) return null;
  return {
    kind: 'parked',
    untilAt: Math.max(Number(named), now + shortestPauseMs),
    reason: headers['x-agentos-reason'] ?? 'no credential is free',
    cause: headers['x-agentos-parked-for'] === 'outage' ? 'outage' : 'limit',
    heldMs: readCount(headers['x-agentos-waited-ms']),
  };
}

function readCount(text = ''): number {
  return /^\d{1,12}$/.test(text) ? Number(text) : 0;
}

function isTroubleKind(kind: string): kind is TroubleKind {
  return Object.hasOwn(codeOfTrouble, kind);
}
