import { makeIssueRepository } from './issue-folder.ts';
import type { Measurement } from './measurement.ts';
import { interleavedMedians } from './median.ts';
import { timeAgentos, timeEmptyNode, timeProcess } from './timed-process.ts';

/** Start-up is what Node needs to do nothing: our own start-up counts as work. */
export const dryRun: Measurement = {
  name: 'dry-run',
  measure(folder) {
    const { issuesDir, names, dryRun: args } = makeIssueRepository(folder, 10_000);
    const medians = interleavedMedians(15, {
      catMs: () => timeProcess('cat', names, issuesDir),
      nodeMs: timeEmptyNode,
      dryRunMs: () => timeAgentos(...args),
    });
    return {
      what: '(dry run of 10,000 issues − node -e 0) ÷ cat of them',
      measured: (medians.dryRunMs - medians.nodeMs) / medians.catMs,
      limit: 4,
      unit: '×',
      trouble: null,
      raw: medians,
    };
  },
};
