import assert from 'node:assert/strict';
import { mkdirSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { after, before, describe, test } from 'node:test';
import { type Ending, findProcesses, runAgentos } from '../faults/processes.ts';
import {
  approved,
  crashes,
  hangsInReview,
  linesOf,
  requirements,
  ScriptedWorkspace,
  sentBackOnce,
} from '../scripted-workspace.ts';
import { issueText, Workspace } from '../workspace.ts';

/** What the reviews of the design of parallel execution (#106) ask for, on the built program. */

const noise = '\u001b[2J\u001b[31mred\u001b[0m \u0007bell\r\nplain\n';

describe('#106: a batch in which one task fails', () => {
  const outside = new Workspace();
  const home = outside.path('home');
  const workspace = new ScriptedWorkspace([1, 2, 3, 4], {
    2: crashes,
    3: { draft: [{ print: noise, printError: noise }], ...sentBackOnce },
    '*': approved,
  });
  let ended: Ending;
  let around: string[];

  before(async () => {
    mkdirSync(home);
    around = outside.list();
    const env = { HOME: home, TMPDIR: home };
    ended = await runAgentos(requirements('--parallel', '2'), { cwd: workspace.dir, env });
  });
  after(() => {
    workspace[Symbol.dispose]();
    outside[Symbol.dispose]();
  });

  test('the failure is its own: the others are done, and the exit code is not 0', () => {
    assert.equal(ended.code, 1, ended.stderr);
    assert.deepEqual(workspace.fates(), { 1: 'done', 2: 'failed crash', 3: 'done', 4: 'done' });
    assert.deepEqual(workspace.designs(), ['LLD-1.md', 'LLD-3.md', 'LLD-4.md']);
  });

  test('every line names its task, and none of them can drive a terminal', () => {
    for (const line of linesOf(ended.stdout)) assert.match(line, /^\[LLD-[1-4]\] /);
    for (const line of linesOf(ended.stderr)) assert.match(line, /^\[(LLD-[1-4]|COORDINATOR)\] /);
    assert.doesNotMatch(ended.stdout + ended.stderr, /[\u001b\u0007\r]/);
    assert.match(ended.stdout, /^\[LLD-3\] plain$/m);
  });

  test('each task has a log of its own, with the bytes as they came', () => {
    assert.equal(workspace.log('3').toString().split(noise).length, 3);
    for (const task of ['1', '2', '4']) assert.doesNotMatch(workspace.log(task).toString(), /plain/);
    assert.match(workspace.log('2').toString(), /failed: crash/);
  });

  test('the checkpoint of a task that is done is gone, that of the failed one is kept', () => {
    const kept = workspace.checkpoints().map((name) => name.replace(/\.db.*/, ''));
    assert.deepEqual([...new Set(kept)], ['requirements-2']);
  });

  test('what it left lies in the repository, and only where it belongs', () => {
    assert.deepEqual(outside.list(), around);
    assert.deepEqual(readdirSync(home), []);
    assert.deepEqual(readdirSync(workspace.dir).sort(), ['.agentos', 'docs', 'ledger.txt', 'script.json']);
    assert.deepEqual(workspace.names('docs'), ['issues', 'lineage', 'lld']);
  });

  test('all that happened belongs to one trace, and each attempt is one span of it', () => {
    const journal = workspace.journal();
    assert.deepEqual(new Set(journal.map(({ traceId }) => traceId)).size, 1);
    assert.match(journal[0]?.traceId ?? '', /^[0-9a-f]{32}$/);
    const spans = journal.flatMap((entry) => ('task' in entry ? [`${entry.task} ${entry.spanId}`] : []));
    assert.deepEqual([...new Set(spans)].map((span) => span.split(' ')[0]).sort(), ['1', '2', '2', '3', '4']);
  });
});

describe('#106: limits', { concurrency: 2 }, () => {
  test('--parallel without a number means three at a time, or as many as there are cores', async () => {
    using workspace = new ScriptedWorkspace([1]);
    assert.equal((await workspace.requirements('--parallel')).code, 0);
    const [started] = workspace.journal();
    assert.equal(started?.kind === 'batch-started' && started.parallel, Math.min(3, availableParallelism()));
  });

  test('an id that leads out of the repository is refused, on the command line and in an issue', async () => {
    using workspace = new ScriptedWorkspace([1]);
    for (const id of ['../../etc/passwd', '..', '/etc']) {
      const before = workspace.list();
      const { code, stderr } = await workspace.requirements('--ids', id);
      assert.equal(code, 2, stderr);
      assert.deepEqual(workspace.list(), before);
    }
    workspace.write({ 'docs/issues/evil.md': `---\nid: ../../../evil\n---\n${issueText('Evil')}` });
    const { code, stderr } = await workspace.requirements();
    assert.equal(code, 1);
    assert.match(stderr, /docs\/issues\/evil\.md {2}ID_UNSAFE/);
    assert.deepEqual(workspace.fates(), { 1: 'done' });
  });

  test('retries, waits and attempts have an end: then the task fails, and the others go on', async () => {
    using workspace = new ScriptedWorkspace([1, 2, 3, 4], {
      1: { draft: [{ refuse: 'limit', retryAfterMs: 10, message: 'slow down' }] },
      2: { draft: [{ refuse: 'limit', retryAfterMs: 600_000, message: 'come back later' }] },
      3: crashes,
      '*': approved,
    });
    const limits = ['--max-retries', '1', '--max-wait', '1', '--max-attempts', '1'];
    const { code, stderr } = await workspace.requirements('--parallel', '4', ...limits);
    assert.equal(code, 1, stderr);
    assert.deepEqual(workspace.fates(), { 1: 'failed limit', 2: 'failed limit', 3: 'failed crash', 4: 'done' });
    const count = (task: string) => workspace.ledger().filter((call) => call.startsWith(`${task} draft`)).length;
    assert.deepEqual(['1', '2', '3'].map(count), [2, 1, 1]);
    assert.match(stderr, /1 {2}limit: .*slow down/);
    assert.match(stderr, /2 {2}limit: .*come back later/);
  });

  test('a worker that hangs or is busy for ever is killed at its timeout, and the others go on', async () => {
    using workspace = new ScriptedWorkspace([1, 2, 3], {
      1: { draft: [{ hang: true }] },
      2: { draft: [{ crash: 'loop' }] },
      '*': approved,
    });
    const limits = ['--task-timeout', '3', '--max-attempts', '1'];
    const env = { HOME: workspace.dir };
    const { code, stderr } = await runAgentos(requirements('--parallel', '3', ...limits), { cwd: workspace.dir, env });
    assert.equal(code, 1, stderr);
    assert.deepEqual(workspace.fates(), { 1: 'failed timeout', 2: 'failed timeout', 3: 'done' });
    assert.match(stderr, /1 {2}timeout: took longer than 3 s \(--task-timeout\)/);
    assert.deepEqual(findProcesses(workspace.dir), []);
  });

  test('after SIGINT the checkpoints are kept, and a resume repeats only the step that was cut off', async () => {
    using workspace = new ScriptedWorkspace([1, 2, 3], { 1: hangsInReview, 2: hangsInReview, '*': approved });
    const run = workspace.start(...requirements('--parallel', '2'));
    await workspace.calls('1 review 1 1', '2 review 1 1');
    run.child.kill('SIGINT');
    assert.equal((await run.ended).code, 130);
    assert.deepEqual(workspace.checkpoints().filter(isDatabase), ['requirements-1.db', 'requirements-2.db']);
    workspace.clearLedger();
    assert.equal((await workspace.run('resume')).code, 0);
    const again = ['1 review 1 2', '2 review 1 2', '3 draft 1 1', '3 review 1 1'];
    assert.deepEqual(workspace.ledger().toSorted(), again);
    assert.deepEqual(workspace.checkpoints(), []);
  });
});

function isDatabase(name: string): boolean {
  return name.endsWith('.db');
}
