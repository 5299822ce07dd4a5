import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { codeOf, testsOf } from '../cli/implement-workspace.ts';
import { findWorkers } from '../faults/processes.ts';
import { readLines } from '../scripted-workspace.ts';
import { leaveUnmeasured } from '../workspace.ts';
import { ApprovedWorkspace, doesWell, expectWhole } from './approved-workspace.ts';

leaveUnmeasured();

/** Steps in their order; each is cut off once the one before it is in the journal. */
const steps = [
  ...['load-lld', 'open-worktree', 'prepare', 'write-tests', 'keep-tests', 'prove-red', 'implement', 'keep-work'],
  ...['prove-green', 'prove-without', 'gates', 'review-code', 'commit', 'remove-worktree'],
];

/** An agent that keeps its own books, outside of everything that we do. */
class Bookkeeping extends ApprovedWorkspace {
  constructor() {
    super([{ id: '1' }]);
    const note = (kind: string) => `echo ${kind} >>"${this.path('jobs.txt')}"`;
    this.playAgents([
      { id: '1', agent: doesWell({ id: '1' }, { tests: note('write-tests'), code: note('implement') }) },
    ]);
    this.write({ '.git/info/exclude': 'jobs.txt\n' });
  }

  get jobs(): string[] {
    return readLines(this.path('jobs.txt'));
  }

  /** How often a step's end is told, by this batch or when it was found again. */
  ends(step: string): number {
    const isEnd = (kind: string) => kind === 'step-done' || kind === 'step-found';
    return this.entries.filter((entry) => isEnd(entry.kind) && 'step' in entry && entry.step === `${step}#1`).length;
  }

  expectDone(): void {
    assert.deepEqual(this.fates(), { 1: 'done' });
    assert.deepEqual(this.commits('1'), ['Piece 1'], 'exactly one commit');
    assert.deepEqual(this.changed('1'), [
      ...['docs/reports/1/design.md', 'docs/reports/1/implementation-report.md', 'docs/reports/1/test-report.md'],
      ...['src/piece-1.mjs', 'test/piece-1.test.mjs'],
    ]);
    assert.equal(this.show('1', 'src/piece-1.mjs'), codeOf({ id: '1' }).trim());
    assert.equal(this.show('1', 'test/piece-1.test.mjs'), testsOf({ id: '1' }).trim());
    const { commit, tree, scenarios, gates, rounds } = this.evidence('1');
    assert.equal(`${commit}\n${tree}`, this.git('rev-parse', 'agentos/1', 'agentos/1^{tree}'));
    const last = this.entries.find(({ kind }) => kind === 'task-done');
    assert.deepEqual(last?.kind === 'task-done' && last.code, { branch: 'agentos/1', commit });
    assert.deepEqual([scenarios[0]?.tests[0]?.isGreen, gates.length, rounds], [true, 9, 1]);
    for (const { outputPath } of this.evidence('1').commands) readFileSync(this.path(outputPath));
    assert.ok(expectWhole(this).includes('docs/lineage/1-impl/evidence.json'));
    for (const step of steps) assert.ok(this.ends(step) >= 1, step);
    assert.deepEqual([this.temporaries(), this.checkpoints(), this.worktrees, this.processes], [[], [], [], []]);
    assert.deepEqual(this.branches, ['agentos/1', 'main']);
  }
}

test('a task whose coordinator is killed at each of its steps ends as if nothing had happened', async () => {
  using workspace = new Bookkeeping();
  let run = workspace.begin();
  for (const [at, step] of steps.entries()) {
    const before = steps[at - 1];
    await workspace.sees(`the end before ${step}`, (entry) =>
      before === undefined ? entry.kind === 'task-started' : workspace.ends(before) > 0,
    );
    // Somewhere in the step, from its first instruction on.
    await setTimeout((at * 7) % 30);
    run.child.kill('SIGKILL');
    // A slow tester may find it done already.
    if ((await run.ended).code === 0) break;
    run = workspace.start('resume');
  }
  const { code, stderr } = await run.ended;
  assert.equal(code, 0, stderr);
  workspace.expectDone();
  assert.ok(workspace.entries.filter(({ kind }) => kind === 'batch-resumed').length >= 5);
  // A job that was cut off is begun anew; one that ended is never done again.
  for (const kind of ['write-tests', 'implement']) {
    const begun = workspace.jobs.filter((job) => job === kind).length;
    assert.ok(begun >= 1 && begun <= 2, `${kind}: ${begun}`);
    assert.equal(workspace.ends(kind), 1, kind);
  }
});

test('a worker that is killed in a step is replaced, and the task goes on where it was', async () => {
  using workspace = new Bookkeeping();
  const run = workspace.begin();
  await workspace.sees('the work', () => workspace.ends('keep-work') > 0);
  for (const pid of findWorkers(run.pid)) process.kill(pid, 'SIGKILL');
  const { code, stderr } = await run.ended;
  assert.equal(code, 0, stderr);
  workspace.expectDone();
  assert.deepEqual(workspace.jobs, ['write-tests', 'implement']);
  const failed = workspace.entries.filter((entry) => entry.kind === 'attempt-failed');
  assert.deepEqual(
    failed.map(({ failure }) => failure.code),
    ['crash'],
  );
});
