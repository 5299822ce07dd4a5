import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { MemoryContext } from '../memory-context.ts';
import { Bench, evidenceOf, renderLld, startFiles, writesCode, writesTests } from './bench.ts';
import { failsWith } from './failure.ts';

const turns = { 'write-tests': [writesTests], implement: [writesCode] };

test('a set-up command runs first, again wherever tests are run in a fresh worktree, and leaves nothing in the commit', async () => {
  using bench = new Bench(turns);
  const setUpCommand = 'echo made >> made.txt && echo "// changed" >> src/old.js && echo ready';
  const building = { ...bench.order.building, setUpCommand };
  const { end, context } = await bench.run({}, { building });
  const { commands, changed } = evidenceOf({ end });
  assert.deepEqual(
    commands.map(({ step, argv }) => `${step} ${argv[0]}`),
    [
      ...['prepare sh', 'prepare node', 'prove-red node', 'prove-green node'],
      ...['prove-without sh', 'prove-without node', 'prove-commit sh', 'prove-commit node'],
    ],
  );
  assert.deepEqual(
    changed.map(({ path }) => path),
    ['src/sum.js', 'test/sum.test.js'],
  );
  assert.throws(() => bench.show('made.txt'));
  const log = commands[0]?.outputPath ?? '';
  assert.equal(log, 'docs/lineage/137-impl/001-prepare.log');
  assert.equal(String(context.files.get(log)), 'ready\n');
});

test('a set-up that fails ends the task with its last words, and where all of them are; a retry tries it anew', async () => {
  using bench = new Bench(turns);
  const setUpCommand = `echo the first of many words; echo no such package; test -e '${bench.outside('mended')}' || exit 3`;
  const building = { ...bench.order.building, setUpCommand };
  const context = new MemoryContext();
  const kept = 'docs/lineage/137-impl/001-prepare.log';
  await assert.rejects(
    bench.runWith(context, { building }),
    failsWith('setup', new RegExp(`^see ${kept}: set-up failed .*exit 3.*no such package$`)),
  );
  assert.equal(String(context.files.get(kept)), 'the first of many words\nno such package\n');
  writeFileSync(bench.outside('mended'), '');
  const { commands } = evidenceOf(await bench.run({ memos: context.memos, isLater: true }, { building }));
  assert.deepEqual(
    commands.slice(0, 3).map(({ step, end, outputPath }) => `${step} ${end} ${outputPath.slice(-15)}`),
    ['prepare exit 3 001-prepare.log', 'prepare exit 0 002-prepare.log', 'prepare exit 0 003-prepare.log'],
  );
});

test('tests that never end, or contradict their exit code, before any change end the task before an agent is asked', async () => {
  const hangs =
    "import { test } from 'node:test';\ntest('waits', () => new Promise(() => setInterval(() => {}, 1000)));\n";
  using bench = new Bench(turns, { files: { ...startFiles, 'test/hangs.test.js': hangs } });
  const building = { ...bench.order.building, testMs: 1500 };
  await assert.rejects(
    bench.run({}, { building }),
    failsWith('setup', /did not end within 1\.5 s \(testTimeoutSeconds\)/),
  );
  assert.deepEqual(bench.kinds, []);
  const sour = "process.on('exit', () => { process.exitCode = 1; });\n";
  const manifest = '{ "type": "module", "scripts": { "test": "node --test --test-global-setup=./sour.mjs" } }';
  using other = new Bench(turns, { files: { ...startFiles, 'package.json': manifest, 'sour.mjs': sour } });
  await assert.rejects(
    other.run(),
    failsWith('setup', /contradiction: the report names 0 failures of 1 tests, the exit code is 1/),
  );
  assert.deepEqual(other.kinds, []);
});

test('packages are never borrowed from the main checkout', async () => {
  const manifest = JSON.stringify({
    type: 'module',
    scripts: { test: 'node --test' },
    dependencies: { 'left-pad': '1.0.0' },
  });
  using bench = new Bench(turns, {
    files: { ...startFiles, 'package.json': manifest, '.gitignore': '/.agentos/\nnode_modules/\n' },
  });
  bench.workspace.write({ 'node_modules/left-pad/package.json': '{ "name": "left-pad" }' });
  const building = { ...bench.order.building, setUpCommand: '' };
  await assert.rejects(bench.run({}, { building }), failsWith('setup', /left-pad.*worktreeDir/));
});

test('a repository without tests that can be found needs a command', async () => {
  using bench = new Bench(turns, { files: { 'readme.md': 'Nothing here.\n' } });
  await assert.rejects(bench.run(), failsWith('setup', /testCommand/));
});

test('a command that tells nothing but its exit code is enough, and said to be all there is', async () => {
  using bench = new Bench(turns);
  const building = { ...bench.order.building, testCommand: `'${process.execPath}' --test` };
  const evidence = evidenceOf(await bench.run({}, { building }));
  const proof = evidence.gates.find(({ gate }) => gate === 'proof');
  assert.equal(proof?.state, 'warned');
  assert.equal(evidence.gates.find(({ gate }) => gate === 'coverage')?.state, 'unmeasured');
  assert.deepEqual(
    evidence.scenarios.map(({ tests }) => tests.length),
    [1, 1],
  );
});

test('such a command is enough, too, for tests in a language that nobody here can read', async () => {
  const tests = '# 010 two numbers\n[ "$(sh src/sum.sh 1 2)" = 3 ] &&\n# 020 no number\n[ "$(sh src/sum.sh)" = 0 ]\n';
  const code = 'total=0\nfor each in "$@"; do total=$((total + each)); done\necho "$total"\n';
  const files = ['| `src/sum.sh` | Add | Adds numbers |', '| `tests/sum.sh` | Add | Proves it |'];
  using bench = new Bench(
    { 'write-tests': [{ files: { 'tests/sum.sh': tests } }], implement: [{ files: { 'src/sum.sh': code } }] },
    { files: { 'tests/old.sh': 'true\n' }, lld: renderLld(files) },
  );
  const building = { ...bench.order.building, testCommand: 'for each in tests/*.sh; do sh "$each" || exit 1; done' };
  const evidence = evidenceOf(await bench.run({}, { building }));
  assert.deepEqual(
    evidence.scenarios.map(({ tests: [one] }) => [one?.name, one?.file, one?.without, one?.isGreen]),
    [
      ['010 two numbers', 'tests/sum.sh', 'error', true],
      ['020 no number', 'tests/sum.sh', 'error', true],
    ],
  );
  assert.match(bench.jobs[0]?.instructions ?? '', /Tests lie below tests\/, and are named \*\.sh/);
});

test('tests that cannot be run before any change end the task', async () => {
  using bench = new Bench(turns);
  const building = { ...bench.order.building, testCommand: 'exit 9' };
  await assert.rejects(bench.run({}, { building }), failsWith('setup', /exit code 9/));
});

test('whose tests look for packages where there is no network is told so, and what helps', async () => {
  const testCommand = 'echo "error: Could not resolve host: index.crates.io" >&2; exit 1';
  for (const [level, sandboxNetwork, isTold] of [
    ['bwrap', 'gateway', true],
    ['bwrap', 'host', false],
    ['none', 'gateway', false],
  ] as const) {
    using bench = new Bench(turns, { level });
    const building = { ...bench.order.building, testCommand, sandboxNetwork };
    const hint = isTold ? 'tests have no network: [^:]* sandboxNetwork be host: ' : '';
    const said = new RegExp(`: the tests cannot be run before any change \\(sh -c [^)]*\\): ${hint}exit code 1`);
    await assert.rejects(bench.run({}, { building }), failsWith('setup', said));
  }
});
