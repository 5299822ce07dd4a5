import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { projectDir } from '../workspace.ts';
import { agentsBin, installAgents } from './install.ts';
import { findIsolation } from './isolation.ts';

/**
 * Runs the real programs of `claude` and `codex` against our simulator: on the loopback alone, with an empty HOME that
 * stays empty. Only their installation needs a network.
 */
const startedAt = performance.now();
const say = (line: string): void => void process.stdout.write(`${line}\n`);

installAgents(say);
const isolation = findIsolation();
say(isolation === null ? 'Not isolated: this machine allows no namespaces.' : 'Isolated: loopback, names and folders.');
const named = process.argv.slice(2);
const files = readdirSync(join(projectDir, 'test/real-agents')).filter(
  (name) => name.endsWith('.real.ts') && (named.length === 0 || named.some((part) => name.includes(part))),
);
const folder = isolation === null ? mkdtempSync(join(tmpdir(), 'agentos-real-')) : '/tmp';
const home = join(folder, 'home');
if (isolation === null) mkdirSync(home);
const tests = files.map((name) => join('test/real-agents', name));
const argv = [process.execPath, '--test', '--test-reporter=spec', '--test-concurrency=1', ...tests];
const [program = '', ...args] = [...(isolation ?? []), ...argv];
const { status } = spawnSync(program, args, {
  cwd: projectDir,
  stdio: 'inherit',
  env: {
    PATH: [agentsBin, process.env['PATH']].join(delimiter),
    HOME: home,
    LANG: 'C.UTF-8',
    NO_COLOR: '1',
    TMPDIR: folder,
    AGENTOS_TEST_ISOLATED: isolation === null ? '0' : '1',
  },
});
if (isolation === null) rmSync(folder, { recursive: true, force: true });
say(`${status === 0 ? 'Done' : 'Failed'} after ${((performance.now() - startedAt) / 1000).toFixed(0)} s.`);
process.exitCode = status ?? 1;
