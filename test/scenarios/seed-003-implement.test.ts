import assert from 'node:assert/strict';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { codeOf, layOut, players, workByTools, writeCode } from '../cli/implement-workspace.ts';
import { type Started, start } from '../faults/processes.ts';
import {
  type Approved,
  ApprovedWorkspace,
  approve,
  expectWhole,
  renderDesign,
} from '../implementation/approved-workspace.ts';
import { SimulatedWorkspace } from '../models/simulated-workspace.ts';
import { linesOf } from '../scripted-workspace.ts';
import { projectDir } from '../workspace.ts';

/** Scenarios 060 to 120 of the parallel CLI design (section 10.1) for the tool that implements; seed-003.test.ts has the rest. */
const tool = join(projectDir, 'bin/run-implement-from-lld.cjs');

function begin(workspace: ApprovedWorkspace, ...args: readonly string[]): Started {
  return start([process.execPath, tool, ...players, ...args], { cwd: workspace.dir, env: { HOME: workspace.dir } });
}

const four: readonly Approved[] = ['1', '2', '3', '4'].map((id) => ({ id }));

/** Speaks in halves of lines, in several at once, and without an end. */
const wordy: Readonly<Record<string, string>> = { 1: 'no end', 2: 'one\ntwo\r\nthree\n', 3: '\n\n', 4: 'half of ' };

test('060 070 run-implement-from-lld: --parallel 2 completes four tasks, and every line says whose it is', async () => {
  const tasks = four.map(({ id }) => ({ id, agent: { implement: [{ say: wordy[id], ...writeCode({ id }) }] } }));
  using workspace = new ApprovedWorkspace(tasks);
  const { code, stdout, stderr } = await begin(workspace, '--parallel', '2').ended;
  assert.equal(code, 0, stderr);
  assert.deepEqual(workspace.fates(), { 1: 'done', 2: 'done', 3: 'done', 4: 'done' });
  for (const line of linesOf(stdout)) assert.match(line, /^\[IMPL-[1-4]\] /);
  for (const line of linesOf(stderr)) assert.match(line, /^\[(IMPL-[1-4]|COORDINATOR)\] /);
  assert.ok(stdout.endsWith('\n') && stderr.endsWith('\n'), 'no line was cut off');
  for (const part of ['1] no end', '2] one', '2] two', '2] three', '4] half of '])
    assert.ok(stdout.includes(`[IMPL-${part}`), part);
  for (const { id } of four) assert.deepEqual(workspace.commits(id), [`Piece ${id}`]);
});

test('080 run-implement-from-lld: SIGINT ends it cleanly within 5 s, leaves no process, and it can be resumed', async () => {
  const sleeping = (id: string): Approved => {
    const sleeps = { run: { argv: ['sh', '-c', 'setsid sleep 1000 & sleep 1000'] } };
    return { id, agent: { implement: [[sleeps, writeCode({ id })]] } };
  };
  using workspace = new ApprovedWorkspace([sleeping('1'), sleeping('2'), { id: '3' }]);
  const run = begin(workspace, '--parallel', '2');
  await workspace.sees('both agents', () => countSleepers(workspace) >= 4);
  const stoppedAt = performance.now();
  run.child.kill('SIGINT');
  const { code, stderr } = await run.ended;
  const tookMs = performance.now() - stoppedAt;
  assert.equal(code, 130, stderr);
  assert.ok(tookMs < 5_000, `${tookMs} ms`);
  assert.deepEqual(workspace.processes, []);
  assert.match(stderr, new RegExp(`Run \`agentos resume ${workspace.lastBatch()}\` to go on`));
  workspace.playAgents(four.slice(0, 3));
  const resumed = await workspace.run('resume', '--parallel', '3');
  assert.equal(resumed.code, 0, resumed.stderr);
  assert.deepEqual(workspace.fates(), { 1: 'done', 2: 'done', 3: 'done' });
  assert.deepEqual(workspace.worktrees, []);
});

