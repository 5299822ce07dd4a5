import { readFileSync } from 'node:fs';
import { listProcesses } from '../processes/process-table.ts';

/** Elsewhere a look starts a program. */
const betweenLooksMs = process.platform === 'linux' ? 100 : 2000;

/**
 * Calls back once when a process has more than `most` others below it. For root no limit of the kernel holds, and a
 * limit for each user says nothing about one program. Looking is cheap as long as the whole machine has not more.
 */
export function watchProcesses(pid: number, most: number, onTooMany: () => void): Disposable {
  let fewest = countThreads();
  const timer = setInterval(() => {
    const all = countThreads();
    fewest = Math.min(fewest, all);
    if (all - fewest < most / 2 || countTree(pid) <= most) return;
    clearInterval(timer);
    onTooMany();
  }, betweenLooksMs);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/** Of the whole machine; not a number where it does not say, which is never few enough. */
function countThreads(): number {
  try {
    return Number(readFileSync('/proc/loadavg', 'latin1').match(/\/(\d+) /)?.[1]);
  } catch {
    return Number.NaN;
  }
}

/** Those below a process. */
function countTree(root: number): number {
  const children = Map.groupBy(listProcesses(), ({ parentPid }) => parentPid);
  const found = new Set<number>();
  const waiting = [root];
  for (let pid = waiting.pop(); pid !== undefined; pid = waiting.pop())
    for (const child of children.get(pid) ?? []) {
      if (!found.has(child.pid)) waiting.push(child.pid);
      found.add(child.pid);
    }
  return found.size;
}
