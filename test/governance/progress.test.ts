import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Concern, judgeProgress, type RoundFacts } from '../../src/governance/progress.ts';

const cost: Concern = {
  key: 'unbounded retries',
  section: '2.5',
  words: 'The upload loop in step 4 retries without any bound',
  isExact: false,
};
const flaky: Concern = {
  key: 'flaky timing',
  section: '10.1',
  words: 'Scenario 030 depends on the wall clock of the machine',
  isExact: false,
};
const check: Concern = { key: 'FILE_DUPLICATE', section: null, words: 'src/a.ts is listed twice', isExact: true };

/** Rounds with texts by name. */
function rounds(...facts: [text: string, concerns: Concern[]][]): RoundFacts[] {
  return facts.map(([textSha256, concerns]) => ({ textSha256, concerns }));
}

const moving: Record<string, RoundFacts[]> = {
  'no round': [],
  'a first round': rounds(['a', [cost]]),
  'other findings': rounds(['a', [cost]], ['b', [flaky]]),
  'fewer findings': rounds(['a', [cost, flaky]], ['b', [cost]]),
  'one of two replaced': rounds(['a', [cost, flaky]], ['b', [cost, check]]),
  'nothing found twice': rounds(['a', []], ['b', []]),
  'nothing found again': rounds(['a', []], ['b', [cost]], ['c', []]),
  'the same text with another finding': rounds(['a', [cost]], ['a', [flaky]]),
  'a text that stayed for three reviews': rounds(['a', [cost]], ['a', [flaky]], ['a', [check]]),
  'what was found long ago': rounds(['a', [cost]], ['b', [flaky]], ['c', [check]], ['d', [cost]]),
  'a standstill that was overcome': rounds(['a', [cost]], ['b', [cost]], ['c', [flaky]]),
  'the same title for another section': rounds(['a', [cost]], ['b', [{ ...cost, section: '7' }]]),
  'the same check of another scenario': rounds(
    ['a', [{ ...check, key: 'VAGUE 010', words: 'Scenario 010 is vague' }]],
    ['b', [{ ...check, key: 'VAGUE 020', words: 'Scenario 020 is vague' }]],
  ),
  'the same wish for another requirement': rounds(
    ['a', [{ ...flaky, key: 'REQ-1 lacks a scenario of bad input', words: 'REQ-1 lacks a scenario of bad input' }]],
    ['b', [{ ...flaky, key: 'REQ-2 lacks a scenario of bad input', words: 'REQ-2 lacks a scenario of bad input' }]],
  ),
  'the same wish for another function': rounds(
    ['a', [{ ...cost, key: 'No timeout in load', words: 'The call of `load()` has no timeout' }]],
    ['b', [{ ...cost, key: 'No timeout in save', words: 'The call of `save()` has no timeout' }]],
  ),
  'the same words about another section': rounds(['a', [cost]], ['b', [{ ...cost, key: 'x', section: '7' }]]),
};

for (const [what, facts] of Object.entries(moving)) {
  test(`the work moves: ${what}`, () => {
    assert.equal(judgeProgress(facts), null);
  });
}

test('the same findings twice in a row are stagnation, also in another order and in other words', () => {
  const reworded = {
    ...cost,
    key: 'loop has no end',
    words: 'Retries of the upload loop in step 4 lack a bound; add one, please',
  };
  const judged = judgeProgress(rounds(['a', [check]], ['b', [cost, flaky, check]], ['c', [flaky, check, reworded]]));
  assert.deepEqual(judged, {
    kind: 'stagnation',
    reason: 'the same 3 findings in reviews 2 and 3: flaky timing; FILE_DUPLICATE; loop has no end',
  });
  const one = judgeProgress(rounds(['a', [cost]], ['a', [cost]]));
  assert.equal(one?.reason, 'the same finding in reviews 1 and 2: unbounded retries');
});

test('a finding is the same by its title in any letter case, or by its words about a section however that is named', () => {
  const shouted = { ...cost, key: ' Unbounded  RETRIES', words: 'Other' };
  assert.equal(judgeProgress(rounds(['a', [cost]], ['b', [shouted]]))?.kind, 'stagnation');
  const named = { ...cost, key: 'x', section: 'Section 2.5: Logic Flow' };
  assert.equal(judgeProgress(rounds(['a', [cost]], ['b', [named]]))?.kind, 'stagnation');
});

