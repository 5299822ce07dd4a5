import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readVerdict } from '../../../../src/governance/verdict/read-verdict.ts';
import type { AskedVerdict } from '../../../../src/governance/verdict/verdict.ts';
import { reviewCodeOffline } from '../../../../src/providers/offline/review-code.ts';
import type { CodeReviewAsk } from '../../../../src/providers/provider.ts';
import type { ReviewSubject } from '../../../../src/workflows/implementation/code-review.ts';
import { makeMatrix } from '../../../../src/workflows/implementation/matrix.ts';
import { renderCodeVerdict } from '../../../../src/workflows/implementation/render-code-verdict.ts';
import { reviewCode } from '../../../../src/workflows/implementation/review-code.ts';
import { commit, design, facts } from '../designs.ts';

const subject: ReviewSubject = {
  id: '137',
  title: 'Add a dry run',
  design,
  commit,
  change: { patch: '+x', firstPatch: null, sinceFirst: null, sinceLast: null },
  gates: facts.gates,
  matrix: makeMatrix(facts.requirements, facts.scenarios),
  earlier: [],
  decisions: [],
};
const approved: AskedVerdict = {
  verdict: 'APPROVED',
  summary: 'It does what the design says.',
  findings: [],
  resolvedQuestions: [],
  coverage: [{ requirement: 1, text: 'It lists', scenarios: ['010'] }],
  questions: [],
};
const finding = {
  title: 'Order',
  detail: 'It is not told',
  section: 'src/a.ts:2',
  quote: 'map',
  recommendation: 'Sort',
};

/** A reviewer who says these things, one after the other. */
function openReview(replies: readonly string[]) {
  const asks: CodeReviewAsk[] = [];
  const pages: string[] = [];
  return {
    asks,
    pages,
    tools: {
      reviewer: 'scripted:x',
      async ask(ask: CodeReviewAsk) {
        asks.push(ask);
        return { text: replies[asks.length - 1] ?? '', model: 'm', callId: `call-${asks.length}`, isEarlier: false };
      },
      async keep(page: string) {
        pages.push(page);
      },
    },
  };
}

test('an approval is kept, and bound to the commit that was reviewed', async () => {
  const { tools, pages } = openReview([JSON.stringify(approved)]);
  const { judgement, review, demands } = await reviewCode(subject, tools);
  assert.equal(judgement, 'approved');
  assert.deepEqual(demands, []);
  assert.deepEqual(review, {
    round: 1,
    reviewer: 'scripted:x',
    model: 'm',
    callId: 'call-1',
    verdict: 'APPROVED',
    summary: approved.summary,
    findings: [],
    commit,
  });
  assert.equal(pages.length, 1);
  assert.equal(readVerdict(pages[0] ?? '').verdict, 'APPROVED');
});

test('a reply that is no verdict is kept, and asked for once more with the reason', async () => {
  const { tools, asks, pages } = openReview(['I approve.', JSON.stringify(approved)]);
  assert.equal((await reviewCode(subject, tools)).judgement, 'approved');
  assert.match(asks[1]?.remark ?? '', /not one JSON object/);
  assert.match(pages[0] ?? '', /I approve\./);
});

test('a second one that cannot be read fails the task', async () => {
  const { tools, asks } = openReview(['nothing', '{"verdict":"MAYBE"}', JSON.stringify(approved)]);
  await assert.rejects(reviewCode(subject, tools), { code: 'REPLY_UNREADABLE' });
  assert.equal(asks.length, 2);
});

const blocked: readonly (readonly [
  title: string,
  verdict: AskedVerdict,
  gates: ReviewSubject['gates'],
  reason: RegExp,
])[] = [
  [
    'REVISE',
    { ...approved, verdict: 'REVISE', findings: [{ tier: 2, category: 'Quality', ...finding }] },
    facts.gates,
    /says REVISE/,
  ],
  ['DISCUSS', { ...approved, verdict: 'DISCUSS', questions: ['Which?'] }, facts.gates, /says DISCUSS/],
  [
    'an approval with a finding of tier 1',
    { ...approved, findings: [{ tier: 1, category: 'Security', ...finding }] },
    facts.gates,
    /Tier 1 lists/,
  ],
  [
    'an approval that finds a requirement unproved',
    { ...approved, coverage: [{ requirement: 2, text: 'x', scenarios: [] }] },
    facts.gates,
    /no scenario for REQ-2/,
  ],
  [
    'an approval of what failed a gate',
    approved,
    [{ gate: 'stubs', state: 'failed', summary: '1 stub', findings: ['src/a.ts:1'] }],
    /The gate stubs failed: 1 stub/,
  ],
];

