import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeCode } from '../cli/implement-workspace.ts';
import { leaveUnmeasured } from '../workspace.ts';
import { type Approved, doesWell } from './approved-workspace.ts';
import { CanaryWorkspace } from './canary-workspace.ts';

leaveUnmeasured();

/** Into every worktree that it finds, once the other one is at work. */
const intruding = `until [ -e ../2/src/piece-2.mjs ]; do sleep 0.05; done
for each in ../*; do [ "$each" -ef . ] || echo 'export const taken = 1;' > "$each/src/taken.mjs"; done`;
const waitForIt = { run: { argv: ['sh', '-c', 'until [ -e src/taken.mjs ]; do sleep 0.05; done'] }, finish: {} };
const visited: Approved = {
  id: '2',
  agent: { implement: [{ ...writeCode({ id: '2' }), ...waitForIt }, writeCode({ id: '2' })] },
};

test('without a sandbox what an agent leaves in the worktree of another is found there, and is not let through', async () => {
  using workspace = new CanaryWorkspace(() => [
    { id: '1', agent: doesWell({ id: '1' }, { code: intruding }) },
    visited,
  ]);
  const { code, stdout, stderr } = await workspace.attack('off', '--parallel', '2', '--strict').ended;
  assert.equal(code, 1, stderr);
  assert.deepEqual(workspace.fates(), { 1: 'done', 2: 'failed scope' });
  assert.match(workspace.reason('2'), /src\/taken\.mjs was added, and the design does not announce it/);
  assert.ok(!workspace.changed('1').includes('src/taken.mjs'));
  workspace.expectUnharmed(stdout + stderr);
});
