import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstOf } from '../needs.ts';
import { dryRunContent } from './content.ts';
import { drafts, edit, revises } from './plays.ts';
import { TalkWorkspace } from './talk-workspace.ts';
import { steps } from './two-rounds.ts';

const { prose } = dryRunContent;
const manyWords = 'More words. '.repeat(5000);

/** Before a call as much is held as it could cost: only long answers make a later call the first that is too dear. */
const dear = {
  '1 draft': drafts({ prose: { ...prose, alternatives: manyWords } }),
  '1 revise': revises([edit('2.5', '1. Make the plan.', `1. Make the plan.\n\n${manyWords}`)]),
};
/** Less than any two calls differ by. */
const margin = 0.0005;

/** For each call the budget that is just too small for it, by what a conversation without one has cost. */
async function findBudgets(): Promise<number[]> {
  await using workspace = await TalkWorkspace.open({ tasks: 1, others: dear });
  const { code, stderr } = await workspace.run('requirements');
  assert.equal(code, 0, stderr);
  let spent = 0;
  return workspace.journal().flatMap((entry) => {
    if (entry.kind !== 'exchange') return [];
    assert.ok(entry.usd !== null && entry.estimatedUsd !== null && entry.usd <= entry.estimatedUsd);
    const budget = spent + entry.estimatedUsd - margin;
    spent += entry.usd;
    return [budget];
  });
}

test('a budget stops before the very call that could pass it, whichever that is, and a larger one goes on', async () => {
  const budgets = await findBudgets();
  assert.equal(budgets.length, steps.length);
  assert.deepEqual(
    budgets,
    budgets.toSorted((a, b) => a - b),
    'what passes one call would pass the next',
  );
  await using workspace = await TalkWorkspace.open({ tasks: 1, others: dear });
  const [first = 0] = budgets;
  const refused = await workspace.run('requirements', '--budget', first.toFixed(6));
  assert.equal(refused.code, 2, 'a budget that cannot pay for the first call is no budget');
  assert.deepEqual(workspace.batches(), []);
  for (const at of firstOf(2, [1, 4, 2, 3]).toSorted((a, b) => a - b)) {
    const budget = budgets[at] ?? 0;
    const command = at === 1 ? 'requirements' : 'resume';
    const { code, stdout, stderr } = await workspace.run(command, '--budget', budget.toFixed(6), '--json');
    assert.equal(code, 1, stderr);
    assert.deepEqual(workspace.fates(), { 1: 'failed budget' });
    assert.equal(workspace.truth.length, at, `${steps[at]} was not asked for`);
    const { usd, tasks, retry } = JSON.parse(stdout);
    assert.ok(usd <= budget, `$${usd} of $${budget}`);
    assert.match(tasks[0].failure.message, /the call may cost \$0\.\d+, and \$0\.\d+ of the batch's budget/);
    assert.match(retry, /^agentos resume \S+/);
  }
  const { code, stderr } = await workspace.run('resume', '--budget', '5');
  assert.equal(code, 0, stderr);
  assert.deepEqual(
    workspace.answeredSteps(),
    steps.map((step) => `1 ${step}`),
  );
  assert.equal(workspace.truth.length, steps.length);
});
