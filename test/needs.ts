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
