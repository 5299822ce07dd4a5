import assert from 'node:assert/strict';
import { appendFileSync, readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import type { Ending } from '../faults/processes.ts';
import { sweep } from '../needs.ts';
import { approved, ScriptedWorkspace } from '../scripted-workspace.ts';

const crashesInReview = { review: [{ crash: 'exit' }] };
/** The first draft has one finding; the second one breaks a rule as well. */
const worseAfterwards = {
  review: [{ answer: 'REVISE', message: 'Say more' }],
  revise: [{ edit: [{ find: '## 11. Risks', replace: '## 13. Risks' }] }],
};

describe('a retry of failed and rejected tasks', () => {
  const workspace = new ScriptedWorkspace([1, 2, 3], { 2: crashesInReview, 3: worseAfterwards, '*': approved });
  let first: string[];
  let trail: string[];
  let ended: Ending;

  before(async () => {
    const { code, stderr } = await workspace.requirements('--max-iterations', '2', '--parallel', '2');
    assert.equal(code, 1, stderr);
    assert.deepEqual(workspace.fates(), { 1: 'done', 2: 'failed crash', 3: 'rejected' }, stderr);
    first = workspace.batches();
    trail = workspace.lineage('3');
    workspace.clearLedger();
    workspace.play({
      3: { review: [{ answer: 'REVISE' }, { answer: 'REVISE' }, { answer: 'APPROVED' }] },
      '*': approved,
    });
    ended = await workspace.run('retry');
  });
  after(() => workspace[Symbol.dispose]());

  test('runs these and no others, in a batch of its own', () => {
    assert.equal(ended.code, 0, ended.stderr);
    assert.equal(workspace.batches().length, first.length + 1);
    assert.deepEqual(workspace.fates(), { 2: 'done', 3: 'done' });
  });

  test('keeps the steps that had finished', () => {
    const calls = workspace.ledger().toSorted();
    assert.deepEqual(
      calls.filter((call) => call.startsWith('2 ')),
      ['2 review 1 3'],
    );
    assert.deepEqual(
      calls.filter((call) => call.startsWith('3 ')),
      ['3 review 3 1', '3 revise 2 1'],
    );
  });

  test('starts new rounds from the best draft, and the trail goes on', () => {
    const names = workspace.lineage('3');
    assert.deepEqual(names.slice(0, trail.length), trail);
    const added = names.slice(trail.length).map((name) => name.slice(4));
    assert.deepEqual(added, ['draft.md', 'check.md', 'verdict.md', 'final.md', 'oval.json']);
    const risks = [1, 2, 3].map((nth) => /^## \d+\. Risks/m.exec(draft(3, nth))?.[0]);
    assert.deepEqual(risks, ['## 11. Risks', '## 13. Risks', '## 11. Risks']);
  });

  /** The n-th draft of a task. */
  function draft(task: number, nth: number): string {
    const name = workspace.lineage(String(task)).filter((one) => one.endsWith('-draft.md'))[nth - 1];
    return readFileSync(workspace.path(`docs/lineage/${task}-lld/${name}`), 'utf8');
  }
});

describe('a retry starts afresh', { concurrency: 2 }, () => {
  const fresh = ['1 draft 1 1', '1 review 1 1'];

  async function failOnce(): Promise<ScriptedWorkspace> {
    const workspace = new ScriptedWorkspace([1], { 1: crashesInReview });
    assert.equal((await workspace.requirements('--max-attempts', '1')).code, 1);
    workspace.play({ 1: approved }).clearLedger();
    return workspace;
  }

  test('where --fresh asks for it, and says so', async () => {
    using workspace = await failOnce();
    const { code, stdout, stderr } = await workspace.run('retry', '--fresh');
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^\[LLD-1\] checkpoint reset: a fresh start was asked for$/m);
    assert.deepEqual(workspace.ledger(), fresh);
    const again = await workspace.run('retry');
    assert.deepEqual([again.code, again.stdout], [0, '']);
    assert.match(again.stderr, /no task of batch \S+ failed: nothing to retry/);
    const { batch, tasks, exitCode } = JSON.parse((await workspace.run('retry', '--json')).stdout);
    assert.deepEqual([batch, tasks, exitCode], [null, [], 0]);
    assert.equal(workspace.batches().length, 2);
  });

  sweep('where the issue has changed, and says so', async () => {
    using workspace = await failOnce();
    appendFileSync(workspace.path('docs/issues/1.md'), '- [ ] And one thing more\n');
    const { code, stdout, stderr } = await workspace.run('retry');
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^\[LLD-1\] checkpoint reset: what its steps depend on has changed$/m);
    assert.deepEqual(workspace.ledger(), fresh);
    assert.match(readFileSync(workspace.path('docs/lld/active/LLD-1.md'), 'utf8'), /REQ-2: And one thing more/);
  });

  sweep('nowhere else: the line that a retry prints runs the same roles again', async () => {
    using workspace = await failOnce();
    workspace.play({ 1: crashesInReview });
    const { code, stderr } = await workspace.run('retry');
    assert.equal(code, 1, stderr);
    const roles = '--drafter scripted:script.json --reviewer scripted:script.json --max-attempts 1';
    assert.ok(stderr.includes(`Run \`agentos requirements ${roles} --ids 1\` to retry`), stderr);
  });
});
