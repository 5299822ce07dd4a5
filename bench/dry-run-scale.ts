import { join } from 'node:path';
import { makeIssueRepository } from './issue-folder.ts';
import type { Measurement } from './measurement.ts';
import { interleavedMedians } from './median.ts';
import { timeAgentos } from './timed-process.ts';

export const dryRunScale: Measurement = {
  name: 'dry-run-scale',
  measure(folder) {
    const small = makeIssueRepository(join(folder, 'small'), 10_000);
    const large = makeIssueRepository(join(folder, 'large'), 100_000);
    const medians = interleavedMedians(5, {
      files10000Ms: () => timeAgentos(...small.dryRun),
      files100000Ms: () => timeAgentos(...large.dryRun),
    });
    return {
      what: 'dry run of 100,000 issues ÷ of 10,000',
      measured: medians.files100000Ms / medians.files10000Ms,
      limit: 12,
      unit: '×',
      trouble: null,
      raw: medians,
    };
  },
};
