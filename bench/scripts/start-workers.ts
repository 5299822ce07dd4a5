import { readFileSync } from 'node:fs';
import { WorkerPool } from '../../src/parallel/worker-pool.ts';

/** Starts workers of the built program one after the other, then eight at once; says how long each took, and its memory. */
const environment = { PATH: process.env['PATH'] };
const setup = {
  entry: new URL('../../dist/worker.cjs', import.meta.url),
  environment,
  heapMb: 512,
  output: 'captured',
} as const;

async function timeStart(): Promise<number> {
  const pool = new WorkerPool(setup, 1);
  const startedMs = performance.now();
  await pool.acquire();
  const elapsedMs = performance.now() - startedMs;
  pool.killAll();
  return elapsedMs;
}

function privateMbOf(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1');
  const kilobytes = [...rollup.matchAll(/^Private_(?:Clean|Dirty): +(\d+)/gm)].map(([, number]) => Number(number));
  return kilobytes.reduce((sum, next) => sum + next, 0) / 1024;
}

const startsMs: number[] = [];
for (let round = 0; round <= 20; round += 1) startsMs.push(await timeStart());
const pool = new WorkerPool(setup, 8);
const startedMs = performance.now();
const workers = await Promise.all(Array.from({ length: 8 }, () => pool.acquire()));
const eightMs = performance.now() - startedMs;
const readyMb = workers.map(({ pid }) => privateMbOf(pid));
pool.killAll();
process.stdout.write(JSON.stringify({ startMs: startsMs.slice(1).sort((a, b) => a - b)[10], eightMs, readyMb }));
