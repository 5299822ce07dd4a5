import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitFor } from '../faults/processes.ts';
import { sweep } from '../needs.ts';
import { ImplementWorkspace, players, writeCode } from './implement-workspace.ts';

/** Is cut off in the middle of its work once; then it does well. */
const hangsOnce = { id: '1', agent: { implement: [[{ hang: true }, writeCode({ id: '1' })]] } };
/** Says that it is done, and changed nothing. */
const leavesUndone = { id: '1', agent: { implement: [{ finish: {} }] } };

test('an implementation that was killed goes on where it was', async () => {
  using workspace = new ImplementWorkspace([hangsOnce]);
  assert.equal((await workspace.requirements()).code, 0);
  const killed = workspace.start('implement', ...players);
  await waitFor('the job that hangs', () => workspace.entries.some(({ kind }) => kind === 'call-failed'));
  killed.child.kill('SIGKILL');
  await killed.ended;
  const status = JSON.parse((await workspace.run('status', '--json')).stdout);
  assert.deepEqual([status.workflow, status.state], ['implement', 'interrupted']);
  const resumed = await workspace.run('resume', '--json');
  assert.equal(resumed.code, 0, resumed.stderr);
  const { counts, tasks } = JSON.parse(resumed.stdout);
  assert.equal(counts.done, 1);
  assert.deepEqual([tasks[0].branch, tasks[0].commit], ['agentos/1', workspace.git('rev-parse', 'agentos/1')]);
  const jobs = workspace.entries.filter((entry) => isStep(entry, /^write-tests/));
  assert.equal(jobs.length, 1, 'the tests were written once');
  assert.deepEqual(workspace.checkpoints(), []);
});

test('an agent that changes nothing fails its task; `retry` runs it again with the same settings', async () => {
  using workspace = new ImplementWorkspace([leavesUndone]);
  assert.equal((await workspace.requirements()).code, 0);
  const failed = await workspace.implement();
  assert.equal(failed.code, 1);
  assert.deepEqual(workspace.fates(), { 1: 'failed empty-diff' });
  const line = /Run `agentos implement --reviewer .* --agent scripted:script\.json --sandbox off --ids 1` to retry/;
  assert.match(failed.stderr, line);
  assert.match((await workspace.implement('--dry-run')).stdout, /^ {6}failed · /m);
  // What it did stays done: this is its second job.
  workspace.playAgents([{ id: '1', agent: { implement: [{ finish: {} }, writeCode({ id: '1' })] } }]);
  const retried = await workspace.run('retry');
  assert.equal(retried.code, 0, retried.stderr);
  assert.deepEqual(workspace.fates(), { 1: 'done' });
});

sweep('a person is asked before code is begun, and answers by the same commands', async () => {
  using workspace = new ImplementWorkspace([{ id: '1' }]);
  assert.equal((await workspace.requirements()).code, 0);
  const asked = await workspace.implement('--gate', 'draft');
  assert.equal(asked.code, 1, asked.stderr);
  assert.deepEqual(workspace.fates(), { 1: 'parked' });
  assert.match((await workspace.run('approve', '1')).stderr, /1: approved; now `agentos resume /);
  const resumed = await workspace.run('resume');
  assert.equal(resumed.code, 0, resumed.stderr);
  assert.deepEqual(workspace.fates(), { 1: 'done' });
});

function isStep(entry: object, name: RegExp): boolean {
  return 'step' in entry && typeof entry.step === 'string' && name.test(entry.step) && 'ms' in entry;
}
