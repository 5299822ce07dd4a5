import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { findCommandRunners } from './command-runners.ts';
import { runLibrary, warmMsOf } from './library-run.ts';
import type { Measurement } from './measurement.ts';
import { interleavedMedians } from './median.ts';

const count = 1000;
const rounds = 3;
const mostMs = 3;
const mostRaw = 12;

/** A whole task with one durable step, its journal and its checkpoint, against one append that reaches the disk. */
export const durableTask: Measurement = {
  name: 'durable-task',
  measure(folder) {
    const { gnuParallelMs } = findCommandRunners(folder);
    const medians = interleavedMedians(rounds, {
      rawMs: () => timeAppends(join(folder, 'raw'), 200),
      oursMs: () => runDurably(join(folder, 'state')) / count,
      gnuParallelMs: () => gnuParallelMs(200, ['true']) / 200,
    });
    return {
      what: `durable task ÷ max(${mostMs} ms, ${mostRaw} × append + fdatasync)`,
      measured: medians.oursMs / Math.max(mostMs, mostRaw * medians.rawMs),
      limit: 1,
      unit: '×',
      trouble: medians.oursMs >= medians.gnuParallelMs ? 'GNU parallel was faster' : null,
      raw: medians,
    };
  },
};

function runDurably(baseDir: string): number {
  rmSync(baseDir, { recursive: true, force: true });
  return warmMsOf(runLibrary({ count, parallel: 8, isDurable: true, warmMs: 2500, baseDir }));
}

function timeAppends(path: string, appends: number): number {
  const fd = openSync(path, 'a');
  const startedMs = performance.now();
  for (let at = 0; at < appends; at += 1) {
    writeSync(fd, `${JSON.stringify({ at, text: 'x'.repeat(200) })}\n`);
    fdatasyncSync(fd);
  }
  const elapsedMs = performance.now() - startedMs;
  closeSync(fd);
  return elapsedMs / appends;
}
