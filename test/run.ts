import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs the tests with an empty HOME and sees that it stays empty. Tests whose system program is missing are left out,
 * and the last line says so; with AGENTOS_TEST_ALL=1 they fail instead.
 */
const folder = mkdtempSync(join(tmpdir(), 'agentos-test-'));
const home = join(folder, 'home');
const leftOutFile = join(folder, 'left-out');
mkdirSync(home);
writeFileSync(leftOutFile, '');

const patterns = process.argv.length > 2 ? process.argv.slice(2) : ['test/**/*.test.ts'];
const files = patterns.flatMap((pattern) => globSync(pattern)).sort();
const environment = { ...process.env, HOME: home, AGENTOS_LEFT_OUT_FILE: leftOutFile, NO_COLOR: '1' };
const { status } = spawnSync(process.execPath, ['--test', '--test-reporter=spec', ...files], {
  stdio: 'inherit',
  env: environment,
});

const strays = readdirSync(home);
const leftOut = readFileSync(leftOutFile, 'utf8').split('\n').filter(Boolean).sort();
rmSync(folder, { recursive: true, force: true });
if (strays.length > 0) process.stdout.write(`HOME did not stay empty: ${strays.join(', ')}\n`);
if (leftOut.length > 0) process.stdout.write(`Left out: ${leftOut.join('; ')}.\n`);
process.exitCode = strays.length > 0 ? 1 : (status ?? 1);
