import { spawnSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { test } from 'node:test';

/**
 * A test that needs a system program. Where it is missing the test is left out, and `npm test` ends with a line that
 * says so; with AGENTOS_TEST_ALL=1 a missing program is a failure.
 */
export function testWith(program: string, title: string, run: () => Promise<void> | void): void {
  if (hasProgram(program)) test(title, run);
  else if (process.env['AGENTOS_TEST_ALL'] === '1')
    test(title, () => Promise.reject(new Error(`${program} is missing or does not work here`)));
  else appendFileSync(process.env['AGENTOS_LEFT_OUT_FILE'] ?? '/dev/null', `"${title}" needs ${program}\n`);
}

/** There are machines that have it and forbid what it does: only a start tells. */
const trials: Readonly<Record<string, string>> = {
  bwrap: 'bwrap --unshare-all --ro-bind / / --proc /proc --dev /dev true',
};

function hasProgram(program: string): boolean {
  return spawnSync('sh', ['-c', trials[program] ?? `command -v ${program}`]).status === 0;
}

/** `npm run test:sweeps` says so: then every case counts. */
const isSweeping = process.env['AGENTOS_TEST_SWEEPS'] === '1';

/** A test that takes long and tells little that others do not: `npm run test:sweeps` runs it. */
export function sweep(title: string, run: () => Promise<void> | void): void {
  if (isSweeping) test(title, run);
}

/** Of many cases of one kind `npm test` takes the first ones, `npm run test:sweeps` all. */
export function firstOf<T>(count: number, cases: readonly T[]): readonly T[] {
  return isSweeping ? cases : cases.slice(0, count);
}

/** Of the runs of a property that is dear `npm test` takes a quarter, `npm run test:sweeps` all. */
export function someRuns(count: number): number {
  return isSweeping ? count : Math.ceil(count / 4);
}
