import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Bench, evidenceOf, goodCode, startFiles, type Turn, writesCode, writesTests } from './bench.ts';

const ignoring = { ...startFiles, '.gitignore': 'dist/\n' };

test('work that needs files which git ignores is found in a fresh checkout, and sent back', async () => {
  const hides: Turn = {
    files: { 'dist/sum.js': goodCode, 'src/sum.js': "export { sum } from '../dist/sum.js';\n" },
  };
  using bench = new Bench({ 'write-tests': [writesTests], implement: [hides, writesCode] }, { files: ignoring });
  const evidence = evidenceOf(await bench.run());
  assert.match(
    bench.jobs[2]?.instructions ?? '',
    /gate suite: the suite passes only beside files that are not committed/,
  );
  assert.equal(`${bench.show('src/sum.js')}\n`, goodCode);
  const steps = evidence.commands.map(({ step, commit }) => [step, commit === evidence.tested.commit]);
  assert.deepEqual(steps.slice(-2), [
    ['prove-green', true],
    ['prove-commit', true],
  ]);
});

test('tests that pass only because they ran before prove nothing', async () => {
  const marks = `import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';

const isAgain = existsSync('dist/mark');
mkdirSync('dist', { recursive: true });
writeFileSync('dist/mark', '');
const { sum = () => null } = await import('../src/sum.js').catch(() => ({}));

test('010 two numbers are added', () => assert.equal(isAgain ? sum([]) + 3 : sum([1, 2]), 3));
test('020 of nothing the sum is 0', () => assert.equal(sum([]), 0));
`;
  const wrong: Turn = { files: { 'src/sum.js': 'export function sum() {\n  return 0;\n}\n' } };
  const turns = { 'write-tests': [{ files: { 'test/sum.test.js': marks } }], implement: [wrong, writesCode] };
  using bench = new Bench(turns, { files: ignoring });
  evidenceOf(await bench.run());
  assert.match(bench.jobs[2]?.instructions ?? '', /In a fresh checkout: .*010 two numbers/);
});

test('gates judge what is committed, whatever tests make of it while they run', async () => {
  const stub = `import { writeFileSync } from 'node:fs';

export function mean() {
  throw new Error('not implemented');
}

writeFileSync(new URL(import.meta.url), ${JSON.stringify(goodCode)});

${goodCode}`;
  using bench = new Bench({
    'write-tests': [writesTests],
    implement: [{ files: { 'src/sum.js': stub } }, writesCode],
  });
  const { end, context } = await bench.run();
  evidenceOf({ end });
  assert.match(bench.jobs[2]?.instructions ?? '', /gate stubs: src\/sum\.js:4/);
  assert.match(context.lines.join('\n'), /put back what tests changed or left: src\/sum\.js$/m);
});
