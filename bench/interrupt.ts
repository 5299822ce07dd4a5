import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeIssueRepository } from './issue-folder.ts';
import type { Measurement } from './measurement.ts';

const workers = 10;
const rounds = 20;
const interrupted = 130;
const hangingScript = { schemaVersion: 1, ledger: 'calls.txt', tasks: { '*': { draft: [{ hang: true }] } } };

interface Interruption {
  readonly elapsedMs: number;
  readonly code: number;
  readonly busy: number;
  readonly left: number;
}

/** Ctrl+C while every worker waits for a call that never ends: the longest of many. */
export const interrupt: Measurement = {
  name: 'interrupt',
  measure(folder) {
    makeIssueRepository(folder, workers);
    writeFileSync(join(folder, 'script.json'), JSON.stringify(hangingScript));
    const runs = Array.from({ length: rounds }, () => interruptBatch(folder));
    const wrong = runs.filter(({ code, busy, left }) => code !== interrupted || busy !== workers || left > 0);
    return {
      what: `end of a batch with ${workers} busy workers after SIGINT, the longest of ${rounds}`,
      measured: Math.max(...runs.map(({ elapsedMs }) => elapsedMs)) / 1000,
      limit: 5,
      unit: 's',
      trouble: wrong.length === 0 ? null : `${wrong.length} runs ended in another way: ${JSON.stringify(wrong[0])}`,
      raw: { leastSeconds: Math.min(...runs.map(({ elapsedMs }) => elapsedMs)) / 1000 },
    };
  },
};

function interruptBatch(folder: string): Interruption {
  const script = fileURLToPath(new URL('./scripts/interrupt-batch.ts', import.meta.url));
  return JSON.parse(execFileSync(process.execPath, [script, folder, String(workers)], { encoding: 'utf8' }));
}
