import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectDir } from '../workspace.ts';

const read = (path: string) => readFileSync(join(projectDir, path), 'utf8');
const manifest = JSON.parse(read('package.json'));

function runTests(env: object) {
  const args = [join(projectDir, 'test/run.ts'), 'test/fixtures/needs/missing-program.ts'];
  const { NODE_TEST_CONTEXT, AGENTOS_TEST_ALL, ...inherited } = process.env;
  const { status, stdout } = spawnSync(process.execPath, args, {
    cwd: projectDir,
    encoding: 'utf8',
    env: { ...inherited, ...env },
  });
  return { status, lastLine: stdout.trimEnd().split('\n').at(-1) };
}

test('a test whose program is missing is left out, and the last line says which and why', () => {
  assert.deepEqual(runTests({}), {
    status: 0,
    lastLine: 'Left out: "what needs more is left out" needs no-such-program.',
  });
});

test('with AGENTOS_TEST_ALL a missing program is a failure', () => {
  assert.equal(runTests({ AGENTOS_TEST_ALL: '1' }).status, 1);
});

test('CI runs exactly the test command of the README, with nothing left out', () => {
  const ci = read('.ci/run');
  assert.match(ci, /^npm ci && npm test$/m);
  assert.match(ci, /^export AGENTOS_TEST_ALL=1$/m);
  assert.match(read('README.md'), /^ {4}npm ci && npm test$/m);
  assert.match(read('README.md'), /^ {4}npm ci && npx agentos requirements --repo examples\/bookshelf --parallel 3$/m);
});

test('CI installs every program that a test needs', () => {
  const tests = globSync('test/**/*.test.ts', { cwd: projectDir }).map(read).join('\n');
  const needed = new Set([...tests.matchAll(/testWith\(\s*'([\w-]+)'/g)].map(([, program]) => program));
  const everywhere = ['sh', 'head', 'setsid', 'mkfifo', 'prlimit', 'setpriv', 'script'];
  const installed =
    read('.ci/run')
      .match(/^needed=\((.*)\)$/m)?.[1]
      ?.split(' ') ?? [];
  assert.deepEqual(
    [...needed].filter((program) => !everywhere.includes(program ?? '') && !installed.includes(program ?? '')),
    [],
  );
  assert.ok(needed.size >= 3);
});

test('every dependency is pinned exactly, none is needed at run time, and only one may run an install script', () => {
  assert.equal(manifest.dependencies, undefined);
  for (const [name, version] of Object.entries(manifest.devDependencies))
    assert.match(String(version), /^\d+\.\d+\.\d+$/, name);
  assert.deepEqual(
    Object.keys(manifest.allowScripts).filter((name) => manifest.allowScripts[name]),
    ['node'],
  );
  assert.equal(manifest.private, true);
});

test('the lock file names no host, and holds the binaries of every platform', () => {
  const lock = read('package-lock.json');
  assert.doesNotMatch(lock, /"resolved"|https?:\/\/(?!opencollective|github|tidelift|www\.patreon|feross)[^"]*\.tgz/);
  for (const platform of ['@biomejs/cli-darwin-arm64', '@esbuild/win32-x64', '@esbuild/linux-arm64']) {
    assert.ok(lock.includes(`"node_modules/${platform}"`), platform);
  }
});

test('no document tells a user to fetch the stranger’s package of our name', () => {
  const documents = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: projectDir })]
    .map(read)
    .join('\n');
  assert.doesNotMatch(documents, /npm (install|i)( -g| --global)? agentos(\s|`|$)|npx -y agentos|npm exec agentos/);
});
