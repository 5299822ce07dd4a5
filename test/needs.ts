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
    test(title, () => Promise.reject(new Error(`${program} is missing`)));
  else appendFileSync(process.env['AGENTOS_LEFT_OUT_FILE'] ?? '/dev/null', `"${title}" needs ${program}\n`);
}

function hasProgram(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
}