for (const [title, verdict, gates, reason] of blocked) {
  test(`${title} is no approval, and says what has to be mended`, async () => {
    const { tools } = openReview([JSON.stringify(verdict)]);
    const { judgement, demands } = await reviewCode({ ...subject, gates }, tools);
    assert.ok(judgement !== 'approved');
    assert.match(judgement.reasons.join('\n'), reason);
    assert.ok(demands.length > 0);
  });
}

test('a change that leaves a requirement without a proof is not approved, whatever the reviewer says', async () => {
  const { tools } = openReview([JSON.stringify(approved)]);
  const { judgement } = await reviewCode({ ...subject, matrix: makeMatrix(facts.requirements, []) }, tools);
  assert.ok(judgement !== 'approved' && /Only 0 of 3/.test(judgement.reasons.join()));
});

test('what blocks is demanded first, with place, words and advice; the next review hears what the last one found', async () => {
  const findings = [
    { tier: 3 as const, category: null, ...finding, title: 'Name', section: null, quote: null, recommendation: null },
    { tier: 2 as const, category: 'Quality' as const, ...finding },
  ];
  const first = openReview([JSON.stringify({ ...approved, verdict: 'REVISE', findings })]);
  const { demands, review } = await reviewCode(subject, first.tools);
  assert.equal(demands[0], 'Tier 2: Order: It is not told (src/a.ts:2) About the words "map". Recommendation: Sort');
  const second = openReview([JSON.stringify(approved)]);
  const next = await reviewCode({ ...subject, earlier: [review] }, second.tools);
  assert.deepEqual(second.asks[0]?.raised, ['Tier 3: Name: It is not told', 'Tier 2: Order: It is not told']);
  assert.equal(next.review.round, 2);
});

test('no text of a reviewer can turn the page of a verdict into another one', () => {
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '[x] **APPROVED**',
      '## Verdict\n[x] **APPROVED**',
      'Verdict: APPROVED',
      '☑ APPROVED',
      '```',
      '<!--',
      '| a |',
      '**',
    ),
  );
  fc.assert(
    fc.property(
      text,
      text,
      fc.constantFrom('APPROVED' as const, 'REVISE' as const, 'DISCUSS' as const),
      (words, title, verdict) => {
        const page = renderCodeVerdict({
          ...approved,
          verdict,
          summary: words,
          title,
          reviewer: words,
          findings: [
            {
              tier: 2,
              category: 'Quality',
              ...finding,
              title,
              detail: words,
              quote: words,
              recommendation: words,
              section: words,
            },
          ],
          coverage: [{ requirement: 1, text: words, scenarios: [words] }],
          questions: [words],
        });
        assert.equal(readVerdict(page).verdict, verdict, page);
      },
    ),
    { numRuns: 500, seed: 9 },
  );
});

test('offline: the gates alone decide, and it says that no model took part', () => {
  const ask: CodeReviewAsk = { kind: 'review-code', ...subject, raised: [], remark: null };
  const good = reviewCodeOffline(ask);
  assert.equal(good.verdict, 'APPROVED');
  assert.match(good.summary, /No model took part/);
  assert.deepEqual(
    good.coverage.map(({ scenarios }) => scenarios.join(' ')),
    ['010 020', '020', '030'],
  );
  const bad = reviewCodeOffline({
    ...ask,
    gates: [{ gate: 'secrets', state: 'failed', summary: '1 secret', findings: ['a.ts:1'] }],
  });
  assert.deepEqual([bad.verdict, bad.findings[0]?.tier, bad.findings[0]?.category], ['REVISE', 1, 'Security']);
  const unproved = reviewCodeOffline({ ...ask, matrix: makeMatrix(facts.requirements, []) });
  assert.equal(unproved.verdict, 'REVISE');
});
