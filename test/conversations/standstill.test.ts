import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Bench, lineageOf, type Ran } from '../workflows/requirements/bench.ts';
import { approves, drafts, edit, finding, openTalk, revises, sendsBack } from './plays.ts';

const first = '1. Make the plan.';
const bounded = '1. Make the plan, of at most 1,000 tasks.';

/** Runs to a rejection; gives its reason. */
async function runInVain(talk: Bench, maxIterations = 5): Promise<{ ran: Ran; reason: string }> {
  const ran = await talk.run({}, { maxIterations });
  assert.ok(ran.end.kind === 'rejected', JSON.stringify(ran.end).slice(0, 300));
  assert.deepEqual(
    lineageOf(ran).filter((name) => /final|approval/.test(name)),
    [],
  );
  assert.ok([...ran.files.keys()].every((path) => path.startsWith('docs/lineage/137-lld/')));
  return { ran, reason: ran.end.reason };
}

test('at the limit the task is rejected, the best draft is named, and no design is published', async () => {
  using talk = openTalk({
    review: [
      sendsBack(finding('No bound'), finding('No pager')),
      sendsBack(finding('Unclear words')),
      sendsBack(finding('No rollback'), finding('No colour')),
    ],
    revise: [revises([edit('2.5', first, bounded)]), revises([edit('2.6', 'The command stops', 'It stops')])],
  });
  const { ran, reason } = await runInVain(talk, 3);
  assert.equal(
    reason,
    'not approved in 3 reviews (the limit of 3 is reached; best draft: docs/lineage/137-lld/005-draft.md): ' +
      'The reviewer says REVISE: No rollback, No colour',
  );
  assert.deepEqual(ran.end.kind === 'rejected' && ran.end.rounds, 3);
});

test('a draft with fewer errors is better than a later one with fewer findings', async () => {
  using talk = openTalk({
    review: [sendsBack(finding('No bound'), finding('No pager')), sendsBack(finding('Words'))],
    revise: [revises([edit('10.1', '0 entries differ | REQ-2 |', '0 entries differ | REQ-1 |')])],
  });
  const { reason } = await runInVain(talk, 2);
  assert.match(reason, /best draft: docs\/lineage\/137-lld\/002-draft\.md/);
});

test('the same findings twice in a row end it: more rounds would say the same', async () => {
  const again = [finding('No bound', '2.5'), finding('No pager', '2.6')];
  using talk = openTalk({
    review: [sendsBack(...again), sendsBack(...again.toReversed()), approves()],
    revise: [revises([edit('2.5', first, '1. Make the plan quickly.')])],
  });
  const { reason } = await runInVain(talk);
  assert.match(
    reason,
    /^not approved in 2 reviews \(stagnation: the same 2 findings in reviews 1 and 2: No pager; No bound; best/,
  );
  assert.equal(talk.ledger.length, 4);
});

test('the same finding under another title is the same finding', async () => {
  const detail = 'Nothing bounds how many tasks the planner puts into one plan.';
  using talk = openTalk({
    review: [
      sendsBack(finding('No bound', '2.5', detail)),
      sendsBack(finding('Plan without a limit', 'Section 2.5', detail)),
      approves(),
    ],
    revise: [revises([edit('2.5', first, '1. Make the plan quickly.')])],
  });
  assert.match((await runInVain(talk)).reason, /stagnation: the same finding in reviews 1 and 2: Plan without a limit/);
});

test('the same finding is the same, whether its section is told by number or by title', async () => {
  using talk = openTalk({
    review: [sendsBack(finding('No bound', '2.5')), sendsBack(finding('No bound', 'Logic Flow')), approves()],
    revise: [revises([edit('Logic Flow', first, '1. Make the plan quickly.')])],
  });
  assert.match((await runInVain(talk)).reason, /stagnation: the same finding in reviews 1 and 2: No bound/);
});

test('an error that the checks find again and again ends it as well', async () => {
  const { scenarios } = JSON.parse(drafts().text);
  using talk = openTalk({
    draft: [drafts({ scenarios: scenarios.slice(0, 2) })],
    review: [approves()],
    revise: [revises([edit('2.5', first, bounded)])],
  });
  const { reason } = await runInVain(talk);
  assert.match(reason, /stagnation: the same finding in reviews 1 and 2: REQUIREMENT_UNCOVERED/);
});

test('an error that names a line is the same error when that line moves', async () => {
  const { scenarios } = JSON.parse(drafts().text);
  using talk = openTalk({
    draft: [drafts({ scenarios: [...scenarios, scenarios.at(-1)] })],
    review: [approves()],
    revise: [revises([edit('2.5', first, `A paragraph more.\n\n${first}`)])],
  });
  const { reason } = await runInVain(talk);
  assert.match(reason, /stagnation: the same finding in reviews 1 and 2: SCENARIO_ID_DUPLICATE/);
});

test('findings that come back after a round without them are a swing between two wishes', async () => {
  using talk = openTalk({
    review: [
      sendsBack(finding('Too long', '2.5', 'The steps say more than anybody needs.')),
      sendsBack(finding('Too short', '2.5', 'Nobody could build it from that.')),
      sendsBack(finding('Too long', '2.5', 'The steps say more than anybody needs.')),
      approves(),
    ],
    revise: [
      revises([edit('2.5', first, '1. Plan.')]),
      revises([edit('2.5', '1. Plan.', bounded)]),
      revises([edit('2.5', bounded, '1. Plan it.')]),
    ],
  });
  const { reason } = await runInVain(talk);
  assert.match(reason, /oscillation: review 3 raises again what review 1 raised and review 2 did not: Too long/);
  assert.equal(talk.ledger.filter((line) => line.includes(' revise ')).length, 2);
});

test('a text that is an earlier one again, word for word, goes round in circles', async () => {
  using talk = openTalk({
    review: [
      sendsBack(finding('Too long', '2.5')),
      sendsBack(finding('Unclear', '2.6')),
      sendsBack(finding('Odd', '4')),
      approves(),
    ],
    revise: [revises([edit('2.5', first, '1. Plan.')]), revises([edit('2.5', '1. Plan.', first)])],
  });
  const { reason } = await runInVain(talk);
  assert.match(
    reason,
    /oscillation: draft 3 is draft 1 again, word for word; best draft: docs\/lineage\/137-lld\/008-draft/,
  );
});

test('that another requirement lacks a proof is another finding', async () => {
  const without = (requirement: number) => approves({ coverage: [{ requirement, text: '', scenarios: [] }] });
  using talk = openTalk({
    review: [without(1), without(2), approves()],
    revise: [revises([edit('2.5', first, bounded)]), revises([edit('2.5', bounded, `${bounded} Then stop.`)])],
  });
  assert.equal((await talk.run()).end.kind, 'done');
});

test('rounds that bring something new each time go on to the end', async () => {
  const wishes = ['bound', 'pager', 'colour', 'rollback'].map((what) =>
    finding(`No ${what}`, '2.5', `It lacks a ${what}.`),
  );
  using talk = openTalk({
    review: [...wishes.map((wish) => sendsBack(wish)), approves()],
    revise: wishes.map((_, at) =>
      revises([edit('2.5', '3. Exit with 0.', `3. Exit with 0.\n${at + 4}. Do ${at + 4} things.`)]),
    ),
  });
  const { end } = await talk.run();
  assert.equal(end.kind, 'done');
});
