import { findCommandRunners } from './command-runners.ts';
import { runLibrary, warmMsOf } from './library-run.ts';
import type { Measurement } from './measurement.ts';
import { interleavedMedians } from './median.ts';

const count = 1000;
const rounds = 3;
const mostMs = 0.5;

/** What it costs to give a task that does nothing to a warm worker, and to hear of its end. */
export const handOver: Measurement = {
  name: 'hand-over',
  measure(folder) {
    const { gnuParallelMs, xargsMs } = findCommandRunners(folder);
    const medians = interleavedMedians(rounds, {
      oursMs: () => warmMsOf(runLibrary({ count, parallel: 8, warmMs: 2500 })) / count,
      gnuParallelMs: () => gnuParallelMs(200, ['true']) / 200,
      xargsMs: () => xargsMs(count, ['true']) / count,
    });
    return {
      what: `hand-over at 8 warm workers ÷ ${mostMs} ms`,
      measured: medians.oursMs / mostMs,
      limit: 1,
      unit: '×',
      trouble: medians.oursMs >= medians.gnuParallelMs ? 'GNU parallel was faster' : null,
      raw: medians,
    };
  },
};
