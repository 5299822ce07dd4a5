import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Verdict, VerdictFinding } from '../../src/governance/verdict/verdict.ts';
import { someRuns } from '../needs.ts';
import { lineage, lineageOf, outputPath, textOf } from '../workflows/requirements/bench.ts';
import { edit, finding, makeVerdict, openTalk, revises, type Said } from './plays.ts';

function rank(remark: VerdictFinding, tier: number): VerdictFinding {
  if (tier === 1) return { ...remark, tier: 1, category: 'Safety' };
  return tier === 2 ? remark : { ...remark, tier: 3, category: null };
}

const remark = fc
  .tuple(
    fc.constantFrom('No bound', 'No pager', 'No colour', 'No rollback'),
    fc.constantFrom('2.5', '3', null),
    fc.constantFrom(1, 2, 3, 3),
  )
  .map(([title, section, tier]) => rank(finding(title, section), tier));

/** Any verdict: its word and what it lists need not agree. */
const verdict: fc.Arbitrary<Verdict> = fc
  .record({
    word: fc.constantFrom('APPROVED' as const, 'APPROVED' as const, 'REVISE' as const),
    findings: fc.array(remark, { maxLength: 2 }),
    holes: fc.constantFrom(0, 0, 0, 1),
    questions: fc.constantFrom([], [], [], ['Who pays?']),
  })
  .map(({ word, findings, holes, questions }) => {
    const { coverage, ...rest } = makeVerdict(word, { findings, questions: [...questions] });
    return { ...rest, coverage: coverage.map((row, at) => (at < holes ? { ...row, scenarios: [] } : row)) };
  });

/** Edits of which some lose something, and some do not apply. */
const revision: fc.Arbitrary<Said> = fc
  .subarray([
    edit('2.5', '3. Exit with 0.', '3. Exit with 0.\n4. Say so.'),
    edit('2.5', null, '1. Do it all.'),
    edit('3', null, '1. REQ-1: Every planned task is listed'),
    edit('10.1', '0 entries differ | REQ-2 |', '0 entries differ | REQ-1 |'),
    edit('8', 'no such words', 'x'),
  ])
  .map((edits) => revises(edits));

function isCleanApproval({ verdict: word, findings, coverage, questions }: Verdict): boolean {
  const isCovered = coverage.every(({ scenarios }) => scenarios.length > 0);
  return word === 'APPROVED' && isCovered && questions.length === 0 && findings.every(({ tier }) => tier !== 1);
}

test('whatever is said, only a clean approval of a clean document is published, and the count of reviews is true', async () => {
  const seen = { done: 0, rejected: 0 };
  const talks = fc.tuple(
    fc.array(verdict, { minLength: 1, maxLength: 4 }),
    fc.array(revision, { minLength: 1, maxLength: 3 }),
  );
  const property = fc.asyncProperty(talks, async ([verdicts, revise]) => {
    using talk = openTalk({ review: verdicts.map((one) => ({ text: JSON.stringify(one) })), revise });
    const ran = await talk.run({}, { maxIterations: verdicts.length });
    const reviews = lineageOf(ran).filter((name) => name.endsWith('-verdict.md')).length;
    seen[ran.end.kind] += 1;
    if (ran.end.kind === 'rejected') {
      assert.equal(ran.end.rounds, reviews);
      return assert.ok([...ran.files.keys()].every((path) => /^docs\/lineage\/137-lld\/\d+-[a-z]+\.md$/.test(path)));
    }
    const last = verdicts[reviews - 1];
    assert.ok(last !== undefined && isCleanApproval(last));
    const document = textOf(ran, outputPath);
    const { totals, coverage } = talk.lint(document);
    assert.deepEqual([totals.error, coverage?.ratio], [0, 1]);
    assert.ok(document.includes(`\nReviews: ${reviews}\n`));
    assert.equal(document.match(/^### Review #\d+/gm)?.length, reviews);
    assert.equal(JSON.parse(textOf(ran, `${lineage}/approval.json`)).rounds, reviews);
  });
  // Few runs may meet only one of the two ends: these are one of each.
  const examples: [[Verdict[], Said[]]][] = [
    [[[makeVerdict('APPROVED')], [revises([])]]],
    [[[makeVerdict('REVISE')], [revises([])]]],
  ];
  await fc.assert(property, { numRuns: someRuns(40), examples });
  assert.ok(seen.done > 0 && seen.rejected > 0, JSON.stringify(seen));
});
