import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseLld } from '../../../src/governance/lld/parse-lld.ts';
import { AgentOsError } from '../../../src/model/errors.ts';
import { someRuns } from '../../needs.ts';
import { Bench, issuePath, lineage, outputPath, textOf } from './bench.ts';

const words = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '```',
    '<!--',
    '<pre>',
    '---',
    '# LLD Finalized',
    'Status: APPROVED',
    'Base: 1234567',
    '* **Status:** Rejected',
    '## Original Issue #5',
    '## Appendix: Review Log',
    '# 5 - Another title',
    '- [ ] open?',
    '| a | b |',
    '[x] **APPROVED**',
    '**Verdict:** REVISE',
    '\tcode',
  ),
);
const place = fc.nat(150);
const remark = fc.record({ title: words, detail: words, section: fc.option(words), recommendation: fc.option(words) });

function makeVerdict(verdict: string, summary: string, remarks: readonly object[]) {
  const findings = remarks.map((one) => ({ ...one, tier: 2, category: 'Quality' }));
  const rest = { title: summary, reviewer: summary, resolvedQuestions: [], coverage: [], questions: [] };
  return { text: JSON.stringify({ verdict, summary, findings, ...rest }) };
}

test('whatever drafter and reviewer write, an approved document is whole, ours around the edges, and without an error', async () => {
  using plain = new Bench();
  const draft = textOf(await plain.run(), `${lineage}/002-draft.md`).split('\n');
  const property = fc.asyncProperty(
    fc.array(fc.tuple(place, words), { maxLength: 3 }),
    fc.array(remark, { maxLength: 2 }),
    words,
    async (insertions, remarks, summary) => {
      const text = insertions.reduce((lines, [at, line]) => lines.toSpliced(at, 0, line), draft).join('\n');
      const review = [makeVerdict('REVISE', summary, remarks), makeVerdict('APPROVED', summary, remarks)];
      using bench = new Bench({ 137: { draft: [{ text }], review } });
      const ran = await bench.run({}, { maxIterations: 2 }).catch((error) => {
        assert.ok(error instanceof AgentOsError && error.code === 'REPLY_UNREADABLE', String(error));
      });
      if (ran?.end.kind !== 'done') return;
      const document = textOf(ran, outputPath);
      const { header, context, appendix, originalIssue } = parseLld(document);
      assert.deepEqual(
        [header?.path?.value, header?.status?.value, header?.reviews?.value, header?.base],
        [outputPath, 'APPROVED', '2', null],
      );
      assert.equal(context.status?.value, 'Approved');
      assert.match(appendix?.text ?? '', /\*\*Final Status:\*\* APPROVED$/);
      assert.equal(originalIssue?.text, readFileSync(bench.path(issuePath), 'utf8'));
      assert.equal(bench.lint(document).totals.error, 0);
    },
  );
  await fc.assert(property, { numRuns: someRuns(60) });
});
