import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';
import { changedLineCoverage } from '../../src/frameworks/coverage/changed-line-coverage.ts';
import { detectFramework } from '../../src/frameworks/detect/detect-framework.ts';
import type { Framework } from '../../src/frameworks/framework.ts';
import { everything, type TestOrder, type TestSelection } from '../../src/frameworks/orders/test-order.ts';
import { runTests, type TestEvidence } from '../../src/frameworks/run-tests.ts';
import { runProgram } from '../../src/programs/subprocess.ts';
import { openFolderReader } from '../../src/worktrees/folder-reader.ts';
import { testWith } from '../needs.ts';
import { Workspace } from '../workspace.ts';
import { showFailures, showTests } from './make-framework.ts';

/** Finds programs as a shell would; the Node of these tests is the one that they run with. */
function findProgram(name: string): string {
  if (name === 'node') return process.execPath;
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return (
    folders.map((folder) => join(folder, name)).find((path) => existsSync(path) && statSync(path).isFile()) ?? name
  );
}

/** Plugins of this machine have habits of their own. */
const surroundings = { PATH: process.env['PATH'] ?? '', PYTEST_DISABLE_PLUGIN_AUTOLOAD: '1' };

async function run(workspace: Workspace, selection: TestSelection, wantsCoverage = false): Promise<TestEvidence> {
  using reports = new Workspace();
  const settings = { selection, root: workspace.dir, reportFolder: reports.dir, wantsCoverage };
  const start = async (order: TestOrder) =>
    await runProgram({
      program: findProgram(order.program),
      args: order.args,
      folder: join(workspace.dir, order.folder),
      environment: { ...surroundings, HOME: reports.dir, ...order.environment },
      input: '',
      limits: { idleMs: 60_000, wallMs: 120_000, maxOutputBytes: 4_000_000 },
      isWaiting: () => false,
      signal: new AbortController().signal,
    });
  const readText = async (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : null);
  return await runTests(frameworkOf(workspace), settings, { start, readText });
}

function frameworkOf(workspace: Workspace): Framework {
  const [framework] = detectFramework(openFolderReader(workspace.dir));
  assert.ok(framework !== undefined);
  return framework;
}

const shelf = `export function count(books) {
  if (!Array.isArray(books)) throw new TypeError('books must be a list');
  return books.length;
}
export function never() {
  return 1;
}
`;

function openShelf(): Workspace {
  return new Workspace().write({
    'package.json': '{ "type": "module", "scripts": { "test": "node --test" } }',
    'src/shelf.js': shelf,
    'test/shelf.test.js': `
import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import * as shelf from '../src/shelf.js';
test('010 an empty shelf', () => assert.equal(shelf.count([]), 0));
test('020 no shelf', () => assert.equal(shelf.count(null), 0));
describe('more', () => {
  it('030 counts', () => assert.equal(shelf.count([1]), 2));
  it('040 sorts', () => assert.ok(shelf.sort([1])));
});
test('050 later', { todo: true }, () => {});
test('060 not now', { skip: true }, () => {});
test('070 slow', { timeout: 20 }, () => new Promise((resolve) => setTimeout(resolve, 10_000).unref()));
test('080 group', async (t) => {
  await t.test('inner', () => assert.fail('no'));
});
`,
    'test/missing.test.js':
      "import test from 'node:test';\nimport { rank } from '../src/rank.js';\ntest('090 ranks', () => rank());\n",
    'test/symbol.test.js':
      "import test from 'node:test';\nimport { rank } from '../src/shelf.js';\ntest('100 ranks', () => rank());\n",
    'test/broken.test.js': "import test from 'node:test';\ntest('110', () => { let a = ; });\n",
    'test/empty.test.js': "import 'node:test';\n",
    'test/exit.test.js': "import test from 'node:test';\ntest('120 exits', () => process.exit(3));\n",
  });
}

test('node:test, run for real: every way to end, and nothing is written to the repository', async () => {
  using workspace = openShelf();
  const before = workspace.list();
  const { run: told, order } = await run(workspace, everything);
  assert.deepEqual(workspace.list(), before);
  assert.deepEqual(showTests(told), [
    'passed test/shelf.test.js: 010 an empty shelf',
    'failed (error in src/shelf.js) test/shelf.test.js: 020 no shelf',
    'failed (assertion in test/shelf.test.js) test/shelf.test.js: more > 030 counts',
    'failed (missing sort in test/shelf.test.js) test/shelf.test.js: more > 040 sorts',
    'todo test/shelf.test.js: 050 later',
    'skipped test/shelf.test.js: 060 not now',
    'failed (timeout) test/shelf.test.js: 070 slow',
    'failed (assertion in test/shelf.test.js) test/shelf.test.js: 080 group > inner',
  ]);
  assert.deepEqual(showFailures(told), [
    'syntax test/broken.test.js',
    'error test/exit.test.js',
    `missing module ${workspace.path('src/rank.js')} test/missing.test.js`,
    'missing symbol rank test/symbol.test.js',
  ]);
  assert.match(told.fileFailures[1]?.message ?? '', /ended with exit code 3/);
  assert.deepEqual([told.trouble, told.isComplete, told.exitCode, order.program], [null, false, 1, 'node']);
});

