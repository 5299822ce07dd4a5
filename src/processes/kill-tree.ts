import { type Birth, findProcess, hasVariable, listProcesses, type ProcessEntry } from './process-table.ts';

/** New processes may be born while we look: look again, but not for ever. */
const mostRounds = 20;

/**
 * Ends processes with everything below them, and everything that was started with a mark, wherever it moved: another
 * group, another session, another parent. Returns when none is left to be found. `roots` are own children that have
 * not been waited for, so that their numbers are surely theirs. `since` is the oldest process that can be meant: whoever
 * stayed in its session is, also without a mark, and who knows it need not look at every process of the machine.
 */
export function killTree(roots: readonly number[], marks: readonly string[], since: Birth | null = null): void {
  let known = new Map<number, string | null>(roots.map((pid) => [pid, null]));
  for (let round = 0; round < mostRounds; round += 1) {
    const found = findTree(listProcesses(since), { known, marks, since });
    if (found.length === 0) return;
    for (const entry of found) killExactly(entry);
    known = new Map([...known, ...found.map(({ pid, startTime }) => [pid, startTime] as const)]);
    pauseShortly();
  }
}

interface Signs {
  readonly known: ReadonlyMap<number, string | null>;
  readonly marks: readonly string[];
  readonly since: Birth | null;
}

function findTree(all: readonly ProcessEntry[], { known, marks, since }: Signs): ProcessEntry[] {
  // As long as a session has members, its number is nobody else's; that of its leader may be, when it was waited for.
  const isMember = ({ pid, leaderPid }: ProcessEntry) => leaderPid === since?.pid && leaderPid !== pid;
  const isKnown = ({ pid, startTime }: ProcessEntry) => known.has(pid) && (known.get(pid) ?? startTime) === startTime;
  const isMeant = (entry: ProcessEntry) => isKnown(entry) || isMember(entry) || hasVariable(entry.pid, marks);
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
