import assert from 'node:assert/strict';
import { chmodSync, cpSync, existsSync, renameSync } from 'node:fs';
import { test } from 'node:test';
import { findProcesses, findWorkers, runAgentos, waitFor } from '../faults/processes.ts';
import { sweep } from '../needs.ts';
import { Workspace } from '../workspace.ts';
import { codeOf, ImplementWorkspace, players, testsOf, writeCode } from './implement-workspace.ts';

/** Is cut off in the middle of its work once; then it does well. */
const hangsOnce = { id: '1', agent: { implement: [[{ hang: true }, writeCode({ id: '1' })]] } };
/** Says that it is done, and changed nothing. */
const leavesUndone = { id: '1', agent: { implement: [{ finish: {} }] } };

async function killInJob(workspace: ImplementWorkspace): Promise<void> {
  assert.equal((await workspace.requirements()).code, 0);
  const killed = workspace.start('implement', ...players);
  await waitFor('the job that hangs', () => workspace.entries.some(({ kind }) => kind === 'call-failed'));
  killed.child.kill('SIGKILL');
  await killed.ended;
}

test('an implementation that was killed goes on where it was', async () => {
  using workspace = new ImplementWorkspace([hangsOnce]);
  await killInJob(workspace);
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

test('a machine that ends all processes at once, the agent first, ends no task: it goes on', async () => {
  using workspace = new ImplementWorkspace([{ id: '1' }]);
  const waitOnce = `if [ ! -e ${workspace.dir}/begun ]; then trap 'exit 1' TERM; touch ${workspace.dir}/begun; sleep 30 & wait; fi`;
  const agent = [
    '#!/bin/sh',
    `if [ $AGENTOS_JOB = implement ]; then ${waitOnce}; mkdir -p src; cp ${workspace.dir}/code.mjs src/piece-1.mjs`,
    `else mkdir -p test; cp ${workspace.dir}/tests.mjs test/piece-1.test.mjs; fi`,
  ];
  workspace.write({ 'agent.sh': agent.join('\n'), 'code.mjs': codeOf({ id: '1' }), 'tests.mjs': testsOf({ id: '1' }) });
  chmodSync(workspace.path('agent.sh'), 0o755);
  assert.equal((await workspace.requirements()).code, 0);
  const byProgram = players.with(players.indexOf('--agent') + 1, 'command:./agent.sh');
  const run = workspace.start('implement', ...byProgram);
  await waitFor('the agent', () => existsSync(workspace.path('begun')));
  for (const pid of [...findProcesses(workspace.dir), ...findWorkers(run.pid), run.pid]) process.kill(pid, 'SIGTERM');
  const { code, stderr } = await run.ended;
  assert.equal(code, 143, stderr);
  assert.equal(workspace.story.at(-1), '1 task-cancelled');
  const resumed = await workspace.run('resume');
  assert.equal(resumed.code, 0, resumed.stderr);
});

test('where its repository was moved or copied, an implementation does not go on: it would change the original', async () => {
  using workspace = new ImplementWorkspace([hangsOnce]);
  await killInJob(workspace);
  using copy = new Workspace();
  cpSync(workspace.dir, copy.dir, { recursive: true });
  const tip = workspace.git('rev-parse', 'agentos/1');
  const refused = await runAgentos(['resume'], { cwd: copy.dir });
  assert.equal(refused.code, 1, refused.stderr);
  const began = `failed: conflict: the task began when its repository was ${workspace.dir}: `;
  assert.ok(refused.stdout.includes(`${began}this is a copy; go on with it there`), refused.stdout);
  assert.equal(workspace.git('rev-parse', 'agentos/1'), tip);
  copy[Symbol.dispose]();
  workspace.playAgents([{ id: '1' }]);
  renameSync(workspace.dir, copy.dir);
  const moved = await runAgentos(['resume'], { cwd: copy.dir });
  assert.ok(moved.stdout.includes(`${began}move it back, and retry; or run \`git worktree repair `), moved.stdout);
  copy.git('worktree', 'repair', '.agentos/worktrees/1');
  const anew = await runAgentos(['retry', '--fresh'], { cwd: copy.dir });
  assert.equal(anew.code, 0, anew.stderr);
  assert.equal(copy.git('rev-parse', 'agentos/1.1'), tip, 'what was done so far is kept');
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
