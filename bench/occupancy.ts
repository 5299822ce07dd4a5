import { findCommandRunners } from './command-runners.ts';
import { runLibrary, warmMsOf } from './library-run.ts';
import type { Measurement } from './measurement.ts';
import { interleavedMedians } from './median.ts';

const count = 64;
const rounds = 3;

/** 64 tasks that wait, at 8 workers that are warm: how much longer than without any cost of ours. */
export const warmOccupancy: Measurement = {
  name: 'warm-occupancy',
  measure: (folder) =>
    compare(folder, 100, 1 / 0.96, () => warmMsOf(runLibrary({ count, parallel: 8, ms: 100, warmMs: 2500 }))),
};

/** The same with longer tasks and workers that have to be started. */
export const coldOccupancy: Measurement = {
  name: 'cold-occupancy',
  measure: (folder) => compare(folder, 500, 1 / 0.93, () => runLibrary({ count, parallel: 8, ms: 500 }).elapsedMs),
};

function compare(folder: string, ms: number, limit: number, ours: () => number) {
  const idealMs = (count / 8) * ms;
  const { gnuParallelMs, xargsMs } = findCommandRunners(folder);
  const medians = interleavedMedians(rounds, {
    oursMs: ours,
    gnuParallelMs: () => gnuParallelMs(count, ['sleep', String(ms / 1000)]),
    xargsMs: () => xargsMs(count, ['sleep', String(ms / 1000)]),
  });
  return {
    what: `${count} × ${ms} ms at 8 ${ms === 100 ? 'warm' : 'cold'} workers ÷ ideal`,
    measured: medians.oursMs / idealMs,
    limit,
    unit: '×',
    trouble: null,
    raw: { ...medians, oursPercent: (100 * idealMs) / medians.oursMs },
  } as const;
}