test('a finding that names what it is about in one of two reviews alone, or more of it, is the same', () => {
  const named = {
    ...cost,
    key: 'x',
    words: 'The upload loop in step 4 of `send` retries without any bound, see `main`',
  };
  assert.equal(judgeProgress(rounds(['a', [cost]], ['b', [named]]))?.kind, 'stagnation');
  const called = { ...cost, key: 'y', words: 'The upload loop of `send()` in step 4 retries without a bound' };
  assert.equal(judgeProgress(rounds(['a', [named]], ['b', [called]]))?.kind, 'stagnation');
});

test('each finding needs a counterpart of its own', () => {
  const twin = { ...cost, key: 'retries again' };
  assert.equal(judgeProgress(rounds(['a', [cost, flaky]], ['b', [cost, twin]])), null);
  assert.equal(judgeProgress(rounds(['a', [check, check]], ['b', [check, flaky]])), null);
  assert.equal(judgeProgress(rounds(['a', [check, check]], ['b', [check, check]]))?.kind, 'stagnation');
});

test('findings that come, go and come again are oscillation', () => {
  const judged = judgeProgress(
    rounds(['a', [check]], ['b', [cost, check]], ['c', [flaky, check]], ['d', [cost, check]]),
  );
  assert.deepEqual(judged, {
    kind: 'oscillation',
    reason: 'review 4 raises again what review 2 raised and review 3 did not: unbounded retries',
  });
});

test('findings that come again after a round without any are oscillation', () => {
  assert.equal(judgeProgress(rounds(['a', [cost]], ['b', []], ['c', [cost]]))?.kind, 'oscillation');
});

test('a text that comes back, however long ago it was, is oscillation', () => {
  const judged = judgeProgress(rounds(['a', [cost]], ['b', [flaky]], ['c', [check]], ['a', [flaky, check]]));
  assert.deepEqual(judged, { kind: 'oscillation', reason: 'draft 4 is draft 1 again, word for word' });
});

test('a reason is one line that shows the first findings only, and hides nothing', () => {
  const many = Array.from({ length: 9 }, (_, at) => ({ ...check, key: `CHECK_${at}\u202e\n` }));
  const reason = judgeProgress(rounds(['a', many], ['b', many]))?.reason;
  assert.equal(
    reason,
    'the same 9 findings in reviews 1 and 2: CHECK_0\\u202e\\n; CHECK_1\\u202e\\n; CHECK_2\\u202e\\n; 6 more',
  );
});

const concern = fc.record({
  key: fc.constantFrom('a', 'b', 'c', ''),
  section: fc.option(fc.constantFrom('1', '2')),
  words: fc.lorem({ maxCount: 3 }),
  isExact: fc.constant(false),
});
const anyRounds = fc.array(
  fc.record({ textSha256: fc.constantFrom('x', 'y', 'z'), concerns: fc.array(concern, { maxLength: 4 }) }),
  { maxLength: 6 },
);

test('a round that repeats the last one stands still if it found anything; the order of findings says nothing', () => {
  fc.assert(
    fc.property(anyRounds, (facts) => {
      const last = facts.at(-1);
      const repeated =
        last === undefined ? facts : [...facts, { textSha256: 'new', concerns: last.concerns.toReversed() }];
      const raises = last?.concerns.some(({ key, words }) => key !== '' || words !== '') ?? false;
      const judged = judgeProgress(repeated);
      if (raises && last?.concerns.every(({ key, words }) => key !== '' || words !== ''))
        assert.equal(judged?.kind, 'stagnation');
      if (judged !== null) assert.ok(judged.reason.length > 0 && !judged.reason.includes('\n'));
    }),
  );
});

test('a hundred rounds of hundreds of findings are judged, one after the other, without a wait', () => {
  const words = (round: number, at: number) =>
    `finding number${at} of round${round} about part${at % 7} and part${at % 11}`;
  const facts = Array.from({ length: 100 }, (_, round) => ({
    textSha256: `${round}`,
    concerns: Array.from({ length: 200 }, (_, at) => ({
      key: `${round}-${at}`,
      section: '2.5',
      words: words(round, at),
      isExact: false,
    })),
  }));
  const judged = facts.map((_, at) => judgeProgress(facts.slice(0, at + 1)));
  assert.equal(judged.length, 100);
  assert.equal(judgeProgress([...facts, ...facts.slice(-1)])?.kind, 'stagnation');
});
