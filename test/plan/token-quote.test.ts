import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { countTokens } from '../../src/model/tokens.ts';
import { type PriceCall, promptTokens, quoteTokens, surveyTokens } from '../../src/plan/token-quote.ts';
import type { DesignAsk as Ask, Brief } from '../../src/providers/provider.ts';
import { defaultSurveyTokens } from '../../src/survey/survey.ts';
import { makePrompt } from '../../src/workflows/requirements/prompts/make-prompt.ts';

/** A dollar for each million tokens that go in, and five for those that come out. */
const flat: PriceCall = (_role, { inputTokens, outputTokens }) => (inputTokens + 5 * outputTokens) / 1e6;

const brief: Brief = {
  id: '1',
  title: 'One',
  issueText: '',
  hidden: [],
  notes: [],
  decisions: [],
  survey: '',
  outputPath: 'docs/lld/active/LLD-1.md',
  base: null,
  hasPath: () => true,
};

test('at least it is one review, at most so many reviews and revisions between them', () => {
  const asked: string[] = [];
  const count: PriceCall = (role) => {
    asked.push(role);
    return 1;
  };
  assert.deepEqual(quoteTokens(1000, 3, count), { least: 3, most: 7 });
  const [check, draft, review, revise] = ['reviewer', 'drafter', 'reviewer', 'drafter'];
  const once = [check, draft, review];
  assert.deepEqual(asked, [...once, ...once, revise, review, revise, review]);
  assert.deepEqual(quoteTokens(1000, 1, count), { least: 3, most: 3 });
});

test('an ordinary issue at a dollar in and five out costs some cents', () => {
  const { least, most } = quoteTokens(1000, 3, flat) ?? { least: 0, most: 0 };
  assert.deepEqual([least.toFixed(4), most.toFixed(4)], ['0.0769', '0.2037']);
});

test('a larger issue never costs less, more rounds never cost less, and least is never above most', () => {
  fc.assert(
    fc.property(fc.nat(100_000), fc.nat(100_000), fc.integer({ min: 1, max: 5 }), (tokens, more, rounds) => {
      const small = quoteTokens(tokens, rounds, flat);
      const large = quoteTokens(tokens + more, rounds + 1, flat);
      assert.ok(small !== null && large !== null);
      assert.ok(small.least <= small.most && small.least <= large.least && small.most <= large.most);
    }),
  );
});

test('what one role costs nobody knows, nobody knows of the task', () => {
  assert.equal(
    quoteTokens(1000, 3, (role) => (role === 'drafter' ? 0 : null)),
    null,
  );
  assert.deepEqual(
    quoteTokens(1000, 3, () => 0),
    { least: 0, most: 0 },
  );
});

test('prompts and surveys are about as long as the quote takes them to be', () => {
  const document = { text: '', earlier: [] };
  const rest = { brief, document, findings: [], raised: [], decisions: [], asked: [], remark: null };
  const asks: Record<keyof typeof promptTokens, Ask> = {
    checkIssue: { kind: 'check-issue', brief, remark: null },
    draft: { kind: 'draft', brief, remark: null },
    revise: { kind: 'revise', ...rest },
    review: { kind: 'review', ...rest },
  };
  for (const name of ['checkIssue', 'draft', 'revise', 'review'] as const) {
    const { system, context, question, format } = makePrompt(asks[name]);
    const real = countTokens([system, ...context, question, JSON.stringify(format.schema)].join('\n\n'));
    const ratio = promptTokens[name] / real;
    assert.ok(ratio > 0.75 && ratio < 1.33, `${name}: ${promptTokens[name]} for ${real}`);
  }
  assert.equal(surveyTokens, defaultSurveyTokens);
});
