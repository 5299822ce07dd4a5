import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { makeIssueRepository } from './issue-folder.ts';
import type { Measurement } from './measurement.ts';
import { interleavedMedians } from './median.ts';
import { agentosBin } from './timed-process.ts';

const preload = fileURLToPath(new URL('./peak-memory.cjs', import.meta.url));

export const dryRunMemory: Measurement = {
  name: 'dry-run-memory',
  measure(folder) {
    const { dryRun } = makeIssueRepository(folder, 10_000);
    const medians = interleavedMedians(5, { peakMb: () => peakMbOf(dryRun) });
    return {
      what: 'peak memory of a dry run of 10,000 issues',
      measured: medians.peakMb,
      limit: 200,
      unit: 'MB',
      trouble: null,
      raw: medians,
    };
  },
};

/** With a preload the compiled code of the build does not fit: the peak is if anything a little higher than usual. */
function peakMbOf(args: readonly string[]): number {
  const { status, output } = spawnSync(process.execPath, ['--require', preload, agentosBin, ...args], {
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the dry run ended with ${status}`);
  return (Number(output[3]) * 1024) / 1e6;
}
