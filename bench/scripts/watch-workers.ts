import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { agentosBin } from '../timed-process.ts';

/** Runs a batch and watches the private memory of its workers; says the peak of each. */
const child = spawn(process.execPath, [agentosBin, 'requirements', '--parallel', '8', '--quiet'], {
  cwd: process.argv[2],
  stdio: ['ignore', 'ignore', 'inherit'],
});
const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
const peaksKb = new Map<string, number>();
let isOver = false;
const code = closed.then((exitCode) => {
  isOver = true;
  return exitCode;
});
while (!isOver) {
  for (const pid of readChildren(child.pid)) peaksKb.set(pid, Math.max(peaksKb.get(pid) ?? 0, readPrivateKb(pid)));
  await sleep(10);
}
process.stdout.write(JSON.stringify({ code: await code, peaksMb: [...peaksKb.values()].map((kb) => kb / 1024) }));

function readChildren(pid: number | undefined): string[] {
  return read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean);
}

function readPrivateKb(pid: string): number {
  const rollup = read(`/proc/${pid}/smaps_rollup`);
  const kilobytes = [...rollup.matchAll(/^Private_(?:Clean|Dirty): +(\d+)/gm)].map(([, number]) => Number(number));
  return kilobytes.reduce((sum, next) => sum + next, 0);
}

/** A process may be gone before it is read. */
function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
