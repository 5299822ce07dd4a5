import assert from 'node:assert/strict';
import { renameSync } from 'node:fs';
import { test } from 'node:test';
import { runAgentos, startAgentos, waitFor } from '../../faults/processes.ts';
import { approved, hangsInReview, requirements, ScriptedWorkspace } from '../../scripted-workspace.ts';
import { Workspace } from '../../workspace.ts';

test('two repositories in one folder of state are refused: one would go on with the tasks of the other', async () => {
  using first = new ScriptedWorkspace([1], { 1: hangsInReview });
  using second = new ScriptedWorkspace([1], { 1: approved });
  using state = new Workspace();
  const env = { AGENTOS_HOME: state.dir };
  const killed = startAgentos(requirements(), { cwd: first.dir, env });
  await waitFor('the review that hangs', () => first.ledger().includes('1 review 1 1'));
  killed.child.kill('SIGKILL');
  await killed.ended;
  const before = state.list();
  for (const command of [requirements(), ['resume'], ['status'], ['show', '1'], ['approve', '1'], ['clean']]) {
    const { code, stderr } = await runAgentos(command, { cwd: second.dir, env });
    assert.equal(code, 2, command.join(' '));
    assert.ok(stderr.includes(`${state.dir} holds the state of ${first.dir}: `), stderr);
  }
  assert.deepEqual(state.list(), before);
  using moved = new Workspace();
  moved[Symbol.dispose]();
  renameSync(first.dir, moved.dir);
  const resumed = await runAgentos(['resume'], { cwd: moved.dir, env });
  assert.equal(resumed.code, 0, resumed.stderr);
  assert.deepEqual(first.ledger(), [], 'nothing was made at the old place');
});
