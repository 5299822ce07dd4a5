import assert from 'node:assert/strict';
import { test } from 'node:test';
import { players, writeCode } from '../cli/implement-workspace.ts';
import { testWith } from '../needs.ts';
import { leaveUnmeasured } from '../workspace.ts';
import { ApprovedWorkspace, expectWhole } from './approved-workspace.ts';

leaveUnmeasured();

const [id, waitMs] = ['1', 4000];
const confined = [...players.slice(0, 4), '--sandbox', 'required'];
const slow = { id, agent: { implement: [{ waitMs, ...writeCode({ id }) }] } };
/** Set-up that takes long in a scratch worktree, and only there. */
const setUpCommand = 'case "$PWD" in *.scratch) sleep 600 ;; esac';

function stepsOf(workspace: ApprovedWorkspace): string[] {
  const names = workspace.entries.flatMap((entry) => (entry.kind === 'step-done' ? [entry.step] : []));
  return names.filter((name) => /^(implement|prove-green|prove-without)#/.test(name));
}

function logsOf(workspace: ApprovedWorkspace): string[] {
  return workspace.evidence(id).commands.map(({ step }) => step);
}

const inOrder = ['prepare', 'prove-red', 'prove-green', 'prove-without'];

testWith(
  'bwrap',
  'confined tests run without the change while the agent works, and are told of in their order',
  async () => {
    using workspace = new ApprovedWorkspace([slow]);
    const { code, stderr } = await workspace.run('implement', ...confined);
    assert.equal(code, 0, stderr);
    assert.deepEqual(stepsOf(workspace), ['prove-without#1', 'implement#1', 'prove-green#1']);
    assert.deepEqual(logsOf(workspace), inOrder);
    expectWhole(workspace);
    assert.deepEqual(workspace.worktrees, []);
  },
);

test('where nothing is confined they wait until they can come into nobody’s way', async () => {
  using workspace = new ApprovedWorkspace([{ id }]);
  assert.equal((await workspace.implement()).code, 0);
  assert.deepEqual(stepsOf(workspace), ['implement#1', 'prove-green#1', 'prove-without#1']);
  assert.deepEqual(logsOf(workspace), inOrder);
});

testWith('bwrap', 'an agent that fails ends the tests beside it, and nothing of them is left', async () => {
  using workspace = new ApprovedWorkspace([
    { id, agent: { implement: [{ waitMs: 1500, fail: { code: 'request' } }] } },
  ]);
  workspace.write({ 'agentos.config.json': JSON.stringify({ setUpCommand }) });
  const { code } = await workspace.run('implement', ...confined, '--max-attempts', '1');
  assert.equal(code, 1);
  assert.deepEqual(
    stepsOf(workspace).filter((name) => name.startsWith('prove-without')),
    [],
  );
  assert.deepEqual(workspace.worktrees, []);
  assert.deepEqual(workspace.processes, []);
});

testWith('bwrap', 'killed while both are at work, a task goes on to the same end', async () => {
  using workspace = new ApprovedWorkspace([slow]);
  const batch = workspace.start('implement', ...confined);
  await workspace.sees(
    'tests without the change',
    (entry) => entry.kind === 'step-done' && /^prove-without/.test(entry.step),
  );
  batch.child.kill('SIGKILL');
  await batch.ended;
  assert.equal((await workspace.run('resume')).code, 0);
  assert.deepEqual(logsOf(workspace), inOrder);
  assert.equal(workspace.commits(id).length, 1);
  assert.deepEqual(workspace.worktrees, []);
});
