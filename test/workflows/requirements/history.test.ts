import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Finding } from '../../../src/governance/finding.ts';
import type { AppliedEdit } from '../../../src/governance/lld/edits.ts';
import { parseLld } from '../../../src/governance/lld/parse-lld.ts';
import { findLosses } from '../../../src/governance/losses.ts';
import type { Verdict } from '../../../src/governance/verdict/verdict.ts';
import { listDemands } from '../../../src/workflows/requirements/demands.ts';
import { recallPast } from '../../../src/workflows/requirements/history.ts';
import type { Round } from '../../../src/workflows/requirements/round.ts';

const hashing = 'Passwords are hashed with argon2';
const audit = 'Every admin request is written to the audit log';
const speed = 'The page loads within two seconds';

interface RoundFacts {
  readonly text: string;
  readonly answers?: number;
  readonly finding?: { readonly title: string; readonly detail: string; readonly section: string | null };
  readonly unproved?: number;
  readonly lost?: readonly Finding[];
  readonly applied?: readonly AppliedEdit[];
  readonly by?: 'reviewer' | 'person';
}

function designOf(requirements: readonly string[], { questions = 'None.', diagram = 'None.' } = {}): string {
  const list = requirements.map((text, at) => `${at + 1}. REQ-${at + 1}: ${text}`).join('\n');
  return `# 1 - T\n\n## 1. Context & Goal\n\n### Open Questions\n\n${questions}\n\n## 3. Requirements\n\n${list}\n\n## 6. Diagram\n\n${diagram}\n`;
}

function roundOf({ text, answers, finding, unproved, lost = [], applied = [], by = 'reviewer' }: RoundFacts): Round {
  const open = parseLld(text).openQuestions.filter(({ isResolved }) => !isResolved);
  const checked = {
    text,
    path: 'p',
    findings: lost,
    errors: lost.length,
    repaired: [],
    coverage: { requirements: 0, covered: 0, ratio: 1, matrix: [] },
    openQuestions: open.map((question) => question.text),
  };
  const said = finding ?? { title: 'An arrow is missing', detail: 'Draw it', section: '6' };
  const verdict: Verdict = {
    verdict: 'REVISE',
    title: '',
    reviewer: '',
    summary: '',
    findings: [{ tier: 2, category: 'Quality', quote: null, recommendation: null, ...said }],
    resolvedQuestions: [],
    coverage: unproved === undefined ? [] : [{ requirement: unproved, text: '', scenarios: [] }],
    questions: [],
  };
  const review = { by, verdict, model: 'm', callId: 'c', reviewedAt: 0 };
  return {
    answers: answers ?? null,
    draft: { design: text, revision: answers === undefined ? null : { applied, declined: [] } },
    checked,
    gateNote: null,
    review,
    person: null,
    decision: 'sent-back',
    reasons: [],
    demands: listDemands(checked, review, null),
  };
}

function lossesOf(rounds: readonly Round[], design: string): Finding[] {
  const past = recallPast(rounds, rounds.length - 1, { design, revision: { applied: [], declined: [] } });
  return findLosses({ ...past, before: parseLld(past.before), after: parseLld(design) });
}

const lostNames = (found: readonly Finding[]) => found.map(({ message }) => message.match(/REQ-\d+/)?.[0]);

test('a finding of the reviewer about a requirement lets it go; a question of the drafter or a missing proof does not', () => {
  const all = [hashing, audit, speed];
  const fewer = designOf([hashing]);
  const asked = roundOf({
    text: designOf(all),
    finding: { title: 'REQ-2 and REQ-3 are not asked for', detail: 'Drop them', section: null },
  });
  assert.deepEqual(lostNames(lossesOf([asked], fewer)), []);
  for (const questions of ['- [ ] Does REQ-2 hold?', '- [ ] Is anything of section 3 needed?']) {
    const round = roundOf({ text: designOf(all, { questions }) });
    assert.deepEqual(lostNames(lossesOf([round], designOf([hashing], { questions }))), ['REQ-2', 'REQ-3'], questions);
  }
  const unproved = roundOf({ text: designOf(all), unproved: 2 });
  assert.deepEqual(lostNames(lossesOf([unproved], fewer)), ['REQ-2', 'REQ-3']);
});

test('to ask for what was lost is no leave to go on without it', () => {
  const first = roundOf({ text: designOf([hashing, audit, speed]) });
  const text = designOf([hashing, speed], { diagram: 'An arrow.' });
  const lost = lossesOf([first], text);
  assert.deepEqual(lostNames(lost), ['REQ-2']);
  for (const section of [null, '3']) {
    const finding = { title: 'REQ-2 is gone', detail: 'Put it back', section };
    const second = roundOf({ text, answers: 0, finding, lost });
    assert.deepEqual(lostNames(lossesOf([first, second], text)), ['REQ-2']);
    assert.deepEqual(lossesOf([first, second], designOf([hashing, audit, speed])), []);
  }
});

test('a decision that is lost names the review that had asked for it, also where rounds were given up between', () => {
  const plain = designOf([hashing]);
  const drawn = designOf([hashing], { diagram: 'An arrow from the client to the server.' });
  const applied = [{ section: '6', answers: [1], before: 'None.', after: 'An arrow from the client to the server.' }];
  const rounds = [roundOf({ text: plain }), roundOf({ text: plain, answers: 0 }), roundOf({ text: plain, answers: 0 })];
  const other = { title: 'Slow', detail: 'Say how slow', section: '1' };
  const last = roundOf({ text: drawn, answers: 2, finding: other, applied });
  const [lost] = lossesOf([...rounds, last], plain);
  assert.match(lost?.message ?? '', /"An arrow is missing" of review 3 is gone/);
  const gated = roundOf({ text: plain, by: 'person' });
  const [later] = lossesOf([gated, gated, roundOf({ text: plain }), last], plain);
  assert.match(later?.message ?? '', /"An arrow is missing" of review 1 is gone/);
  const [first] = lossesOf([gated, { ...last, answers: 0 }], plain);
  assert.match(first?.message ?? '', /"An arrow is missing" of the draft gate is gone/);
});
