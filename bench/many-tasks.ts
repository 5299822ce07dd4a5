import { runLibrary } from './library-run.ts';
import type { Measurement } from './measurement.ts';

const count = 10_000;
const sample = 1000;
const mostSlowdown = 1.5;

/** A long batch needs no more memory than a short one, and its last tasks no more time than its first. */
export const manyTasks: Measurement = {
  name: 'many-tasks',
  measure() {
    const { endsAt, warmedAt, peakMb } = runLibrary({ count, parallel: 10, warmMs: 2500 });
    const msAfter = (first: number) => (endsAt[first + sample - 1] ?? 0) - (endsAt[first - 1] ?? warmedAt);
    const firstMs = msAfter(0) / sample;
    const lastMs = msAfter(count - sample) / sample;
    const slowdown = lastMs / firstMs;
    return {
      what: 'memory of the coordinator of 10,000 tasks at 10',
      measured: peakMb,
      limit: 250,
      unit: 'MB',
      trouble: slowdown > mostSlowdown ? `the last ${sample} took ${slowdown.toFixed(2)} × the first` : null,
      raw: { firstMs, lastMs, slowdown },
    };
  },
};
