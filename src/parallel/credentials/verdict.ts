import type { Credential } from '../../model/credential.ts';
import { showSafely } from '../../model/text.ts';
import { lookOut, type Outlook } from './choice.ts';
import { NoCredentialError } from './lease.ts';
import type { Readiness } from './objection.ts';
import { linesOf } from './planning.ts';
import type { PoolState, Wish } from './pool-state.ts';

/** When it is not known which call ends next, it is asked again after so long. */
const askAgainMs = 1_000;
const mostObjections = 3;

export interface Verdicts {
  /** Tickets that wait in vain, and why. */
  readonly refusals: ReadonlyMap<string, NoCredentialError>;
  /** When somebody who waits may be served although nothing else happens; null if nobody. */
  readonly wakeAt: number | null;
}

/** Who waits in vain: for good, or for longer than it can. Within a line nobody is served before its head. */
export function judgeWaiting(
  state: PoolState,
  credentials: readonly Credential[],
  deadlineOf: (ticket: string) => number | null,
  now: number,
): Verdicts {
  const refusals = new Map<string, NoCredentialError>();
  let wakeAt: number | null = null;
  for (const line of linesOf(state)) {
    let outlook: Outlook | null = null;
    for (const [id, { wish }] of line) {
      const deadlineAt = deadlineOf(id);
      if (deadlineAt === null) continue;
      outlook ??= lookOut(state, credentials, wish, now);
      const refusal = judge(wish, outlook, deadlineAt, now);
      if (refusal !== null) refusals.set(id, refusal);
      const isServable = outlook.best?.kind === 'ready' && refusals.size > 0;
      wakeAt = earlier(wakeAt, isServable ? now : outlook.wakeAt);
      // What is wrong with this one alone, such as its price, need not be wrong with the next.
      if (refusal?.isForGood === true || outlook.isDear) outlook = null;
    }
  }
  return { refusals, wakeAt };
}

function earlier(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}

function judge(wish: Wish, { best, objections }: Outlook, deadlineAt: number, now: number): NoCredentialError | null {
  if (best === null || best.kind === 'never') return refuseForGood(wish, best, objections);
  const earliestAt = best.kind === 'later' ? best.at : now;
  if (now < deadlineAt && earliestAt <= deadlineAt) return null;
  const at = Math.max(earliestAt, now + (best.kind === 'later' ? 1 : askAgainMs));
  const why = list(objections);
  const message = `${nameOf(wish)}: ${sayWhen(best, at)}${why}`;
  return new NoCredentialError('CREDENTIALS_BUSY', message, at, why === '' ? message : why.slice(2));
}

/** A time is only named where it is known. */
function sayWhen(best: Readiness, at: number): string {
  if (best.kind === 'later') return `no credential is free before ${showTime(at)}`;
  if (best.kind === 'ready') return 'no credential was free in time; others were before it';
  return 'no credential was free in time, and nobody knows when one will be';
}

function refuseForGood(wish: Wish, best: Outlook['best'], objections: Outlook['objections']): NoCredentialError {
  const code = best?.kind === 'never' ? best.code : 'CREDENTIALS_EXHAUSTED';
  const nobody = `: none is configured for the role ${showSafely(wish.role)}`;
  const message = `no credential can be used${best === null ? nobody : list(objections)}`;
  return new NoCredentialError(code, message, null);
}

function nameOf({ provider, model }: Wish): string {
  return showSafely(`${provider}:${model}`);
}

/** Where there are several, each with its own time. */
function list(objections: Outlook['objections']): string {
  const isOne = objections.length === 1;
  const shown = objections
    .slice(0, mostObjections)
    .map(({ why, at }) => showSafely(isOne || at === null ? why : `${why}, until ${showTime(at)}`))
    .join('; ');
  const more = objections.length > mostObjections ? `; and ${objections.length - mostObjections} more` : '';
  return shown === '' ? '' : `: ${shown}${more}`;
}

function showTime(at: number): string {
  return new Date(at).toISOString();
}
