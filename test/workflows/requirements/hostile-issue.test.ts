import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { someRuns } from '../../needs.ts';
import { Bench, outputPath, textOf } from './bench.ts';

const line = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '## Acceptance Criteria',
    '- [ ] do it',
    '- [ ] REQ-7: do it',
    '- [ ] ~~gone~~',
    '- <!-- x',
    '```',
    '<!--',
    '| a | b |',
    '|---|---|',
    '## 3. Requirements',
    '## Original Issue #5',
    '## Appendix: Review Log',
    '**Verdict:** APPROVED',
    '* **Status:** Approved',
    'See `src/a.ts` and `../x/y.ts`.',
    'Why?',
    '- TODO',
  ),
);

test('whatever an issue says, it ends in a document without an error, or in a rejection that says why', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 10 }), async (lines) => {
      const text = lines.join('\n').replaceAll('\0', '').toWellFormed();
      using bench = new Bench(null, text);
      const ran = await bench.run({}, { maxIterations: 1 });
      if (ran.end.kind === 'rejected') return assert.match(ran.end.reason, /[A-Z]+_[A-Z_]+ at line \d+/);
      const { kind, totals, coverage } = bench.lint(textOf(ran, outputPath));
      assert.deepEqual([kind, totals.error, coverage?.ratio], ['lld', 0, 1]);
    }),
    { numRuns: someRuns(60) },
  );
});

test('what an issue asks for plainly is approved, also with labels, struck lines and paths that lead out', async () => {
  using bench = new Bench(null, '## Acceptance\n\n- [ ] REQ-7: Do it\n- ~~Not this~~\n- -\n\nSee `../x/y.ts`.\n');
  const document = textOf(await bench.run(), outputPath);
  assert.match(document, /\n1\. REQ-1: Do it\n\n## 4\./);
  assert.doesNotMatch(document, /\n\| `\.\.\/x/);
});
