import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitFor } from '../faults/processes.ts';
import { sweep } from '../needs.ts';
import { ImplementWorkspace, players, writeCode } from './implement-workspace.ts';

const byScript = ['--drafter', 'scripted:script.json', ...players];

test('a batch of both is killed in a design and in code, and goes on with each where it was', async () => {
  const hangs = { id: '1', agent: { implement: [[{ hang: true }, writeCode({ id: '1' })]] } };
  using workspace = new ImplementWorkspace([hangs, { id: '2' }]);
  const killed = workspace.start('run', ...byScript);
  await waitFor('the job that hangs', () => workspace.entries.some(({ kind }) => kind === 'call-failed'));
  killed.child.kill('SIGKILL');
  await killed.ended;
  assert.deepEqual(workspace.story, ['1 task-started', '1 workflow-done', '1 task-started']);
  const status = JSON.parse((await workspace.run('status', '--json')).stdout);
  assert.deepEqual([status.workflow, status.state, status.tasks[0].workflow], ['run', 'interrupted', 'implement']);
  const resumed = await workspace.run('resume', '--parallel', '2');
  assert.equal(resumed.code, 0, resumed.stderr);
  assert.deepEqual(workspace.fates(), { 1: 'done', 2: 'done' });
  assert.equal(workspace.story.filter((line) => line === '1 workflow-done').length, 1, 'it was designed once');
  assert.equal(workspace.ledger().filter((line) => line.startsWith('1 draft')).length, 1);
  assert.deepEqual(workspace.checkpoints(), []);
});

sweep('a design that another batch made meanwhile is not made again, and goes on to code', async () => {
  using workspace = new ImplementWorkspace([{ id: '1' }]);
  workspace.playAgents([{ id: '1' }], { 1: { draft: [[{ hang: true }, {}]] } });
  const killed = workspace.start('run', ...byScript);
  await waitFor('the draft that hangs', () => workspace.entries.some(({ kind }) => kind === 'call-failed'));
  killed.child.kill('SIGKILL');
  await killed.ended;
  const batch = workspace.lastBatch();
  assert.equal((await workspace.requirements()).code, 0);
  workspace.clearLedger();
  const resumed = await workspace.run('resume', batch, '--json');
  assert.equal(resumed.code, 0, resumed.stderr);
  assert.deepEqual(
    workspace.ledger().filter((line) => / (draft|review) /.test(line)),
    [],
  );
  const { tasks, counts } = JSON.parse(resumed.stdout);
  assert.deepEqual([counts.done, tasks[0].workflow], [1, 'implement']);
  assert.deepEqual(workspace.branches, ['agentos/1', 'main']);
});
