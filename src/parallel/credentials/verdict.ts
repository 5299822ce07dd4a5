import type { Credential } from '../../model/credential.ts';
import { showSafely } from '../../model/text.ts';
import { lookOut, type Outlook } from './choice.ts';
import { NoCredentialError } from './lease.ts';
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
      // What is wrong with this one alone, such as its price, need not be wrong with the next.
      if (refusal?.isForGood === true) outlook = null;
    }
    if (outlook?.wakeAt != null) wakeAt = Math.min(wakeAt ?? outlook.wakeAt, outlook.wakeAt);
  }
  return { refusals, wakeAt };
}

function judge(wish: Wish, { best, objections }: Outlook, deadlineAt: number, now: number): NoCredentialError | null {
  if (best === null || best.kind === 'never') return refuseForGood(wish, best, objections);
  const earliestAt = best.kind === 'later' ? best.at : now;
  if (now < deadlineAt && earliestAt <= deadlineAt) return null;
  const at = Math.max(earliestAt, now + (best.kind === 'later' ? 1 : askAgainMs));
  const message = `${nameOf(wish)}: no credential is free before ${new Date(at).toISOString()}${list(objections)}`;
  return new NoCredentialError('CREDENTIALS_BUSY', message, at);
}

function refuseForGood(wish: Wish, best: Outlook['best'], objections: readonly string[]): NoCredentialError {
  const [code, at] =
    best?.kind === 'never' ? ([best.code, best.at] as const) : (['CREDENTIALS_EXHAUSTED', null] as const);
  const nobody = `: none is configured for the role ${showSafely(wish.role)}`;
  const message = `${nameOf(wish)}: no credential can be used${best === null ? nobody : list(objections)}`;
  return new NoCredentialError(code, message, at);
}

function nameOf({ provider, model }: Wish): string {
  return showSafely(`${provider}:${model}`);
}

function list(objections: readonly string[]): string {
  const shown = objections.slice(0, mostObjections).map(showSafely).join('; ');
  const more = objections.length > mostObjections ? `; and ${objections.length - mostObjections} more` : '';
  return shown === '' ? '' : `: ${shown}${more}`;
}
