import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { players } from '../cli/implement-workspace.ts';
import { testWith } from '../needs.ts';
import { projectDir, Workspace } from '../workspace.ts';
import { type Approved, ApprovedWorkspace, remake, writes } from './approved-workspace.ts';

const python: Approved = {
  id: '1',
  files: ['| `src/piece.py` | Add | The value |', '| `tests/test_piece.py` | Add | Proves it |'],
  agent: {
    'write-tests': [
      writes({
        'tests/test_piece.py': 'from piece import value\n\n\ndef test_010_value():\n    assert value() == 1\n',
      }),
    ],
    implement: ['0', '1'].map((value) => writes({ 'src/piece.py': `def value():\n    return ${value}\n` })),
  },
};

testWith(
  'pytest',
  'a repository with pytest beside others: red, a wrong value, green; coverage by a plugin that is missing is not measured',
  async () => {
    using workspace = new ApprovedWorkspace([python]);
    remake(workspace, {
      'pyproject.toml': '[tool.pytest.ini_options]\ntestpaths = ["tests"]\npythonpath = ["src"]\n',
      'requirements-dev.txt': 'pytest\npytest-cov\n',
      'tests/test_old.py': 'def test_old():\n    assert 1 + 1 == 2\n',
      'package.json': JSON.stringify({ scripts: { test: 'node --test' } }),
      'web/shelf.test.mjs': "import 'node:test';\n",
    });
    workspace.environment = { ...workspace.environment, PATH: standIn(workspace) };
    const { code, stderr } = await workspace.begin().ended;
    assert.equal(code, 0, stderr);
    const { scenarios, rounds, gates, commands } = workspace.evidence('1');
    assert.equal(rounds, 2);
    const coverage = gates.find(({ gate }) => gate === 'coverage');
    assert.deepEqual([coverage?.state, coverage?.summary], ['unmeasured', 'not measured: pytest reports none here']);
    assert.match(workspace.said('1'), /coverage is not measured: .*--cov/);
    assert.match(workspace.show('1', 'docs/reports/1/test-report.md'), /not measured/);
    assert.ok(!existsSync(workspace.path('.venv')), 'packages are the worktree’s own');
    assert.deepEqual(
      commands.slice(0, 4).map(({ argv, end }) => `${argv.slice(0, 3).join(' ')}: ${end}`),
      [
        ...['python3 -m venv: exit 0', '.venv/bin/python3 -m pip: exit 0'],
        ...['python3 -m pytest: exit 4', 'python3 -m pytest: exit 0'],
      ],
    );
    assert.deepEqual(scenarios[0]?.tests, [
      { name: 'test_010_value', file: 'tests/test_piece.py', red: 'missing', without: 'missing', isGreen: true },
    ]);
    assert.equal(
      gates.find(({ gate }) => gate === 'suite')?.summary,
      '2 of 2 tests of the suite pass; 0 fail by the change',
    );
    assert.deepEqual(
      workspace.changed('1').filter((path) => !path.startsWith('docs/')),
      ['src/piece.py', 'tests/test_piece.py'],
    );
  },
);

/**
 * Gives the PATH with a Python whose environments are made without a network, and that leaves the plugins of this machine
 * alone. It knows environments of its own folder only.
 */
function standIn(workspace: ApprovedWorkspace): string {
  const { stdout } = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' });
  const script = `#!/bin/sh
case "$2" in
  venv) mkdir -p "$3/bin" && cp "$0" "$3/bin/python3" ;;
  pip) [ "$0" = "$PWD/.venv/bin/python3" ] && touch .venv/installed ;;
  *) [ -e .venv/installed ] && PYTEST_DISABLE_PLUGIN_AUTOLOAD=1 exec "${stdout.trim()}" "$@" ;;
esac
`;
  workspace.write({ '.git/programs/python3': script });
  chmodSync(workspace.path('.git/programs/python3'), 0o755);
  return `${workspace.path('.git/programs')}:${process.env['PATH']}`;
}

/** Tests are scripts of a shell, run one after the other; nothing but an exit code is told. */
const runner = '#!/bin/sh\nset -e\nfor each in tests/*.sh; do sh "$each"; done\n';

const shell: Approved = {
  id: '1',
  files: ['| `src/value.sh` | Add | The value |', '| `tests/value_test.sh` | Add | Proves it |'],
  agent: {
    'write-tests': [writes({ 'tests/value_test.sh': '# 010 the value is 1\ntest "$(sh src/value.sh)" = 1\n' })],
    implement: ['echo 0\n', 'echo 1\n'].map((text) => writes({ 'src/value.sh': text })),
  },
};

