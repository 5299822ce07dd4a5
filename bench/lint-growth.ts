import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeGitRepository } from './git-repository.ts';
import type { Measurement } from './measurement.ts';
import { interleavedMedians } from './median.ts';
import { makeOrdinaryLld } from './ordinary-lld.ts';
import { timeAgentos } from './timed-process.ts';

export const lintGrowth: Measurement = {
  name: 'lint',
  measure(folder) {
    makeGitRepository(folder);
    const half = writeDocument(join(folder, 'half'), 512 * 1024);
    const whole = writeDocument(join(folder, 'whole'), 1024 * 1024);
    const medians = interleavedMedians(20, {
      kib512Ms: () => timeAgentos('lint', half, '--json', '--repo', folder),
      kib1024Ms: () => timeAgentos('lint', whole, '--json', '--repo', folder),
    });
    return {
      what: 'lint of an LLD of 1 MB ÷ of 512 KB',
      measured: medians.kib1024Ms / medians.kib512Ms,
      limit: 2.4,
      unit: '×',
      trouble: null,
      raw: medians,
    };
  },
};

function writeDocument(folder: string, maxBytes: number): string {
  const path = join(folder, 'LLD-137.md');
  mkdirSync(folder);
  writeFileSync(path, makeOrdinaryLld(maxBytes));
  return path;
}
