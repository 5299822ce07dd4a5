import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import type { Started } from '../faults/processes.ts';
import { approved, requirements, ScriptedWorkspace } from '../scripted-workspace.ts';

const hangs = { review: [[{ hang: true }, { hang: true }, { answer: 'APPROVED' }]] };
const summaryKeys = [
  'schemaVersion',
  'batch',
  'workflow',
  'parallel',
  'startedAt',
  'seconds',
  'usd',
  'counts',
  'tasks',
];
const statusKeys = [...summaryKeys, 'rejectedInputs', 'exitCode', 'retry', 'tokens', 'state'];
const codeKeys = ['branch', 'commit', 'pullRequest'];
const taskKeys = [
  'id',
  'workflow',
  'fate',
  'failure',
  'attempts',
  'seconds',
  'usd',
  'outputPath',
  'logPath',
  ...codeKeys,
  'answer',
];

/** One document, and nothing else on either stream. */
async function readJson(workspace: ScriptedWorkspace, ...args: string[]) {
  const { code, stdout, stderr } = await workspace.run(...args, '--json');
  assert.deepEqual([code, stderr], [0, '']);
  return JSON.parse(stdout);
}

describe('status and show tell', () => {
  const workspace = new ScriptedWorkspace([1, 2, 3], { 1: approved, 2: hangs, 3: { draft: [{ crash: 'exit' }] } });
  let run: Started;

  before(async () => {
    run = workspace.start(...requirements('--max-attempts', '1'));
    await workspace.calls('2 review 1 1');
  });
  after(() => workspace[Symbol.dispose]());

  test('of a batch that runs: what is done, what runs and what waits', async () => {
    const status = await readJson(workspace, 'status');
    assert.deepEqual(Object.keys(status), statusKeys);
    for (const task of status.tasks) assert.deepEqual(Object.keys(task), taskKeys);
    assert.deepEqual(fatesOf(status), { 1: 'done', 2: 'running', 3: 'pending' });
    assert.deepEqual([status.state, status.exitCode, status.schemaVersion], ['running', null, 1]);
    assert.deepEqual(status.counts, { done: 1, failed: 0, rejected: 0, parked: 0, cancelled: 0, skipped: 0 });
    const { stdout } = await workspace.run('status');
    assert.match(stdout, new RegExp(`^batch ${workspace.lastBatch()} · requirements · running · 1 at a time · since `));
    assert.match(stdout, /^ {2}2: [\d.]+ s/m);
    assert.equal((await readJson(workspace, 'show', '2')).state, 'running');
    assert.match((await workspace.run('show', '2')).stdout, /^2 {2}Title 2\nbatch \S+ · requirements · running\n/);
  });

  test('of a batch that was killed: it is interrupted, and how to go on', async () => {
    run.child.kill('SIGKILL');
    await run.ended;
    const status = await readJson(workspace, 'status');
    assert.deepEqual(fatesOf(status), { 1: 'done', 2: 'cancelled', 3: 'cancelled' });
    assert.deepEqual([status.state, status.exitCode], ['interrupted', null]);
    const { stdout } = await workspace.run('status');
    assert.match(stdout, / · interrupted · /);
    const resume = `agentos resume ${workspace.lastBatch()}`;
    assert.ok(stdout.includes(`Interrupted: 1 done, 2 not finished. Run \`${resume}\` to go on.`), stdout);
    assert.ok((await workspace.run('show', '2')).stdout.includes(`Next: run \`${resume}\` to go on.`));
  });

  test('of a batch that has ended: its exit code, what failed and why', async () => {
    workspace.play({ 2: approved, 3: { draft: [{ crash: 'exit' }] } });
    assert.equal((await workspace.run('resume')).code, 1);
    const status = await readJson(workspace, 'status', workspace.lastBatch());
    assert.deepEqual(fatesOf(status), { 1: 'done', 2: 'done', 3: 'failed' });
    assert.deepEqual([status.state, status.exitCode], ['ended', 1]);
    assert.equal(status.tasks[2].failure.code, 'crash');
    assert.match(status.retry, /^agentos requirements .* --ids 3$/);
    const shown = await readJson(workspace, 'show', '3');
    assert.deepEqual(Object.keys(shown), ['schemaVersion', 'batch', 'state', 'task', 'question', 'receipt', 'events']);
    assert.deepEqual(
      shown.events.map(({ kind }: { kind: string }) => kind).filter((kind: string) => kind.startsWith('task-')),
      ['task-started', 'task-failed'],
    );
    const { stdout } = await workspace.run('show', '3');
    assert.match(stdout, /failed \(crash\): its worker ended unexpectedly/);
    assert.match(stdout, /Next: run `agentos requirements .* --ids 3` to retry\./);
  });

  test('of all batches, one line or one entry each', async () => {
    const { batches } = await readJson(workspace, 'status', '--all');
    assert.deepEqual(
      batches.map(({ batch, state }: { batch: string; state: string }) => [batch, state]),
      [[workspace.lastBatch(), 'ended']],
    );
    const { stdout } = await workspace.run('status', '--all');
    assert.match(stdout, /^batch .* · ended · .* · resumed once · 2 of 3 done · 1 failed\n$/);
  });

  test('that a task or a batch is unknown: exit 2, with JSON also as JSON', async () => {
    const unknown = await workspace.run('show', '99', '--json');
    assert.deepEqual([unknown.code, JSON.parse(unknown.stdout).error.code], [2, 'TASK_MISSING']);
    assert.match(unknown.stderr, /no batch here has a task 99/);
    const status = await workspace.run('status', 'nonsense', '--json');
    assert.deepEqual([status.code, JSON.parse(status.stdout).error.code], [2, 'BATCH_MISSING']);
  });

  test('without changing anything', async () => {
    const before = workspace.list();
    for (const args of [['status'], ['status', '--all'], ['show', '1'], ['show', '3', '--json']])
      await workspace.run(...args);
    assert.deepEqual(workspace.list(), before);
  });
});

function fatesOf({ tasks }: { tasks: { id: string; fate: string }[] }): Record<string, string> {
  return Object.fromEntries(tasks.map(({ id, fate }) => [id, fate]));
}

test('a journal that is damaged hides no other batch: tasks are shown, answered and gone on with', async () => {
  using workspace = new ScriptedWorkspace([1, 2], { 1: approved, 2: approved });
  await workspace.run(...requirements('--ids', '1', '--gate', 'verdict'));
  assert.equal((await workspace.run(...requirements('--ids', '2'))).code, 0);
  const [sound = ''] = workspace.batches();
  writeFileSync(workspace.journalPath(), 'garbage\n');
  const told = new RegExp(
    `${workspace.lastBatch()}/journal.ndjson is damaged: line 1 is no JSON object; give its command anew`,
  );
  for (const [command, rest] of [
    [['show', '1'], /^1 {2}Title 1\n/],
    [['approve', '1'], /1: approved; now `agentos resume /],
    [['resume'], /1 done · 0 failed/],
  ] as const) {
    const { code, stdout, stderr } = await workspace.run(...command);
    assert.equal(code, 0, stderr);
    assert.match(stderr, told);
    assert.match(stdout + stderr, rest);
  }
  assert.equal(JSON.parse((await workspace.run('status', sound, '--json')).stdout).counts.done, 1);
  const { code, stderr } = await workspace.run('show', '2');
  assert.equal(code, 2);
  assert.match(stderr, told);
});