test('a repository of which only a test command is known: its exit code is all the proof there is, and that is told', async () => {
  using workspace = new ApprovedWorkspace([shell]);
  remake(workspace, { 'check.sh': runner, 'tests/old_test.sh': 'true\n', 'src/old.sh': 'true\n' });
  const { code } = await workspace.begin('--test-command', 'sh check.sh').ended;
  assert.equal(code, 0, workspace.said('1'));
  const { gates, rounds, commands } = workspace.evidence('1');
  assert.equal(rounds, 2);
  const proof = gates.find(({ gate }) => gate === 'proof');
  assert.equal(proof?.state, 'warned');
  assert.match(proof.findings.join(), /only (its|the) exit code is known/);
  assert.equal(gates.find(({ gate }) => gate === 'coverage')?.state, 'unmeasured');
  const ends = commands.map(({ step, end }) => `${step} ${end}`);
  assert.deepEqual(ends, [
    ...['prepare exit 0', 'prove-red exit 1', 'prove-green exit 1', 'prove-green exit 0', 'prove-without exit 1'],
  ]);
});

test('a repository whose tests cannot be run, or whose set-up fails, is told before any agent works', async () => {
  using workspace = new ApprovedWorkspace([{ id: '1' }]);
  const unusable = await workspace.begin('--test-command', 'echo no database; exit 9').ended;
  assert.equal(unusable.code, 1);
  assert.deepEqual(workspace.fates(), { 1: 'failed setup' });
  assert.match(workspace.reason('1'), /exit code 9: no database$/);
  workspace.environment = { ...workspace.environment, AGENTOS_SET_UP_COMMAND: 'echo no network >&2; exit 3' };
  assert.equal((await workspace.begin('--fresh').ended).code, 1);
  assert.deepEqual(workspace.fates(), { 1: 'failed setup' });
  assert.match(workspace.reason('1'), /exit 3|exit code 3/);
  assert.match(workspace.reason('1'), /no network/);
  assert.ok(!workspace.entries.some((entry) => entry.kind === 'step-done' && entry.step.startsWith('write-tests')));
  assert.deepEqual([workspace.worktrees, workspace.processes], [[], []]);
});

const oldTest = "import { test } from 'node:test';\n\ntest('old', (t) => t.assert.ok(true));\n";

test('what a repository runs after its tests by itself counts', async () => {
  const code = ['var', 'const'].map((word) => `export const value = () => 1;\n${word} one = 1;\n`);
  const agent = { implement: code.map((text) => writes({ 'src/piece-1.mjs': text })) };
  using workspace = new ApprovedWorkspace([{ id: '1', agent }]);
  const scripts = { test: 'node --test', posttest: '! grep -r "^var " src' };
  remake(workspace, { 'package.json': JSON.stringify({ scripts }), 'src/old.mjs': '', 'test/old.test.mjs': oldTest });
  assert.equal((await workspace.begin().ended).code, 0, workspace.said('1'));
  assert.equal(workspace.evidence('1').rounds, 2);
  assert.match(workspace.show('1', 'src/piece-1.mjs'), /const one/);
});

/** Checks, as types are checked, that whatever tests import is there. */
const typeCheck = `import { existsSync, readdirSync, readFileSync } from 'node:fs';
for (const name of readdirSync('test'))
  for (const [, path] of readFileSync('test/' + name, 'utf8').matchAll(/'\\.\\.\\/(src\\/[^']+)'/g))
    if (!existsSync(path)) throw new Error(name + ' asks for ' + path);
`;
test('a test script that checks types first: tests without their code are shown to be red all the same', async () => {
  using workspace = new ApprovedWorkspace([{ id: '1' }]);
  const scripts = { types: 'node check.mjs', test: 'npm run types && node --test' };
  const files = { 'package.json': JSON.stringify({ scripts }), 'check.mjs': typeCheck, 'test/old.test.mjs': oldTest };
  remake(workspace, files);
  const { code } = await workspace.begin().ended;
  assert.equal(code, 0, workspace.said('1'));
  const ends = workspace.evidence('1').commands.map(({ step, argv, end }) => `${step} ${argv[0]} ${end}`);
  assert.deepEqual(ends, [
    ...['prepare npm exit 0', 'prepare npm exit 0', 'prove-red node exit 1', 'prove-green npm exit 0'],
    ...['prove-without npm exit 0', 'prove-without node exit 1'],
  ]);
});

