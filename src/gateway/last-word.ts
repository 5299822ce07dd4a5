import { AgentOsError } from '../model/errors.ts';
import type { Trouble, TroubleKind } from '../model/exchange.ts';
import type { ProviderSnapshot } from '../model/pool-snapshot.ts';
import { NoCredentialError } from '../parallel/credentials/lease.ts';
import type { Call, House } from './call.ts';
import type { ExchangeEnd } from './exchange.ts';
import type { HeldReply } from './hear-reply.ts';
import { makeFinal, makeParked, makeRefusal, type OwnReply, toHeaderText } from './own-reply.ts';
import type { WaitingBound } from './setup.ts';
import { showSpan } from './show-span.ts';

/** What the caller is still to be told; null: it has its reply, or has gone. */
export type LastWord = { readonly own: OwnReply } | { readonly held: HeldReply } | null;

/** How soon to come again where nobody knows when it may work. */
const unknownPauseMs = 5000;
/** How soon to come again to a provider in trouble that names no time, while nothing rests. */
const outagePauseMs = 30_000;
/** Limits that are free again at some time. */
const ofLimit: ReadonlySet<TroubleKind> = new Set(['rate', 'accel', 'concurrency', 'unknown-429']);

/** Throws what nobody can explain. */
export function explainNoLease(house: House, call: Call, error: unknown, last: Trouble | null): LastWord {
  if (!(error instanceof AgentOsError)) throw error;
  const reason = `${error.message}${quoteLast(last)}`;
  const text = house.redact(reason);
  if (!(error instanceof NoCredentialError)) return { own: makeFinal('transient', text) };
  if (error.code === 'CREDENTIALS_BUSY') {
    return park(house, call, { untilAt: error.earliestAt, reason, why: `${error.why}${quoteLast(last)}`, last });
  }
  return { own: makeRefusal(error.code === 'CREDENTIALS_EXHAUSTED' ? 'credential' : 'budget', text) };
}

/** What a provider said of a key is said already, and in better words. */
function quoteLast(last: Trouble | null): string {
  return last === null || last.kind === 'auth' ? '' : ` (the last reply: ${last.message})`;
}

interface Pause {
  /** Null: nobody knows until when. */
  readonly untilAt: number | null;
  readonly reason: string;
  /** The reason without who asks and until when, where that is in it. */
  readonly why?: string;
  /** What this call was told last; null if nothing was. */
  readonly last: Trouble | null;
}

/** What is longer than the task may still wait is not waited for. */
export function park(house: House, call: Call, pause: Pause): LastWord {
  const { reason, why = reason, last } = pause;
  const now = house.clock.now();
  const cause = isOutage(house, call, last) ? 'outage' : 'limit';
  const { waitedMs } = call.books;
  const untilAt = pause.untilAt ?? now + unknownPauseMs;
  const waitMs = waitedMs + untilAt - now;
  const { waiting } = call.grant;
  if (waiting !== undefined && waitMs > boundWaitMs(waiting)) {
    const text = house.redact(`${explainTooLong(waiting, waitMs, untilAt)}: ${why}`);
    return { own: makeFinal(cause === 'outage' ? 'overload' : 'rate', text) };
  }
  return { own: makeParked({ untilAt, now, cause, reason: house.redact(reason), waitedMs }) };
}

/** Who may not wait any more is not turned away for a moment that somebody else's call takes. */
const leastWaitMs = 1000;

/** How long one call may wait of what its task has left. */
export function boundWaitMs(waiting: WaitingBound | undefined): number {
  return waiting === undefined ? Number.POSITIVE_INFINITY : Math.max(leastWaitMs, waiting.leftMs);
}

/** `would have to wait 15 h 53 min (until …), --max-wait allows 2 h`. */
function explainTooLong({ allowedMs, leftMs }: WaitingBound, waitMs: number, untilAt: number): string {
  const until = new Date(untilAt).toISOString().replace(/\.\d+Z$/, 'Z');
  const used = leftMs < allowedMs ? `, of which ${showSpan(leftMs)} are left` : '';
  return `would have to wait ${showSpan(waitMs)} (until ${until}), --max-wait allows ${showSpan(allowedMs)}${used}`;
}

/** What this call was told counts; a call that was never made waits for what others were told. */
function isOutage(house: House, call: Call, last: Trouble | null): boolean {
  if (last !== null) return last.kind === 'overload' || last.kind === 'transient';
  return listBreakers(house, call).some(({ breaker }) => breaker !== 'closed');
}

function listBreakers({ coordinator }: House, { provider, model }: Call): ProviderSnapshot[] {
  return coordinator.snapshot().providers.filter((one) => one.provider === provider && one.model === model);
}

/**
 * What only needs time is waited for elsewhere: a task must not fail for that. What may have cost something is not asked
 * for again and again, and nobody waits for an answer that they can do without.
 */
export function explainUsedUp(
  house: House,
  call: Call,
  credential: string,
  { trouble, reply, isFree }: Extract<ExchangeEnd, { kind: 'trouble' }>,
): LastWord {
  const isWorthWaiting = trouble.kind !== 'transient' || (isFree && call.endpoint.isBilled);
  if (!isWorthWaiting) return explainFinal(house, trouble, reply);
  const { coordinator, clock } = house;
  const now = clock.now();
  const { credentials } = coordinator.snapshot();
  const rests = ofLimit.has(trouble.kind)
    ? credentials.filter(({ name, state }) => name === credential && (state === 'cooling' || state === 'paced'))
    : listBreakers(house, call);
  const known = Math.max(trouble.retryAt ?? now, ...rests.map(({ untilAt }) => untilAt ?? now));
  const untilAt = known > now ? known : now + pauseOf(call);
  return park(house, call, { untilAt, reason: trouble.message, last: trouble });
}

/** Longer and longer: a request that no provider can answer is not asked for hundreds of times. */
function pauseOf({ grant: { waiting } }: Call): number {
  if (waiting === undefined) return outagePauseMs;
  const { allowedMs, leftMs } = waiting;
  return Math.max(outagePauseMs, Math.min(leftMs, (allowedMs - leftMs) / 4));
}

/** What the provider said last is the caller's answer. */
export function explainFinal(house: House, { kind, message }: Trouble, reply: HeldReply | null): LastWord {
  const reason = house.redact(message);
  if (reply === null) return { own: makeFinal(kind, reason) };
  const headers = { ...reply.headers, 'x-agentos-final': kind, 'x-agentos-reason': toHeaderText(reason) };
  return { held: { ...reply, headers } };
}
