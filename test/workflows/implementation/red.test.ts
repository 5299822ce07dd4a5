import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { Bench, evidenceOf, goodTests, startFiles, type Turn, writesCode, writesTests } from './bench.ts';
import { failsWith } from './failure.ts';

/** Approves, and says whether it was told. */
const reviewer = `let asked = '';
for await (const chunk of process.stdin) asked += chunk;
const told = /Decisions of the person[^]*Keep it small/.test(asked);
const lists = { findings: [], resolvedQuestions: [], coverage: [], questions: [] };
console.log(JSON.stringify({ verdict: 'APPROVED', summary: 'told: ' + told, ...lists }));
`;

const tests = (text: string): Turn => ({ files: { 'test/sum.test.js': text } });

test('tests that fail for a wrong reason go back with what was found', async () => {
  const wrong = goodTests.replace(
    "import { test } from 'node:test';",
    "import { test } from 'node:test';\nimport 'left-pad';",
  );
  const one = goodTests.replace(/^test\('020.*$/m, '');
  using bench = new Bench({ 'write-tests': [tests(wrong), tests(one), writesTests], implement: [writesCode] });
  evidenceOf(await bench.run());
  assert.match(bench.jobs[1]?.instructions ?? '', /left-pad/);
  assert.match(bench.jobs[2]?.instructions ?? '', /no test is named 020/);
});

test('placeholders, passing tests and none at all are refused, three times at most', async () => {
  const placeholder = `import assert from 'node:assert/strict';
import { test } from 'node:test';
test('010 two numbers', () => {
  assert.fail('later');
});
test('020 nothing', { todo: true }, () => {});
`;
  const passing = goodTests
    .replaceAll('../src/sum.js', '../src/old.js')
    .replaceAll(/\bsum\b(?!mary)/g, 'old')
    .replaceAll(/old\(\[[^\]]*\]\), \d/g, 'old, 1');
  using bench = new Bench({ 'write-tests': [tests(placeholder), {}, tests(passing)], implement: [] });
  await assert.rejects(bench.run(), failsWith('red-tests', /passes before anything was changed/));
  assert.match(bench.jobs[1]?.instructions ?? '', /always-fails/);
  assert.match(bench.jobs[1]?.instructions ?? '', /it is todo|proves nothing \(todo\)/);
});

test('an agent that writes no test is told which are wanted', async () => {
  using bench = new Bench({ 'write-tests': [{}, writesTests], implement: [writesCode] });
  evidenceOf(await bench.run());
  assert.match(bench.jobs[1]?.instructions ?? '', /scenarios 010, 020 need one each/);
});

test('code that is written along with the tests is put back: they are red without it', async () => {
  const eager: Turn = {
    files: { ...writesTests.files, ...writesCode.files, 'src/old.js': 'export const old = 1; // touched\n' },
  };
  using bench = new Bench({ 'write-tests': [eager], implement: [writesCode] });
  const { end, context } = await bench.run();
  const evidence = evidenceOf({ end });
  assert.match(context.lines.join('\n'), /put back: src\/sum\.js/);
  assert.deepEqual(
    evidence.changed.map(({ path }) => path),
    ['src/sum.js', 'test/sum.test.js'],
  );
});

test('existing tests are neither deleted nor weakened while new ones are written', async () => {
  const skipped = startFiles['test/old.test.js'].replace("test('the old is 1',", "test.skip('the old is 1',");
  const turns = [
    { files: { ...writesTests.files, 'test/old.test.js': skipped } },
    { files: { 'test/old.test.js': null } },
  ];
  using bench = new Bench({ 'write-tests': turns, implement: [writesCode] });
  evidenceOf(await bench.run());
  assert.match(bench.jobs[1]?.instructions ?? '', /test\/old\.test\.js: the old is 1: skipped/);
  assert.equal(`${bench.show('test/old.test.js')}\n`, startFiles['test/old.test.js']);
});

test('what a person says with a yes to the tests is told to the agent in every job, and to the reviewer, and is kept', async () => {
  const half = { files: { 'src/sum.js': 'export const sum = ([a, b]) => a + b;\n' } };
  using bench = new Bench({ 'write-tests': [writesTests], implement: [half, writesCode] });
  writeFileSync(bench.path('reviewer.mjs'), reviewer);
  const ran = await bench.run(
    { answers: [{ answer: 'approve', note: 'Keep it small' }] },
    { gate: 'draft', reviewer: `command:node ${bench.path('reviewer.mjs')}` },
  );
  assert.doesNotMatch(bench.jobs[0]?.instructions ?? '', /Keep it small/);
  for (const { instructions } of bench.jobs.slice(1)) {
    assert.match(instructions, /Decisions of the person who runs this tool:\n<decisions-\w+>\n1\. Keep it small/);
  }
  const { draftGate, reviews } = evidenceOf(ran);
  assert.deepEqual(draftGate, [{ answer: 'approve', note: 'Keep it small' }]);
  assert.equal(reviews[0]?.summary, 'told: true');
  assert.match(
    bench.show('docs/reports/137/implementation-report.md'),
    /A person said: \*\*approve\*\*\. Keep it small/,
  );
});

test('at the gate a person may send the tests back, or reject them', async () => {
  using bench = new Bench({ 'write-tests': [writesTests, writesTests], implement: [writesCode] });
  const answers = [
    { answer: 'reject', note: 'Use three numbers' },
    { answer: 'approve', note: null },
  ] as const;
  evidenceOf(await bench.run({ answers }, { gate: 'draft' }));
  assert.match(bench.jobs[1]?.instructions ?? '', /Use three numbers/);
  const patient = [...Array(3).fill(answers[0]), answers[1]];
  using long = new Bench({ 'write-tests': Array(4).fill(writesTests), implement: [writesCode] });
  evidenceOf(await long.run({ answers: patient }, { gate: 'draft' }));
  using other = new Bench({ 'write-tests': [writesTests], implement: [] });
  const { end } = await other.run({ answers: [{ answer: 'reject', note: null }] }, { gate: 'all' });
  assert.equal(end.kind, 'rejected');
});
