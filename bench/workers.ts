import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { makeIssueRepository } from './issue-folder.ts';
import type { Measurement } from './measurement.ts';
import { interleavedMedians } from './median.ts';
import { timeEmptyNode } from './timed-process.ts';

/** From fork to ready, of one worker at a time. */
export const workerStart: Measurement = {
  name: 'worker-start',
  measure() {
    const { nodeMs } = interleavedMedians(15, { nodeMs: timeEmptyNode });
    const { startMs, eightMs } = runScript('start-workers.ts');
    return {
      what: 'start of a worker, fork to ready',
      measured: startMs,
      limit: 80,
      unit: 'ms',
      trouble: null,
      raw: { nodeMs, eightAtOnceMs: eightMs },
    };
  },
};

/** Private memory, the largest of eight. */
export const readyMemory: Measurement = {
  name: 'ready-memory',
  measure() {
    const { readyMb } = runScript('start-workers.ts');
    return {
      what: 'private memory of a ready worker',
      measured: Math.max(...readyMb),
      limit: 25,
      unit: 'MB',
      trouble: readyMb.length === 8 ? null : `${readyMb.length} of 8 workers were seen`,
      raw: { leastMb: Math.min(...readyMb) },
    };
  },
};

export const taskMemory: Measurement = {
  name: 'task-memory',
  measure(folder) {
    makeIssueRepository(folder, 64);
    const { code, peaksMb } = runScript('watch-workers.ts', folder);
    return {
      what: 'private memory of a worker after whole requirements tasks',
      measured: Math.max(...peaksMb),
      limit: 50,
      unit: 'MB',
      trouble: code === 0 ? null : `the batch ended with ${code}`,
      raw: { workers: peaksMb.length, leastMb: Math.min(...peaksMb) },
    };
  },
};

interface Scripts {
  'start-workers.ts': { startMs: number; eightMs: number; readyMb: number[] };
  'watch-workers.ts': { code: number; peaksMb: number[] };
}

function runScript<Name extends keyof Scripts>(name: Name, ...args: readonly string[]): Scripts[Name] {
  const script = fileURLToPath(new URL(`./scripts/${name}`, import.meta.url));
  return JSON.parse(execFileSync(process.execPath, [script, ...args], { encoding: 'utf8' }));
}
