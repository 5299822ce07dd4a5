import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { makeIssueRepository } from './issue-folder.ts';
import type { Measurement } from './measurement.ts';
import { interleavedMedians } from './median.ts';
import { timeEmptyNode } from './timed-process.ts';

const mostMs = 80;

/** From fork to ready, of one worker at a time. */
export const workerStart: Measurement = {
  name: 'worker-start',
  measure() {
    const { nodeMs } = interleavedMedians(15, { nodeMs: timeEmptyNode });
    const { startMs, eightMs } = startWorkers();
    return {
      what: `start of a worker, fork to ready ÷ ${mostMs} ms`,
      measured: startMs / mostMs,
      limit: 1,
      unit: '×',
      trouble: null,
      raw: { startMs, nodeMs, eightAtOnceMs: eightMs },
    };
  },
};

/** Private memory, the largest of eight. */
export const readyMemory: Measurement = {
  name: 'ready-memory',
  measure() {
    const { readyMb } = startWorkers();
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
    const { code, peaksMb } = watchWorkers(folder);
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

interface StartedWorkers {
  readonly startMs: number;
  readonly eightMs: number;
  readonly readyMb: readonly number[];
}

function startWorkers(): StartedWorkers {
  return runScript(new URL('./scripts/start-workers.ts', import.meta.url));
}

function watchWorkers(folder: string): { readonly code: number; readonly peaksMb: readonly number[] } {
  return runScript(new URL('./scripts/watch-workers.ts', import.meta.url), folder);
}

function runScript(script: URL, ...args: readonly string[]) {
  return JSON.parse(execFileSync(process.execPath, [fileURLToPath(script), ...args], { encoding: 'utf8' }));
}
