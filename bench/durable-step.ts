import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { openCheckpoint } from '../src/store/checkpoint.ts';
import { openDatabase } from '../src/store/checkpoint-file.ts';
import { checksumOf, insertStep } from '../src/store/checkpoint-schema.ts';
import { redact } from '../test/no-secrets.ts';
import type { Measurement } from './measurement.ts';
import { interleavedMedians } from './median.ts';

const rounds = 500;
const value = { text: 'v'.repeat(500) };

/** A saved step that survives a power cut, against the least that any program must do for that. */
export const durableStep: Measurement = {
  name: 'durable-step',
  measure(folder) {
    const medians = measureSteps(folder);
    return {
      what: 'durable step ÷ append + fdatasync',
      measured: medians.fullMs / medians.rawMs,
      limit: 3,
      unit: '×',
      trouble: null,
      raw: medians,
    };
  },
};

/** The same step where it need only survive its process. */
export const normalStep: Measurement = {
  name: 'normal-step',
  measure(folder) {
    const medians = measureSteps(folder);
    return {
      what: 'step with synchronous=NORMAL ÷ 0.3 ms',
      measured: medians.normalMs / 0.3,
      limit: 1,
      unit: '×',
      trouble: null,
      raw: medians,
    };
  },
};

function measureSteps(folder: string): Record<'rawMs' | 'fullMs' | 'normalMs', number> {
  using raw = openRaw(join(folder, 'raw'));
  using full = openFull(folder);
  using normal = openNormal(folder);
  return interleavedMedians(rounds, {
    rawMs: () => time(raw.step),
    fullMs: () => time(full.step),
    normalMs: () => time(normal.step),
  });
}

interface Stepper extends Disposable {
  readonly step: (at: number) => void;
}

let steps = 0;

function time(step: Stepper['step']): number {
  steps += 1;
  const startedAt = performance.now();
  step(steps);
  return performance.now() - startedAt;
}

function openRaw(path: string): Stepper {
  const fd = openSync(path, 'a');
  const step = (at: number) => {
    writeSync(fd, `${JSON.stringify({ at, value })}\n`);
    fdatasyncSync(fd);
  };
  return { step, [Symbol.dispose]: () => closeSync(fd) };
}

function openFull(baseDir: string): Stepper {
  const setup = { baseDir, fingerprint: 'f', isFresh: false, expected: null, now: Date.now, redact };
  const checkpoint = openCheckpoint({ ...setup, name: 'full' });
  return {
    step: (at) => void checkpoint.save(`step#${at}`, value, 1, 0),
    [Symbol.dispose]: () => checkpoint[Symbol.dispose](),
  };
}

/** What a checkpoint does, on a connection of its own: checkpoints themselves are never less than durable. */
function openNormal(baseDir: string): Stepper {
  const setup = { baseDir, fingerprint: 'f', isFresh: false, expected: null, now: Date.now, redact };
  openCheckpoint({ ...setup, name: 'normal' })[Symbol.dispose]();
  const database = openDatabase(join(baseDir, 'checkpoints/normal.db'), 'NORMAL');
  const insert = database.prepare(insertStep);
  const step = (at: number) => {
    const json = JSON.stringify(value);
    insert.run(at, `step#${at}`, json, 1, 0, checksumOf('id', at, `step#${at}`, json, 1, 0));
  };
  return { step, [Symbol.dispose]: () => database.close() };
}
