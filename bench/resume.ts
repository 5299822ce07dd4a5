import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { makeIssueRepository } from './issue-folder.ts';
import type { Measurement } from './measurement.ts';

const count = 1000;

/** A batch of 1,000 tasks, killed when half of them are done. */
export const resume: Measurement = {
  name: 'resume',
  measure(folder) {
    makeIssueRepository(folder, count);
    const script = fileURLToPath(new URL('./scripts/resume-batch.ts', import.meta.url));
    const output = execFileSync(process.execPath, [script, folder, String(count / 2)], { encoding: 'utf8' });
    const { firstStepMs, code, done }: { firstStepMs: number; code: number; done: number } = JSON.parse(output);
    const isWhole = code === 0 && done === count;
    return {
      what: `resume of ${count} half-done tasks after kill -9, to the first new step`,
      measured: firstStepMs / 1000,
      limit: 2,
      unit: 's',
      trouble: isWhole ? null : `the resumed batch ended with ${code} and ${done} tasks done`,
      raw: { done },
    };
  },
};
