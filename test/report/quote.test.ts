import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Estimate } from '../../src/model/task.ts';
import type { Quote } from '../../src/plan/plan.ts';
import { renderEstimate, renderQuote, saysSomething, warnOfBudgets, warnOfUnmeasured } from '../../src/report/quote.ts';
import { planned } from './recorded-batch.ts';

const known: Quote = {
  tasks: 12,
  parallel: 4,
  seconds: 2040,
  usd: 3.2,
  usdMost: null,
  basis: 'history',
  pastTasks: 18,
  mostRounds: 3,
  unpriced: [],
};
const byTokens: Quote = { ...known, seconds: null, usd: 0.96, usdMost: 3.72, basis: 'tokens', pastTasks: 0 };
const unknown: Quote = { ...known, seconds: null, usd: null, basis: null, pastTasks: 0 };

test('a quote says for how many tasks, how long, how much, and what it rests on', () => {
  assert.equal(renderQuote(known), 'Estimated: 12 tasks · ~34 min at 4 at a time · ~$3.20 (history of 18 tasks)');
  assert.equal(
    renderQuote(byTokens),
    'Estimated: 12 tasks · time unknown · $0.96–3.72 (no history: 1 to 3 rounds by token estimate)',
  );
  assert.equal(
    renderQuote({ ...byTokens, seconds: 60, pastTasks: 1, mostRounds: 1, usdMost: null }),
    'Estimated: 12 tasks · ~60 s at 4 at a time · ~$0.96 (history of 1 task; cost: 1 round by token estimate)',
  );
});

test('what is unknown is said to be, and who has no price', () => {
  assert.equal(renderQuote({ ...unknown, tasks: 1 }), 'Estimated: 1 task · time unknown · cost unknown');
  assert.equal(
    renderQuote({ ...unknown, unpriced: ['openai-compatible:local\u001b'] }),
    'Estimated: 12 tasks · time unknown · cost unknown (no price is known for openai-compatible:local\\u001b)',
  );
});

test('what is free is $0, and no news', () => {
  const free: Quote = { ...byTokens, usd: 0, usdMost: null };
  assert.equal(renderQuote(free), 'Estimated: 12 tasks · time unknown · $0');
  assert.deepEqual([free, unknown, known, byTokens].map(saysSomething), [false, false, true, true]);
});

test('a task has its own figures', () => {
  const lines = [
    { seconds: null, usd: null, basis: null },
    { seconds: 170, usd: 0.27, basis: 'history' },
    { seconds: null, usd: 0.08, usdMost: 0.31, basis: 'tokens' },
    { seconds: null, usd: 0, basis: 'tokens' },
    { seconds: null, usd: null },
  ] satisfies Estimate[];
  assert.deepEqual(lines.map(renderEstimate), [
    'time unknown · cost unknown',
    'time ~3 min · cost ~$0.27',
    'time unknown · cost $0.08–0.31',
    'time unknown · cost $0',
    'time unknown · cost unknown',
  ]);
});

test('a budget below the estimate is warned of; one that is enough, or of which nobody can tell, is not', () => {
  const warn = (quote: Quote, budgetUsd: number | null, taskBudgetUsd: number | null = null) => {
    const estimate = { seconds: null, usd: 0.08, usdMost: 0.31, basis: 'tokens' } as const;
    const tasks = [{ ...planned('1'), estimate }, planned('2')];
    return warnOfBudgets(quote, tasks, { budgetUsd, taskBudgetUsd });
  };
  assert.deepEqual(warn(known, 2), [
    'the budget of the batch, $2.00, is below its estimate, ~$3.20: it may stop early',
  ]);
  assert.deepEqual(warn(byTokens, 2), [
    'the budget of the batch, $2.00, is below its estimate, $0.96–3.72: it may stop early',
  ]);
  for (const budget of [null, 3.2, 100]) assert.deepEqual(warn(known, budget), []);
  assert.deepEqual(warn(byTokens, 3.72), []);
  assert.deepEqual(warn(unknown, 0.01), []);
  assert.deepEqual(warn(unknown, null, 0.1), ['the budget of a task, $0.10, is below the estimate of 1 task']);
  assert.deepEqual(warn(unknown, null, 0.31), []);
});

test('whom a budget does not hold is named, and only where there is one', () => {
  const roles = [
    { role: 'agent', spec: 'command:./mine' },
    { role: 'reviewer', spec: 'anthropic:some-model' },
  ];
  assert.deepEqual(warnOfUnmeasured(roles, { budgetUsd: null, taskBudgetUsd: null }), []);
  assert.deepEqual(warnOfUnmeasured(roles, { budgetUsd: 1, taskBudgetUsd: 1 }), [
    'nobody measures what agent command:./mine costs: --budget and --task-budget will not hold it',
  ]);
});
