import { type Birth, findProcess, hasVariable, listProcesses, type ProcessEntry } from './process-table.ts';

/** New processes may be born while we look: look again, but not for ever. */
const mostRounds = 20;

/**
 * Ends processes with everything below them, and everything that was started with a mark, wherever it moved: another
 * group, another session, another parent. Returns when none is left to be found. `roots` are own children that have
 * not been waited for, so that their numbers are surely theirs. `since` is the oldest process that can be meant: who knows
 * it need not look at every process of the machine.
 */
export function killTree(roots: readonly number[], marks: readonly string[], since: Birth | null = null): void {
  let known = new Map<number, string | null>(roots.map((pid) => [pid, null]));
  for (let round = 0; round < mostRounds; round += 1) {
    const found = findTree(listProcesses(since), known, marks);
    if (found.length === 0) return;
    for (const entry of found) killExactly(entry);
    known = new Map([...known, ...found.map(({ pid, startTime }) => [pid, startTime] as const)]);
    pauseShortly();
  }
}

function findTree(
  all: readonly ProcessEntry[],
  known: ReadonlyMap<number, string | null>,
  marks: readonly string[],
): ProcessEntry[] {
  const isMeant = ({ pid, startTime }: ProcessEntry) =>
    (known.has(pid) && (known.get(pid) ?? startTime) === startTime) || hasVariable(pid, marks);
  const others = all.filter(({ pid }) => pid !== process.pid);
  const found = new Map(others.filter(isMeant).map((entry) => [entry.pid, entry]));
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const entry of others) if (found.has(entry.parentPid)) found.set(entry.pid, entry);
  }
  return [...found.values()];
}

/** A number is used again some day: only the process that was seen may be meant. */
function killExactly({ pid, startTime }: ProcessEntry): void {
  if (findProcess(pid)?.startTime !== startTime) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}

function pauseShortly(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
}
