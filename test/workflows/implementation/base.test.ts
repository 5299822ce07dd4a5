import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { Bench, evidenceOf, goodTests, renderLld, startFiles, writesCode, writesTests } from './bench.ts';

const turns = { 'write-tests': [writesTests], implement: [writesCode] };

test('tests that fail before any change are said, and do not count', async () => {
  const failing = "import { test } from 'node:test';\ntest('a bug', () => { throw new Error('old bug'); });\n";
  const broken = "import './not-there.js';\n";
  using bench = new Bench(turns, {
    files: { ...startFiles, 'test/bug.test.js': failing, 'test/broken.test.js': broken },
  });
  const { end, context } = await bench.run();
  const suite = evidenceOf({ end }).gates.find(({ gate }) => gate === 'suite');
  assert.match(context.lines.join('\n'), /before any change 2 test\(s\) fail/);
  assert.equal(suite?.state, 'warned');
  assert.match(suite?.findings.join() ?? '', /a bug/);
});

test('a test that passed before, and fails by the change, is no baseline', async () => {
  const breaking = { files: { ...writesCode.files, 'src/old.js': 'export const old = 2;\n' } };
  using bench = new Bench({ ...turns, implement: [breaking, { files: { 'src/old.js': startFiles['src/old.js'] } }] });
  evidenceOf(await bench.run());
  assert.match(bench.jobs[2]?.instructions ?? '', /the old is 1/);
});

test('a test that passed before, fails with the change and passes when it is run again costs no job, and is told', async () => {
  const flaky = `import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

test('now and then', () => {
  mkdirSync('ignored', { recursive: true });
  appendFileSync('ignored/runs', '.');
  assert.notEqual(readFileSync('ignored/runs', 'utf8'), '..');
});
`;
  using bench = new Bench(turns, {
    files: { ...startFiles, '.gitignore': 'ignored\n', 'test/flaky.test.js': flaky },
  });
  const { end, context } = await bench.run();
  const { gates, commands } = evidenceOf({ end });
  assert.deepEqual(bench.kinds, ['write-tests', 'implement']);
  const suite = gates.find(({ gate }) => gate === 'suite');
  assert.deepEqual(suite?.findings, [
    'now and then: it failed, and passed when it was run again: it may fail by chance',
  ]);
  assert.match(suite?.summary ?? '', /^4 of 4 tests of the suite pass; 0 fail by the change$/);
  assert.match(context.lines.join('\n'), /note: it failed, and passed when it was run again: now and then/);
  const runs = commands.filter(({ step }) => step === 'prove-green');
  assert.equal(runs.length, 2, 'both runs are kept');
  assert.ok(!runs[1]?.argv.includes('test/flaky.test.js'), 'beside all others: it may fail for them');
});

test('work of an earlier design is put aside under another name, and the checkout stays as it is', async () => {
  using bench = new Bench(turns);
  evidenceOf(await bench.run());
  const first = bench.git('rev-parse', 'agentos/137');
  writeFileSync(bench.path('src/old.js'), 'export const old = 1; // mine\n');
  const { end, context } = await bench.run();
  evidenceOf({ end });
  assert.equal(bench.git('rev-parse', 'agentos/137.1'), first);
  assert.match(context.lines.join('\n'), /kept as branch agentos\/137\.1/);
  assert.match(context.lines.join('\n'), /not committed: tasks do not see them/);
  assert.equal(bench.git('status', '--porcelain', 'src'), 'M src/old.js');
  bench.commit('Another base');
  evidenceOf(await bench.run());
  assert.ok(bench.git('rev-parse', 'agentos/137.2'));
  assert.equal(bench.git('rev-list', '--count', 'main..agentos/137'), '1');
});

test('tests that run what was built, and nothing that it was built from: coverage is not measured, and said so before any job', async () => {
  const tests = goodTests.replace('../src/sum.js', '../dist/sum.js');
  const scripts = { build: 'mkdir -p dist && cp src/*.js dist', test: 'npm run build && node --test' };
  const files = {
    'package.json': JSON.stringify({ name: 'sums', type: 'module', scripts }),
    '.gitignore': '/.agentos/\ndist/\n',
    'src/sum.js': 'export const sum = (numbers) => numbers.length - 1;\n',
    'test/old.test.js': `import '../dist/sum.js';\nimport { test } from 'node:test';\ntest('it is there', () => {});\n`,
  };
  const lld = renderLld(['| `src/sum.js` | Modify | Adds numbers |', '| `test/sum.test.js` | Add | Proves it |']);
  const agent = { 'write-tests': [{ files: { 'test/sum.test.js': tests } }], implement: [writesCode] };
  using bench = new Bench(agent, { files, lld });
  const { end, context } = await bench.run();
  const coverage = evidenceOf({ end }).gates.find(({ gate }) => gate === 'coverage');
  assert.equal(coverage?.state, 'unmeasured');
  assert.match(context.lines.join('\n'), /coverage is not measured: the tests run what was built \(dist\/sum\.js\)/);
});

test('what tests change in the worktree, or leave there, is nobody’s work, however often they run', async () => {
  const untidy = `import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';

test('it leaves traces', () => {
  appendFileSync('src/old.js', '// a trace\\n');
  appendFileSync('test/data.txt', 'a trace\\n');
  mkdirSync('left', { recursive: true });
  writeFileSync(\`left/\${process.pid}.txt\`, 'a trace');
});
`;
  const files = { ...startFiles, 'test/data.txt': 'data\n', 'test/untidy.test.js': untidy };
  const wrong = { files: { 'src/sum.js': 'export function sum() {\n  return 3;\n}\n' } };
  using bench = new Bench({ 'write-tests': [writesTests], implement: [wrong, writesCode] }, { files });
  const ran = await bench.run({}, { building: { ...bench.order.building, isStrict: true } });
  const { rounds, changed } = evidenceOf(ran);
  assert.equal(rounds, 2);
  assert.deepEqual(
    changed.map(({ path }) => path),
    ['src/sum.js', 'test/sum.test.js'],
  );
  const said = ran.context.lines.join('\n');
  assert.match(said, /note: put back what tests changed or left: src\/old\.js, test\/data\.txt, left\/\d+\.txt$/m);
  assert.doesNotMatch(said, /put back: /, 'no agent is blamed for it');
});
