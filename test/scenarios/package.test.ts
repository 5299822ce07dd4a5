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
  writeConsumer(tarball);
});

/** A project that has the tarball as its dependency, and holds the examples of the library's page as files. */
function writeConsumer(tarball: string): void {
  const page = readFileSync(join(projectDir, 'docs/library.md'), 'utf8');
  const examples = [...page.matchAll(/^```(?:js|ts)\n\/\/ (\S+)\n([\s\S]*?)^```$/gm)];
  const files = examples.map(([, name, code = '']) => [`consumer/${name}`, code]);
  place.write({ ...Object.fromEntries(files), 'consumer/package.json': '{ "private": true, "type": "module" }' });
  const { code, stderr } = run('npm', ['install', place.path(tarball)], place.path('consumer'));
  assert.equal(code, 0, stderr);
}

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

test('the example of the library’s page runs in a project that installed it', () => {
  const { code, stdout, stderr } = run(process.execPath, ['main.mjs'], place.path('consumer'));
  assert.equal(code, 0, stderr);
  const lines = stdout.trim().split('\n');
  const output = ['[first] 6 words', '[second] 4 words', '[third] 4 words'];
  assert.deepEqual(lines.slice(0, 3).toSorted(), output);
  assert.deepEqual(lines.slice(3), ['first { words: 6 }', 'second { words: 4 }', 'third { words: 4 }']);
  assert.deepEqual(readdirSync(place.path('consumer/.state')).sort(), [
    '.gitignore',
    'agentos.lock',
    'batches',
    'checkpoints',
  ]);
});

test('its types fit a strict consumer, and refuse what it does not take', () => {
  const consumer = readFileSync(place.path('consumer/consumer.ts'), 'utf8');
  place.write({
    'consumer/tsconfig.json': JSON.stringify({
      compilerOptions: {
        module: 'nodenext',
        target: 'es2024',
        strict: true,
        exactOptionalPropertyTypes: true,
        noEmit: true,
        types: ['node'],
        typeRoots: [join(projectDir, 'node_modules/@types')],
      },
      files: ['consumer.ts', 'refused.ts'],
    }),
    'consumer/refused.ts': [
      "import { executeTasksParallel } from 'agentos';",
      '// @ts-expect-error a closure is no executor',
      "await executeTasksParallel([{ id: 'a' }], { parallel: 1 }, () => 1);",
      '// @ts-expect-error a task needs an id',
      "await executeTasksParallel([{ name: 'a' }], { parallel: 1 }, 'file:///a.mjs');",
      '// @ts-expect-error there is no such option',
      "await executeTasksParallel([{ id: 'a' }], { parallel: 1, paralel: 2 }, 'file:///a.mjs');",
    ].join('\n'),
  });
  assert.match(consumer, /executeTasksParallel<Text/);
  const { code, stdout } = run(join(projectDir, 'node_modules/.bin/tsc'), ['-p', '.'], place.path('consumer'));
  assert.deepEqual([code, stdout], [0, '']);
});