test('a part of a workspace has the packages that its top asks for; that others are not tested is told', async () => {
  const tests = oldTest
    .replace('\n\n', "\nimport { value } from '../src/piece.mjs';\n\n")
    .replace("'old'", "'010 old'");
  const agent = {
    'write-tests': [writes({ 'parts/a/test/piece.test.mjs': tests.replace('ok(true)', 'equal(value(), 1)') })],
    implement: [writes({ 'parts/a/src/piece.mjs': "import one from 'one';\n\nexport const value = () => one;\n" })],
  };
  const files = ['| `parts/a/src/piece.mjs` | Add | v |', '| `parts/a/test/piece.test.mjs` | Add | p |'];
  using workspace = new ApprovedWorkspace([{ id: '1', files, agent }]);
  remake(workspace, {
    '.gitignore': 'ledger.txt\nnode_modules\n',
    '.npmrc': 'audit=false\nfund=false\nupdate-notifier=false\n',
    'package.json': JSON.stringify({ workspaces: ['parts/*'], devDependencies: { one: 'file:one' } }),
    'one/package.json': JSON.stringify({ name: 'one', version: '1.0.0', type: 'module', exports: './one.js' }),
    'one/one.js': 'export default 1;\n',
    'parts/a/package.json': JSON.stringify({ name: 'a', version: '1.0.0', scripts: { test: 'node --test' } }),
    'parts/a/test/old.test.mjs': oldTest,
    'parts/b/package.json': JSON.stringify({ name: 'b', version: '1.0.0', scripts: { test: 'node --test' } }),
    'parts/b/test/old.test.mjs': oldTest,
  });
  const { code } = await workspace.begin().ended;
  assert.equal(code, 0, workspace.said('1'));
  const { commands, gates } = workspace.evidence('1');
  const [install] = commands;
  const suite = gates.find(({ gate }) => gate === 'suite');
  assert.equal(suite?.state, 'warned');
  assert.match(suite.findings.join(), /^only the tests of parts\/a were run/);
  assert.deepEqual([install?.folder, install?.argv.join(' ')], ['parts/a', 'npm install --include-workspace-root']);
});

testWith(
  'bwrap',
  'submodules are filled by the command that the documentation gives, confined and without a network',
  async () => {
    using workspace = new ApprovedWorkspace([{ id: '1' }]);
    using other = new Workspace();
    other.write({ value: '1' });
    other.git('init', '--quiet');
    other.git('add', '--all');
    other.git('commit', '--quiet', '--message', 'value');
    const reads = oldTest.replace(
      'ok(true)',
      "equal(process.getBuiltinModule('fs').readFileSync('vendor/sub/value', 'utf8'), '1')",
    );
    remake(workspace, {
      'package.json': JSON.stringify({ scripts: { test: 'node --test' } }),
      'test/old.test.mjs': reads,
    });
    workspace.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', other.dir, 'vendor/sub');
    workspace.git('commit', '--quiet', '--message', 'submodule');
    const docs = readFileSync(join(projectDir, 'docs/implementation.md'), 'utf8');
    const AGENTOS_SET_UP_COMMAND = /^ {4}(git .*archive.*)$/m.exec(docs)?.[1];
    workspace.environment = { ...workspace.environment, AGENTOS_SET_UP_COMMAND };
    const by = ['--reviewer', 'scripted:script.json', '--agent', 'scripted:script.json'];
    const { code, stderr } = await workspace.run('implement', ...by, '--sandbox', 'required');
    assert.equal(code, 0, workspace.said('1'));
    assert.match(stderr, /submodules are empty in a task's worktree \(vendor\/sub\)/);
    assert.ok(workspace.evidence('1').gates.every(({ state }) => state === 'passed'));
  },
);

testWith(
  'bwrap',
  'where .git is a link, or a file that leads elsewhere, git can be asked by confined commands',
  async () => {
    for (const lead of ['link', 'file']) {
      using workspace = new ApprovedWorkspace([{ id: '1' }]);
      using elsewhere = new Workspace();
      workspace.write({ 'agentos.config.json': JSON.stringify({ setUpCommand: 'git log -1 --format=%s' }) });
      renameSync(workspace.path('.git'), elsewhere.path('git'));
      if (lead === 'link') symlinkSync(elsewhere.path('git'), workspace.path('.git'));
      else workspace.write({ '.git': `gitdir: ${elsewhere.path('git')}\n` });
      const { code, stderr } = await workspace.start('implement', ...players.slice(0, -1), 'required').ended;
      assert.equal(code, 0, stderr);
      const [setUp] = workspace.evidence('1').commands;
      assert.match(readFileSync(workspace.path(setUp?.outputPath ?? ''), 'utf8'), /^\w+\n$/);
    }
  },
);
