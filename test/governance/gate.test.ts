import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type JudgedDraft, judgeDraft } from '../../src/governance/gate.ts';

const good: JudgedDraft = {
  verdict: {
    verdict: 'APPROVED',
    findings: [],
    coverage: [{ requirement: 1, text: 'a', scenarios: ['010'] }],
    resolvedQuestions: [{ question: 'Why?', resolution: 'Because' }],
    questions: [],
  },
  findings: [],
  errors: 0,
  coverage: { requirements: 2, covered: 2 },
  openQuestions: [],
};
const finding = { check: 'TITLE_MISSING', line: 1, message: 'No title', fix: null } as const;
const remark = { title: 'T', detail: '', section: null, recommendation: null, quote: null };

test('approved means: the reviewer says so, no error, everything covered, no question open', () => {
  assert.equal(judgeDraft(good), 'approved');
});

test('warnings, notes and suggestions do not stand in the way', () => {
  const findings = [{ ...finding, severity: 'warning' } as const, { ...finding, severity: 'note' } as const];
  const remarks = [
    { ...remark, tier: 2, category: 'Quality' } as const,
    { ...remark, tier: 3, category: null } as const,
  ];
  assert.equal(judgeDraft({ ...good, findings, verdict: { ...good.verdict, findings: remarks } }), 'approved');
});

test('a reviewer who does not approve is quoted by the titles of the gravest findings', () => {
  const findings = [
    ...['Colours', 'Words'].map((title) => ({ ...remark, title, tier: 3, category: null }) as const),
    ...['No bound', 'x'.repeat(200), 'Names'].map(
      (title) => ({ ...remark, title, tier: 1, category: 'Cost' }) as const,
    ),
  ];
  const judgement = judgeDraft({ ...good, verdict: { ...good.verdict, verdict: 'REVISE', findings } });
  const reason = `The reviewer says REVISE: No bound, ${'x'.repeat(99)}…, Names, and 2 more`;
  assert.deepEqual(judgement, { reasons: [reason] });
});

const blocked: Record<string, [change: Partial<JudgedDraft>, reason: RegExp]> = {
  REVISE: [{ verdict: { ...good.verdict, verdict: 'REVISE' } }, /says REVISE/],
  DISCUSS: [{ verdict: { ...good.verdict, verdict: 'DISCUSS' } }, /says DISCUSS/],
  'a Tier 1 finding': [
    { verdict: { ...good.verdict, findings: [{ ...remark, tier: 1, category: 'Cost' }] } },
    /Tier 1 lists: T/,
  ],
  'a requirement that the reviewer finds untested': [
    { verdict: { ...good.verdict, coverage: [{ requirement: 3, text: '', scenarios: [] }] } },
    /REQ-3/,
  ],
  'a requirement of which the reviewer says that nothing proves it': [
    { verdict: { ...good.verdict, coverage: [{ requirement: 3, text: '', scenarios: ['None: 010 is about REQ-1'] }] } },
    /REQ-3/,
  ],
  'an error': [{ findings: [{ ...finding, severity: 'error' }], errors: 1 }, /TITLE_MISSING at line 1/],
  'an error that is listed and not counted': [{ findings: [{ ...finding, severity: 'error' }] }, /TITLE_MISSING/],
  'an error that is counted and not listed': [{ errors: 3 }, /There are 3 errors in all/],
  'a question that the reviewer asks': [{ verdict: { ...good.verdict, questions: ['How long?'] } }, /asks: How long\?/],
  'a question that is resolved by nothing': [
    { verdict: { ...good.verdict, resolvedQuestions: [{ question: 'Who?', resolution: ' - <!-- me --> ' }] } },
    /leaves unanswered: Who\?/,
  ],
  'a requirement without a scenario': [{ coverage: { requirements: 2, covered: 1 } }, /1 of 2/],
  'no requirement at all': [{ coverage: { requirements: 0, covered: 0 } }, /no requirement/],
  'an open question': [{ openQuestions: ['Why?'] }, /Why\?/],
};

for (const [what, [change, reason]] of Object.entries(blocked)) {
  test(`${what} alone keeps a design from being approved`, () => {
    const judgement = judgeDraft({ ...good, ...change });
    assert.ok(judgement !== 'approved' && judgement.reasons.length === 1);
    assert.match(judgement.reasons[0] ?? '', reason);
  });
}

test('errors that the list leaves out are told by their number', () => {
  const judgement = judgeDraft({ ...good, findings: [{ ...finding, severity: 'error' }], errors: 250 });
  assert.ok(judgement !== 'approved');
  assert.deepEqual(judgement.reasons.slice(1), ['There are 250 errors in all']);
});
