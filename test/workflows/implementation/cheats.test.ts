import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sweep } from '../../needs.ts';
import { Bench, evidenceOf, goodCode, goodTests, startFiles, type Turn, writesCode, writesTests } from './bench.ts';
import { failsWith } from './failure.ts';

sweep('tests that an agent weakens while it implements are put back, and never count', async () => {
  const weak = goodTests.replaceAll(/assert\.equal\([^)]*\), \d\)/g, 'assert.ok(sum)');
  const wrong: Turn = {
    files: {
      'src/sum.js': 'export function sum() {\n  return 7;\n}\n',
      'test/sum.test.js': weak,
      'test/more.test.js': goodTests,
      'test/old.test.js': null,
    },
  };
  using bench = new Bench({ 'write-tests': [writesTests], implement: [wrong, writesCode] });
  const { end, context } = await bench.run();
  evidenceOf({ end });
  assert.equal(`${bench.show('test/sum.test.js')}\n`, goodTests);
  assert.match(bench.show('test/old.test.js'), /the old is 1/);
  assert.throws(() => bench.show('test/more.test.js'));
  assert.match(context.lines.join('\n'), /put back: test\/old\.test\.js/);
  assert.match(bench.jobs[2]?.instructions ?? '', /010 two numbers/);
});

sweep('a stub is found by a gate, and sent back', async () => {
  const stub = `${goodCode}\nexport function mean(numbers) {\n  throw new Error('not implemented');\n}\n`;
  using bench = new Bench({
    'write-tests': [writesTests],
    implement: [{ files: { 'src/sum.js': stub } }, writesCode],
  });
  evidenceOf(await bench.run());
  assert.match(bench.jobs[2]?.instructions ?? '', /gate stubs/);
});

test('code that keeps an existing test from being run is found by a gate, though nothing fails', async () => {
  const quits = 'export const old = 2;\nprocess.exit(0);\n';
  using bench = new Bench({
    'write-tests': [writesTests],
    implement: [
      { files: { ...writesCode.files, 'src/old.js': quits } },
      { files: { 'src/old.js': startFiles['src/old.js'] } },
    ],
  });
  evidenceOf(await bench.run());
  assert.match(
    bench.jobs[2]?.instructions ?? '',
    /test\/old\.test\.js: of its tests 1 passed before, and none is run now/,
  );
});

test('an agent that changes nothing but tests fails its task', async () => {
  using bench = new Bench({
    'write-tests': [writesTests],
    implement: [{ files: { 'test/extra.test.js': goodTests } }],
  });
  await assert.rejects(bench.run(), failsWith('empty-diff', /nothing but tests/));
  assert.match(bench.log.join('\n'), /Tests of 137/);
});
