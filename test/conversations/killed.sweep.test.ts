import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TalkWorkspace } from './talk-workspace.ts';
import { type Step, steps } from './two-rounds.ts';

/** What has been answered stays answered, word for word: nobody pays for it again. */
function assertPaidOnce(workspace: TalkWorkspace, tasks: number): void {
  const ids = Array.from({ length: tasks }, (_, at) => at + 1);
  assert.deepEqual(workspace.fates(), Object.fromEntries(ids.map((id) => [id, 'done'])));
  assert.deepEqual(
    workspace.answeredSteps(),
    ids.flatMap((id) => steps.map((step) => `${id} ${step}`)),
  );
  assert.deepEqual(new Set(workspace.answered.values()), new Set([1]));
}

/** Names of the steps of the workflow, in the journal. */
const steppedAs: Readonly<Record<string, Step>> = {
  'check-issue#1': 'check-issue',
  'draft#1': 'draft',
  'review#1': 'review',
  'revise#1': 'revise',
  'review#2': 'review-again',
};

/** No call began after its step was known to be done. Gives how many are. */
function assertNothingAgain(workspace: TalkWorkspace): number {
  const doneAt = new Map<string, number>();
  for (const entry of workspace.journal()) {
    if (entry.kind !== 'step-done' && entry.kind !== 'step-found') continue;
    const step = steppedAs[entry.step.replace(/\/.*$/, '')];
    if (step !== undefined) doneAt.set(`${entry.task} ${step}`, entry.at);
  }
  for (const { about, at } of workspace.truth) {
    const call = about?.split(' ').slice(0, 2).join(' ') ?? '';
    assert.ok(at <= (doneAt.get(call) ?? Number.POSITIVE_INFINITY), `${call} was asked for again`);
  }
  return doneAt.size;
}

const isExhaustive = process.env['AGENTOS_TEST_EXHAUSTIVE'] === '1';
/** After how many more calls each kill comes. */
const kills = isExhaustive ? Array.from({ length: 40 }, (_, at) => 1 + ((at * 7) % 3)) : [1, 2];

describe('kill -9 of everything in the midst of a call, and resume', { concurrency: 2 }, () => {
  test('at each step, in tasks of one batch: all end approved, and each finished step was paid for once', async () => {
    await using workspace = await TalkWorkspace.open({ tasks: steps.length });
    for (const [at, step] of steps.entries()) workspace.hold(at + 1, step);
    await workspace.killWhileHeld('requirements', '--parallel', String(steps.length));
    assert.deepEqual(workspace.designs(), []);
    const { code, stderr } = await workspace.run('resume', '--parallel', String(steps.length));
    assert.equal(code, 0, stderr);
    assertPaidOnce(workspace, steps.length);
    assert.equal(workspace.cutOff.length, steps.length);
    for (const about of workspace.cutOff) assert.equal(workspace.answered.get(about), 1, `${about}, word for word`);
  });

  test('at each step of one task, one after the other', async () => {
    await using workspace = await TalkWorkspace.open({ tasks: 1 });
    for (const [at, step] of steps.entries()) {
      workspace.hold(1, step);
      await workspace.killWhileHeld(...(at === 0 ? ['requirements'] : ['resume']));
      assert.equal(workspace.answered.size, at, `${step}: only what came before was answered`);
    }
    const { code, stderr } = await workspace.run('resume');
    assert.equal(code, 0, stderr);
    assertPaidOnce(workspace, 1);
    assert.deepEqual(workspace.lineage('1'), [
      '001-issue.md',
      '002-draft.md',
      '003-check.md',
      '004-verdict.md',
      '005-draft.md',
      '006-check.md',
      '007-verdict.md',
      '008-final.md',
      'approval.json',
    ]);
    assert.deepEqual(workspace.temporaries(), []);
  });

  test('right after answers, over and over: what is known to be done is never asked for again', async () => {
    const tasks = isExhaustive ? 12 : 3;
    await using workspace = await TalkWorkspace.open({ tasks });
    for (const [at, more] of kills.entries()) {
      const command = at === 0 ? 'requirements' : 'resume';
      await workspace.killAfterCalls(more, command, '--parallel', '3');
      assertNothingAgain(workspace);
    }
    const { code, stderr } = await workspace.run('resume', '--parallel', '3');
    assert.equal(code, 0, stderr);
    assert.equal(assertNothingAgain(workspace), tasks * steps.length);
    assert.ok(Object.values(workspace.fates()).every((fate) => fate === 'done'));
  });
});
