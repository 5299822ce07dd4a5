import assert from 'node:assert/strict';
import { appendFileSync, cpSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { describe, test } from 'node:test';
import { nameBatch } from '../../src/store/batch-name.ts';
import { runAgentos } from '../faults/processes.ts';
import { sweep } from '../needs.ts';
import {
  approved,
  hangsInDraft,
  hangsInReview,
  readLines,
  requirements,
  ScriptedWorkspace,
} from '../scripted-workspace.ts';
import { issueText, Workspace } from '../workspace.ts';

describe('after kill -9', { concurrency: 2 }, () => {
  test('a resume asks for nothing again that was answered, whatever is different by now', async () => {
    using workspace = new ScriptedWorkspace([1, 2, 3, 4], { 3: hangsInReview, '*': approved });
    await workspace.killAt(['3 review 1 1'], '--ids', '4', '3', '1', '2');
    assert.deepEqual(workspace.designs(), ['LLD-4.md']);
    workspace.write({
      'docs/issues/0.md': issueText('Newer than the batch'),
      'agentos.config.json': JSON.stringify({ drafter: 'offline:', reviewer: 'offline:', maxIterations: 1 }),
    });
    const { code, stderr } = await workspace.run('resume', '--parallel', '3');
    assert.equal(code, 0, stderr);
    assert.match(stderr, /goes on · 3 at a time/);
    assert.deepEqual(workspace.designs(), ['LLD-1.md', 'LLD-2.md', 'LLD-3.md', 'LLD-4.md']);
    const once = ['1', '2', '3', '4'].flatMap((id) => [`${id} draft 1 1`, `${id} review 1 1`]);
    assert.deepEqual(workspace.ledger().toSorted(), [...once, '3 review 1 2'].toSorted());
    assert.equal(workspace.batches().length, 1);
  });

  test('a step that was paid for and saved, and is in no journal, is told with its cost, and not done again', async () => {
    const paid = { draft: [{ usd: 0.5 }], review: [[{ hang: true }, { answer: 'APPROVED', usd: 0.25 }]] };
    using workspace = new ScriptedWorkspace([1], { 1: paid });
    await workspace.killAt(['1 review 1 1']);
    const lines = readLines(workspace.journalPath());
    const paidAt = lines.findIndex((line) => JSON.parse(line).usd === 0.5);
    writeFileSync(
      workspace.journalPath(),
      lines
        .slice(0, paidAt)
        .map((line) => `${line}\n`)
        .join(''),
    );
    const { code, stderr } = await workspace.run('resume');
    assert.equal(code, 0, stderr);
    const found = workspace.journal().filter(({ kind }) => kind === 'step-found');
    assert.ok(
      found.some((entry) => 'step' in entry && entry.step === 'draft#1'),
      JSON.stringify(found),
    );
    assert.deepEqual(workspace.ledger(), ['1 draft 1 1', '1 review 1 1', '1 review 1 2']);
  });

  test('a batch goes on in a repository that was moved', async () => {
    using workspace = new ScriptedWorkspace([1, 2], { 1: hangsInReview, '*': approved });
    await workspace.killAt(['1 review 1 1']);
    using elsewhere = new Workspace();
    const moved = elsewhere.path('moved');
    renameSync(workspace.dir, moved);
    const { code, stderr } = await runAgentos(['resume'], { cwd: moved });
    assert.equal(code, 0, stderr);
    const ledger = readFileSync(`${moved}/ledger.txt`, 'utf8').trim().split('\n');
    const calls = ledger.filter((line) => !line.includes(' check-issue '));
    assert.deepEqual(calls, ['1 draft 1 1', '1 review 1 1', '1 review 1 2', '2 draft 1 1', '2 review 1 1']);
    assert.ok(elsewhere.list().some((line) => line.startsWith('moved/docs/lld/active/LLD-2.md ')));
  });

  sweep('--on-changed says what becomes of an issue that is not what it was', async () => {
    using origin = new ScriptedWorkspace([1], { 1: hangsInReview });
    await origin.killAt(['1 review 1 1']);
    origin.play({ '*': approved });
    appendFileSync(origin.path('docs/issues/1.md'), '- [ ] And one thing more\n');
    const resume = async (policy: string, expected: object) => {
      using workspace = new ScriptedWorkspace([]);
      cpSync(origin.dir, workspace.dir, { recursive: true });
      workspace.clearLedger();
      const { code, stdout, stderr } = await workspace.run(
        'resume',
        ...(policy === '' ? [] : ['--on-changed', policy]),
      );
      const isReset = /\[LLD-1\] checkpoint reset: what its steps depend on has changed/.test(stdout);
      assert.deepEqual({ code, isReset, fates: workspace.fates(), calls: workspace.ledger() }, expected, stderr);
      return stderr;
    };
    const failed = { code: 1, isReset: false, fates: { 1: 'failed changed' }, calls: [] };
    assert.match(await resume('', failed), /`agentos resume --on-changed rerun` starts it afresh/);
    await resume('fail', failed);
    const calls = ['1 draft 1 1', '1 review 1 1', '1 review 1 2'];
    await resume('rerun', { code: 0, isReset: true, fates: { 1: 'done' }, calls: calls.slice(0, 2) });
    await resume('ignore', { code: 0, isReset: false, fates: { 1: 'done' }, calls: calls.slice(2) });
  });

  test('an issue that is gone cannot be started afresh: its task fails, and goes on once it is back', async () => {
    using workspace = new ScriptedWorkspace([1], { 1: hangsInReview });
    await workspace.killAt(['1 review 1 1']);
    const issue = readFileSync(workspace.path('docs/issues/1.md'), 'utf8');
    workspace.remove('docs/issues/1.md');
    workspace.clearLedger();
    const gone = await workspace.run('resume', '--on-changed', 'rerun');
    assert.deepEqual([gone.code, workspace.fates(), workspace.ledger()], [1, { 1: 'failed changed' }, []], gone.stderr);
    assert.match(gone.stderr, /the issue cannot be read any more: put it back, and resume/);
    workspace.write({ 'docs/issues/1.md': issue });
    const back = await workspace.run('resume', '--on-changed', 'rerun');
    assert.deepEqual([back.code, workspace.ledger()], [0, ['1 review 1 2']], back.stderr);
  });

  test('a checkpoint that is damaged costs its own task, is kept aside, and is no trouble for a retry', async () => {
    using workspace = new ScriptedWorkspace([1, 2, 3, 4], { '*': hangsInReview });
    const reviews = ['1', '2', '3', '4'].map((id) => `${id} review 1 1`);
    await workspace.killAt(reviews, '--parallel', '4');
    workspace.play({ '*': approved });
    const path = (id: number, suffix = '') => workspace.path(`.agentos/checkpoints/requirements-${id}.db${suffix}`);
    for (const suffix of ['', '-wal']) rmSync(path(1, suffix), { force: true });
    for (const suffix of ['', '-wal']) writeFileSync(path(2, suffix), Buffer.alloc(8192));
    truncateSync(path(3), 1000);
    const { code, stdout, stderr } = await workspace.run('resume');
    assert.equal(code, 1, stderr);
    const damaged = 'failed damaged';
    assert.deepEqual(workspace.fates(), { 1: damaged, 2: damaged, 3: damaged, 4: 'done' }, stdout);
    const kept = workspace
      .checkpoints()
      .filter((name) => /^requirements-\d\.db\.corrupt-\d{4}-\d\d-\d\dT[\d.]+Z$/.test(name));
    assert.deepEqual(
      kept.map((name) => name[13]),
      ['2', '3'],
      workspace.checkpoints().join(' '),
    );
    const retried = await workspace.run('retry');
    assert.equal(retried.code, 0, retried.stderr);
    assert.deepEqual(workspace.fates(), { 1: 'done', 2: 'done', 3: 'done' });
  });
});

describe('a resume that has nothing to do', { concurrency: 2 }, () => {
  test('of a finished batch says so, changes nothing and ends well', async () => {
    using workspace = new ScriptedWorkspace([1, 2], { 2: { draft: [{ crash: 'exit' }] }, '*': approved });
    assert.equal((await workspace.requirements('--max-attempts', '1')).code, 1);
    const before = workspace.list();
    const { code, stdout, stderr } = await workspace.run('resume');
    assert.deepEqual([code, stdout], [0, '']);
    assert.match(stderr, new RegExp(`batch ${workspace.lastBatch()} is finished: nothing to go on with`));
    assert.match(stderr, new RegExp(`1 of its tasks are not done; \`agentos retry ${workspace.lastBatch()}\``));
    assert.deepEqual(workspace.list(), before);
    const name = workspace.lastBatch();
    const mistyped = await workspace.run('resume', `${name.slice(0, -1)}x`);
    assert.equal(mistyped.code, 2);
    assert.ok(mistyped.stderr.includes(`did you mean ${name}?`), mistyped.stderr);
    const unknown = await workspace.run('resume', 'nonsense');
    assert.equal(unknown.code, 2);
    assert.ok(unknown.stderr.includes(`there is no batch "nonsense"; the last one is ${name}`), unknown.stderr);
  });

  test('where no batch ever ran is told: exit 2, and no state is made', async () => {
    using workspace = new ScriptedWorkspace([1]);
    const before = workspace.list();
    for (const command of ['resume', 'retry', 'status']) {
      const { code, stderr } = await workspace.run(command);
      assert.equal(code, 2);
      assert.match(stderr, /no batch has run here yet/);
    }
    assert.deepEqual(workspace.list(), before);
  });

  test('while another batch runs is told who runs since when: exit 75', async () => {
    using workspace = new ScriptedWorkspace([1], { 1: hangsInDraft });
    const run = workspace.start(...requirements());
    await workspace.calls('1 draft 1 1');
    const { code, stderr } = await workspace.run('resume');
    run.child.kill('SIGKILL');
    await run.ended;
    assert.equal(code, 75, stderr);
    assert.match(stderr, new RegExp(`pid ${run.pid} on host ${hostname()}.*since \\d{4}-\\d\\d-\\d\\dT`));
  });
});

test('a clock that was an hour ahead and was set right costs no task its finished steps', async () => {
  using workspace = new ScriptedWorkspace([1], { 1: approved });
  assert.equal((await workspace.requirements()).code, 0);
  const entries = workspace.journal().map((entry) => ({ ...entry, at: entry.at + 3_600_000 }));
  writeFileSync(workspace.journalPath(), entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  const ahead = workspace.lastBatch();
  const later = nameBatch(Date.now() + 3_600_000, undefined);
  renameSync(workspace.path('.agentos/batches', ahead), workspace.path('.agentos/batches', later));
  workspace.write({ 'docs/issues/1.md': issueText('Changed') }).play({ 1: hangsInReview });
  workspace.clearLedger();
  await workspace.killAt(['1 review 1 1']);
  assert.ok(workspace.lastBatch() > later, 'the last batch is the last');
  assert.equal((await workspace.run('resume')).code, 0);
  assert.deepEqual(workspace.ledger(), ['1 draft 1 1', '1 review 1 1', '1 review 1 2'], 'no second draft');
});
