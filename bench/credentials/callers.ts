import { setTimeout as sleep } from 'node:timers/promises';
import type { Door } from './strategies/strategy.ts';

export interface CallersEnd {
  readonly answered: number;
  /** Failures that a caller saw; the call was asked again later. */
  readonly failures: readonly number[];
  readonly parked: number;
  readonly isCut: boolean;
}

/**
 * So many callers, each with one call at a time, take calls off one list until all are answered, or the time is up. A
 * call that failed goes back to the end of the list.
 */
export async function runCallers(
  door: Pick<Door, 'ask'>,
  { callers, calls }: { readonly callers: number; readonly calls: number },
  limitMs: number,
): Promise<CallersEnd> {
  const list = Array.from({ length: calls }, (_, index) => index);
  const firstAskedAt = new Map<number, number>();
  const failures: number[] = [];
  let [answered, parked] = [0, 0];
  const cut = new AbortController();
  const timer = setTimeout(() => cut.abort(), limitMs);

  const askOnce = async (caller: number, index: number): Promise<boolean> => {
    const askedAt = firstAskedAt.get(index) ?? Date.now();
    firstAskedAt.set(index, askedAt);
    const answer = await door.ask({ index, caller, askedAt }, cut.signal);
    if (answer.kind === 'answered') answered += 1;
    else if (answer.kind !== 'gone') list.push(index);
    else takeOver(index);
    if (answer.kind === 'failed') failures.push(answer.status);
    if (answer.kind === 'parked') {
      parked += 1;
      await sleep(Math.max(0, answer.until - Date.now()), undefined, { signal: cut.signal });
    }
    return answer.kind !== 'gone';
  };
  /** It is the next that somebody asks, as its own: how long the dead had waited is no matter. */
  const takeOver = (index: number): void => {
    firstAskedAt.delete(index);
    list.unshift(index);
  };
  const work = async (caller: number): Promise<void> => {
    for (let isThere = true; isThere; ) {
      const index = list.shift();
      if (index === undefined) return;
      isThere = await askOnce(caller, index);
    }
  };
  try {
    await Promise.all(Array.from({ length: callers }, (_, caller) => work(caller)));
  } catch (error) {
    if (!cut.signal.aborted) throw error;
  } finally {
    clearTimeout(timer);
    cut.abort();
  }
  return { answered, failures, parked, isCut: answered < calls };
}