test('090 run-implement-from-lld: with two keys and four workers everybody gets a credential', async () => {
  const scopes = ['one', 'two'].map((id) => ({ id, provider: 'anthropic', limits: { concurrency: 1 } }) as const);
  await using workspace = await SimulatedWorkspace.open({ issues: 0, scopes, answer: workByTools });
  layOut(workspace, four);
  for (const task of four) approve(workspace, task.id, renderDesign(task));
  const agent = 'model:anthropic:claude-sonnet-4-5';
  const roles = ['--reviewer', 'scripted:script.json', '--sandbox', 'off', '--agent', agent];
  const { code, stderr } = await workspace.run('implement', ...roles, '--parallel', '4');
  assert.equal(code, 0, stderr);
  assert.deepEqual(workspace.fates(), { 1: 'done', 2: 'done', 3: 'done', 4: 'done' });
  const exchanges = workspace.journal().filter((entry) => entry.kind === 'exchange');
  assert.deepEqual([...new Set(exchanges.map(({ credential }) => credential))].sort(), ['one-1', 'two-1']);
  for (const { id } of four)
    assert.equal(workspace.git('show', `agentos/${id}:src/piece-${id}.mjs`), codeOf({ id }).trim());
});

test('100 120 run-implement-from-lld: of three successes and one failure it exits 1, tells it, and leaves nothing torn', async () => {
  const failing: Approved = { id: '3', agent: { implement: [{ crash: 'kill' }] } };
  using workspace = new ApprovedWorkspace([...four.filter(({ id }) => id !== '3'), failing]);
  const { code, stdout, stderr } = await begin(workspace, '--parallel', '2').ended;
  assert.equal(code, 1);
  assert.match(stderr, /^\[COORDINATOR\] Failed:\n\[COORDINATOR\] {3}3 {2}crash: .*SIGKILL.* 2 attempts/m);
  assert.match(stderr, /3 done · 1 failed/);
  assert.match(stderr, /Failed: 3\. Run `.* --ids 3` to retry\./);
  assert.match(stdout, /^\[IMPL-3\] failed: crash: /m);
  assert.deepEqual(
    four.map(({ id }) => workspace.hasEvidence(id)),
    [true, true, false, true],
  );
  assert.deepEqual(workspace.temporaries(), []);
  expectWhole(workspace);
  assert.deepEqual(
    workspace.names('.agentos/worktrees').filter((name) => !name.startsWith('.')),
    ['3'],
    'retry goes on there',
  );
});

test('110 120 run-implement-from-lld: what is written is what the journal names; what cannot be is no torn file', async () => {
  using workspace = new ApprovedWorkspace([
    { id: '1' },
    { id: '2', agent: { implement: [{ waitMs: 1000, ...writeCode({ id: '2' }) }] } },
  ]);
  mkdirSync(workspace.path('docs/lineage/1-impl/evidence.json/in the way'), { recursive: true });
  const run = begin(workspace, '--parallel', '2');
  await workspace.sees(
    'the tests of 2',
    (entry) => entry.kind === 'step-done' && entry.task === '2' && entry.step === 'keep-tests#1',
  );
  rmSync(workspace.path('docs/lineage/2-impl'), { recursive: true });
  workspace.write({ 'docs/lineage/2-impl': 'a file' });
  const { code, stderr } = await run.ended;
  assert.equal(code, 1, stderr);
  assert.deepEqual(workspace.fates(), { 1: 'failed output', 2: 'failed output' });
  assert.deepEqual(workspace.temporaries(), []);
  rmSync(workspace.path('docs/lineage/1-impl/evidence.json'), { recursive: true });
  rmSync(workspace.path('docs/lineage/2-impl'));
  const retried = await workspace.run('retry');
  assert.equal(retried.code, 0, retried.stderr);
  assert.deepEqual(workspace.temporaries(), []);
  assert.ok(expectWhole(workspace).includes('docs/lineage/1-impl/evidence.json'));
  for (const id of ['1', '2']) assert.deepEqual(workspace.commits(id), [`Piece ${id}`]);
});

function countSleepers(workspace: ApprovedWorkspace): number {
  return workspace.processes.filter((line) => line.endsWith(' sleep 1000')).length;
}
