import type { Dimension } from '../../model/exchange.ts';
import { backoffMs } from '../retry.ts';
import type { Cooling, Exhausted } from './pool-state.ts';

const growth = { firstMs: 5_000, longestMs: 900_000 };
const leastMs = 100;
/** So often in a row a time that the provider named is believed as it stands. */
const believed = 3;
/** When a day's quota is tried again before its end: some providers say "day" and mean less. */
const dayStepsMs = [600_000, 3_600_000];
const longestJitterMs = 60_000;

export interface CoolingCause {
  readonly startedAt: number;
  readonly retryAt: number | null;
  readonly reason: string;
  readonly dimension: Dimension | null;
  /** From 0 to below 1. */
  readonly jitter: number;
}

/**
 * A rest, never shorter than one that is under way. Where the provider names no time it doubles, with full jitter, and
 * ends with one call that tries. Calls that were under way together count as one refusal.
 */
export function coolDown(old: Cooling | null, cause: CoolingCause, now: number): Cooling {
  const isAgain = old !== null && cause.startedAt >= old.until;
  const count = old === null ? 1 : old.count + (isAgain ? 1 : 0);
  const needsProbe = cause.retryAt === null || count > believed;
  const guessMs =
    cause.retryAt === null
      ? Math.max(
          leastMs,
          backoffMs(count, () => cause.jitter, growth),
        )
      : 0;
  const doubtMs = count > believed ? backoffMs(count - believed, () => 1, growth) : 0;
  const until = Math.max(old?.until ?? 0, cause.retryAt ?? 0, now + Math.max(guessMs, doubtMs));
  const { reason, dimension } = cause;
  return { until, setAt: now, reason, dimension, count, needsProbe, probe: null };
}

/** Nothing more today, or this month, or until somebody pays. Each try that fails is followed by a longer rest. */
export function exhaust(old: Exhausted | null, cause: ExhaustionCause, now: number): Exhausted {
  const count = old === null ? 1 : old.count + (cause.startedAt >= (old.until ?? old.setAt) ? 1 : 0);
  const until = latest(old, cause.isDay ? dayRest(count, cause, now) : cause.endsAt);
  return { until, setAt: now, reason: cause.reason, count, probe: null };
}

export interface ExhaustionCause {
  readonly startedAt: number;
  /** Null: nobody knows. */
  readonly endsAt: number | null;
  readonly isDay: boolean;
  readonly reason: string;
  readonly jitter: number;
}

function dayRest(count: number, { endsAt, jitter }: ExhaustionCause, now: number): number {
  const step = dayStepsMs[count - 1] ?? Number.POSITIVE_INFINITY;
  const at = Math.min(endsAt ?? Number.POSITIVE_INFINITY, now + step);
  return Math.round((Number.isFinite(at) ? at : now + 86_400_000) + jitter * longestJitterMs);
}

function latest(old: Exhausted | null, until: number | null): number | null {
  if (until === null || old === null) return until;
  return old.until === null ? null : Math.max(old.until, until);
}
