import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { before, test } from 'node:test';
import { issueText, projectDir, Workspace } from '../workspace.ts';

const place = new Workspace();
const environment = {
  ...process.env,
  PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`,
  npm_config_cache: place.path('cache'),
  npm_config_offline: 'true',
};

function run(program: string, args: string[], cwd: string) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, env: environment, encoding: 'utf8' });
  return { code: status, stdout, stderr };
}

before(() => {
  const packed = run('npm', ['pack', '--ignore-scripts', '--pack-destination', place.dir], projectDir);
  assert.equal(packed.code, 0, packed.stderr);
  const tarball = readdirSync(place.dir).find((name) => name.endsWith('.tgz')) ?? '';
  const installed = run(
    'npm',
    ['install', '--global', '--prefix', place.path('prefix'), place.path(tarball)],
    place.dir,
  );
  assert.equal(installed.code, 0, installed.stderr);
  place.write({ 'elsewhere/docs/issues/7.md': issueText('Seven') });
});

process.on('exit', () => place[Symbol.dispose]());

test('the packed tarball installs without a dependency, and its bins run from another folder', () => {
  const { version } = JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8'));
  for (const bin of ['agentos', 'run-requirements-workflow', 'run-implement-from-lld']) {
    const { code, stdout } = run(place.path('prefix/bin', bin), ['--version'], place.path('elsewhere'));
    assert.deepEqual([code, stdout], [0, `${version}\n`]);
  }
  const plan = run(place.path('prefix/bin/agentos'), ['requirements', '--dry-run', '--json'], place.path('elsewhere'));
  assert.equal(JSON.parse(plan.stdout).tasks[0].id, '7', plan.stderr);
});

test('it runs through a symlink of the user’s own', () => {
  symlinkSync(place.path('prefix/bin/run-requirements-workflow'), place.path('mine'));
  const { code, stdout } = run(place.path('mine'), ['--dry-run'], place.path('elsewhere'));
  assert.equal(code, 0);
  assert.match(stdout, /7 {2}Seven/);
});

test('lint works in it, workers and all', () => {
  const { code, stdout } = run(
    place.path('prefix/bin/agentos'),
    ['lint', join(projectDir, 'test/fixtures/seeds')],
    place.path('elsewhere'),
  );
  assert.equal(code, 0, 'a folder of .txt files holds nothing to lint');
  assert.match(stdout, /0 files/);
  const seed = readdirSync(join(projectDir, 'test/fixtures/seeds'))[0] ?? '';
  const verdict = run(
    place.path('prefix/bin/agentos'),
    ['lint', join(projectDir, 'test/fixtures/seeds', seed)],
    place.path('elsewhere'),
  );
  assert.match(verdict.stdout, /verdict · APPROVED/);
});

test('the package holds what it needs and nothing of the workshop', () => {
  const root = place.path('prefix/lib/node_modules/agentos');
  const tops = readdirSync(root).sort();
  assert.deepEqual(tops, ['CHANGELOG.md', 'LICENSE', 'README.md', 'bin', 'dist', 'docs', 'examples', 'package.json']);
});
