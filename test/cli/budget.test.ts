import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boundSpentUsd, findOverspending } from '../../src/cli/batch/budget.ts';
import { sweep } from '../needs.ts';
import { RecordedBatch } from '../report/recorded-batch.ts';
import { ScriptedWorkspace } from '../scripted-workspace.ts';

const paid = { draft: [{ usd: 0.5 }], review: [{ answer: 'APPROVED', usd: 0.5 }] };

test('a batch whose budget is spent makes no further call, exits 1, and goes on with a larger one', async () => {
  using workspace = new ScriptedWorkspace([1, 2, 3], { '*': paid });
  const { code, stderr } = await workspace.requirements('--budget', '1');
  assert.equal(code, 1, stderr);
  assert.deepEqual(workspace.ledger(), ['1 draft 1 1', '1 review 1 1']);
  assert.deepEqual(workspace.fates()['1'], 'done');
  assert.match(stderr, /nothing new starts: the budget of the batch \(--budget\) is \$1\.00, and \$1\.00 are spent/);
  assert.ok(stderr.includes(`agentos resume ${workspace.lastBatch()}`), stderr);
  const again = await workspace.run('resume');
  assert.equal(again.code, 1, 'the budget is still the same');
  assert.equal(workspace.ledger().length, 2);
  const { code: resumed, stdout, stderr: told } = await workspace.run('resume', '--budget', '10', '--json');
  assert.equal(resumed, 0, told);
  assert.deepEqual([JSON.parse(stdout).usd, JSON.parse(stdout).counts.done], [3, 3]);
  assert.equal(new Set(workspace.ledger()).size, workspace.ledger().length);
});

sweep('a task whose own budget is spent fails alone', async () => {
  using workspace = new ScriptedWorkspace([1, 2], { 1: paid });
  const { code, stderr } = await workspace.requirements('--task-budget', '0.5');
  assert.equal(code, 1, stderr);
  assert.deepEqual(workspace.fates(), { 1: 'failed budget', 2: 'done' });
  assert.deepEqual(workspace.ledger(), ['1 draft 1 1', '2 draft 1 1', '2 review 1 1']);
  const retried = await workspace.run('retry', '--task-budget', '2');
  assert.equal(retried.code, 0, retried.stderr);
  assert.deepEqual(workspace.ledger().slice(3), ['1 review 1 1']);
});

test('calls that were cut off count by what they may have cost; those under way do not stop others', () => {
  const begun = { kind: 'exchange-begun', task: '1', lease: 'a', estimatedUsd: 2 } as const;
  const batch = new RecordedBatch(['1', '2']).begin('1').step('1', 'draft', 1, 0.5).add(begun);
  const limits = { budgetUsd: 2, taskBudgetUsd: null };
  assert.equal(findOverspending(limits, batch.record, '2'), null, 'it may turn out cheaper');
  const task = batch.record.tasks.get('1');
  assert.equal(task && boundSpentUsd(task), 2.5);
  batch.add({ kind: 'batch-resumed', parallel: 1, settings: {}, inputs: {} });
  assert.deepEqual(findOverspending(limits, batch.record, '2'), {
    isBatch: true,
    message:
      'the budget of the batch (--budget) is $2.00, and $2.50 are spent, $2.00 of it perhaps, by calls that were cut off',
  });
  const ofTask = { budgetUsd: null, taskBudgetUsd: 2 };
  assert.equal(findOverspending(ofTask, batch.record, '1')?.isBatch, false);
  assert.equal(findOverspending(ofTask, batch.record, '2'), null);
});
