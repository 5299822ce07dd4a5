import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeOf } from '../cli/implement-workspace.ts';
import { type Approved, ApprovedWorkspace, writes } from './approved-workspace.ts';

/** Mends something at each demand, and is never good enough. */
const refused: Approved = {
  id: '1',
  agent: {
    implement: ['one', 'two'].map((word) => writes({ 'src/piece-1.mjs': `// ${word}\n${codeOf({ id: '1' })}` })),
  },
  review: [{ answer: 'REVISE', message: 'Say why' }],
};
const discussed: Approved = { id: '2', review: [{ answer: 'DISCUSS', message: 'Is two enough?' }] };
const approved: Approved = { id: '3', review: [{ answer: 'APPROVED', message: 'It is what was designed' }] };
const sentBack: Approved = {
  id: '4',
  agent: {
    implement: ['one', 'two'].map((word) => writes({ 'src/piece-4.mjs': `// ${word}\n${codeOf({ id: '4' })}` })),
  },
  review: [{ answer: 'APPROVED' }],
};

test('a reviewer’s no stands; what a person has to decide waits for them, and goes on from there', async () => {
  using workspace = new ApprovedWorkspace([refused, discussed, approved, sentBack]);
  const asked = await workspace.begin('--parallel', '2', '--gate', 'verdict', '--max-iterations', '2').ended;
  assert.equal(asked.code, 1, asked.stderr);
  assert.deepEqual(workspace.fates(), { 1: 'rejected', 2: 'parked', 3: 'parked', 4: 'parked' });
  assert.match(
    workspace.reason('1'),
    /not approved in 2 reviews \(the limit of 2 is reached\).*The reviewer says REVISE/,
  );
  assert.match(asked.stderr, /Is two enough\?/);
  assert.ok(['1', '2', '3', '4'].every((id) => !workspace.hasEvidence(id)));
  assert.deepEqual(workspace.processes, []);

  for (const id of ['2', '3']) assert.equal((await workspace.run('approve', id)).code, 0);
  assert.equal((await workspace.run('reject', '4', '--note', 'Count to two')).code, 0);
  const again = await workspace.run('resume');
  assert.equal(again.code, 1, 'one was rejected, and one is asked about again');
  assert.deepEqual(workspace.fates(), { 1: 'rejected', 2: 'done', 3: 'done', 4: 'parked' });
  assert.equal(workspace.evidence('2').reviews.at(-1)?.verdict, 'DISCUSS', 'what was said stays said');

  assert.equal((await workspace.run('approve', '4')).code, 0);
  await workspace.run('resume');
  assert.deepEqual(workspace.fates(), { 1: 'rejected', 2: 'done', 3: 'done', 4: 'done' });
  assert.match(workspace.show('4', 'src/piece-4.mjs'), /^\/\/ two/);
  assert.equal(workspace.evidence('4').reviews.length, 2);
  for (const id of ['2', '3', '4']) assert.deepEqual(workspace.commits(id), [`Piece ${id}`]);
  assert.deepEqual(
    workspace.commits('1'),
    ['Work on 1', 'Work on 1', 'Tests of 1'],
    'its work is kept, and nothing else',
  );
  assert.deepEqual(workspace.worktrees, []);
});
