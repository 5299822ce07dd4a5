import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { players } from '../cli/implement-workspace.ts';
import { startAgentos } from '../faults/processes.ts';
import { leaveUnmeasured } from '../workspace.ts';
import { ApprovedWorkspace, doesWell } from './approved-workspace.ts';

leaveUnmeasured();

const ids = Array.from({ length: 24 }, (_, at) => String(at + 1));
/** Nobody goes on before all of them have their worktrees. */
const meet = 'until [ "$(ls -d ../[0-9]* | wc -l)" -ge 24 ]; do sleep 0.2; done';

test('24 tasks in 24 worktrees at once while git gc runs: all are done, and each branch is one commit', async () => {
  using workspace = new ApprovedWorkspace(ids.map((id) => ({ id, agent: doesWell({ id }, { tests: meet }) })));
  const env = { ...workspace.environment, AGENTOS_MAX_PARALLEL: '24', AGENTOS_AGENT_IDLE_SECONDS: '200' };
  const args = ['implement', ...players, '--parallel', '24'];
  const batch = startAgentos(args, { cwd: workspace.dir, env, longestMs: 280_000 });
  let isOver = false;
  const collecting = collectGarbage(workspace.dir, () => isOver);
  const { code, stderr } = await batch.ended;
  isOver = true;
  assert.ok((await collecting) > 0);
  assert.equal(code, 0, stderr);
  assert.deepEqual(workspace.branches, [...ids.map((id) => `agentos/${id}`), 'main'].sort());
  for (const id of ids) {
    assert.deepEqual(workspace.commits(id), [`Piece ${id}`]);
    assert.equal(workspace.evidence(id).commit, workspace.git('rev-parse', `agentos/${id}`));
  }
  assert.deepEqual([workspace.worktrees, workspace.processes], [[], []]);
  workspace.git('gc', '--quiet');
  assert.equal(workspace.git('fsck', '--no-dangling', '--no-progress'), '');
});

/** As often as there is time for; it may meet a worktree that is just being made, and give up. */
async function collectGarbage(dir: string, isOver: () => boolean): Promise<number> {
  let count = 0;
  for (; !isOver(); count += 1) await once(spawn('git', ['-C', dir, 'gc', '--quiet'], { stdio: 'ignore' }), 'close');
  return count;
}