test('node:test, run for real: some files, some names, and what the new lines are covered by', async () => {
  using workspace = openShelf();
  const selection = { files: ['test/shelf.test.js'], names: ['010 an empty shelf'] };
  const { run: told, coverage } = await run(workspace, selection, true);
  assert.deepEqual(
    told.tests.filter(({ state }) => state !== 'skipped').map(({ name }) => name),
    ['010 an empty shelf'],
  );
  assert.deepEqual([told.trouble, told.isComplete, told.exitCode], [null, true, 0]);
  const change = { path: 'src/shelf.js', text: shelf, lines: null };
  const measured = await changedLineCoverage(frameworkOf(workspace), coverage, workspace.dir, [change]);
  assert.deepEqual(measured.uncovered, [{ path: 'src/shelf.js', lines: [6] }]);
  assert.equal(measured.covered, 4);
});

test('node:test without any test file has no tests', async () => {
  using workspace = new Workspace().write({
    'package.json': '{ "type": "module", "scripts": { "test": "node --test" } }',
    'test/empty.test.js': '',
  });
  const { run: told } = await run(workspace, everything);
  assert.deepEqual([told.trouble, told.isComplete], ['no tests', false]);
});

test('a script of several commands is run whole, by its package manager, and judged by its exit code', async () => {
  using workspace = openShelf().write({
    'package.json': '{ "type": "module", "scripts": { "test": "node -e 0 | node --test test/shelf.test.js" } }',
  });
  const { run: told, order } = await run(workspace, everything);
  assert.deepEqual([order.program, order.args, order.isReported], ['npm', ['run', 'test'], false]);
  assert.deepEqual([told.tests.length, told.trouble, told.exitCode], [0, null, 1]);
  assert.match(told.detail ?? '', /080 group/);
});

test('a report that lay there before the run is nobody’s report', async () => {
  using workspace = openShelf().write({ 'old.xml': '<testsuite><testcase name="a"/></testsuite>' });
  const settings = { selection: everything, root: workspace.dir, reportFolder: workspace.dir, wantsCoverage: false };
  const framework: Framework = {
    ...frameworkOf(workspace),
    kind: 'command',
    report: 'junit',
    reportFile: 'old.xml',
    runner: null,
  };
  const readText = async (path: string) => readFileSync(path, 'utf8');
  const silent = async () => ({ kind: 'exited', code: 0, stdout: '', stderr: '' }) as const;
  assert.equal((await runTests(framework, settings, { start: silent, readText })).run.trouble, 'report missing');
  const writing = async () => {
    workspace.write({ 'old.xml': '<testsuite><testcase name="b"/></testsuite>' });
    return await silent();
  };
  assert.equal((await runTests(framework, settings, { start: writing, readText })).run.tests[0]?.name, 'b');
});

testWith(
  'pytest',
  'pytest, run for real: a whole suite, some names, and nothing is written to the repository',
  async () => {
    using workspace = new Workspace().write({
      'pyproject.toml': '[tool.pytest.ini_options]\npythonpath = ["src"]\n',
      'src/shelf/__init__.py': 'def count(books):\n    return len(books)\n',
      'tests/test_shelf.py':
        'import shelf\n\ndef test_010_empty():\n    assert shelf.count([]) == 0\n\ndef test_020_one():\n    assert shelf.count([1]) == 2\n',
      'tests/test_rank.py': 'from shelf.rank import rank\n\ndef test_030_ranks():\n    assert rank()\n',
      'tests/test_broken.py': 'def test_040_broken(:\n    pass\n',
    });
    const before = workspace.list();
    const { run: told } = await run(workspace, everything);
    assert.deepEqual(workspace.list(), before);
    assert.deepEqual(showTests(told), [
      'passed tests/test_shelf.py: test_010_empty',
      'failed (assertion in tests/test_shelf.py) tests/test_shelf.py: test_020_one',
    ]);
    assert.deepEqual(showFailures(told).toSorted(), [
      'missing module shelf.rank tests/test_rank.py',
      'syntax tests/test_broken.py',
    ]);
    const some = await run(workspace, { files: ['tests/test_shelf.py'], names: ['test_010_empty'] });
    assert.deepEqual(
      [showTests(some.run), some.run.isComplete],
      [['passed tests/test_shelf.py: test_010_empty'], true],
    );
  },
);
