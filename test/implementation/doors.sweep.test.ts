import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { test } from 'node:test';
import { codeOf } from '../cli/implement-workspace.ts';
import { ApprovedWorkspace, designPath, renderDesign, writes } from './approved-workspace.ts';

test('a design is built as it was approved, or not at all; --force is recorded', async () => {
  using workspace = new ApprovedWorkspace([{ id: '1' }, { id: '2' }]);
  workspace.remove('docs/lineage/1-lld/approval.json');
  workspace.write({ [designPath('2')]: `${renderDesign({ id: '2' })}\nAnd more.\n` });

  const nothing = await workspace.implement();
  assert.equal(nothing.code, 1, 'an input was rejected');
  assert.match(nothing.stderr, /LLD-1\.md calls itself approved, but no approval is recorded: only --force builds it/);
  assert.match(nothing.stderr, /LLD-2\.md.*changed after its approval/);
  for (const id of ['1', '2']) assert.equal((await workspace.implement('--ids', id)).code, 2, id);
  assert.deepEqual(workspace.branches, ['main']);

  const forced = await workspace.implement('--force', '--ids', '1', '2');
  assert.equal(forced.code, 0, forced.stderr);
  for (const id of ['1', '2']) {
    assert.equal(workspace.evidence(id).lld.isForced, true);
    assert.match(workspace.said(id), /warning: begun by --force, although/);
    assert.match(workspace.show(id, `docs/reports/${id}/implementation-report.md`), /force/i);
  }
});

test('a design that no model reviewed says so in its evidence', async () => {
  using workspace = new ApprovedWorkspace([{ id: '1' }]);
  workspace.approve('1', renderDesign({ id: '1' }), { isOffline: true });
  assert.equal((await workspace.implement('--ids', '1')).code, 2);
  const { code, stderr } = await workspace.implement('--accept-offline');
  assert.equal(code, 0, stderr);
  const { isOffline, isForced } = workspace.evidence('1').lld;
  assert.deepEqual({ isOffline, isForced }, { isOffline: true, isForced: false });
});

test('a design that changes while it waits is not the one that was planned', async () => {
  using workspace = new ApprovedWorkspace([
    { id: '1', agent: { implement: [{ waitMs: 700, ...code('1') }] } },
    { id: '2' },
  ]);
  const batch = workspace.begin();
  await workspace.sees('the first task', ({ kind }) => kind === 'task-started');
  workspace.write({ [designPath('2')]: `${renderDesign({ id: '2' })}\nAnd more.\n` });
  assert.equal((await batch.ended).code, 1);
  assert.deepEqual(workspace.fates(), { 1: 'done', 2: 'failed changed' });
  assert.deepEqual(workspace.branches, ['agentos/1', 'main']);
});

test('a dirty checkout without a branch is built on at its commit, and is not touched', async () => {
  using workspace = new ApprovedWorkspace([{ id: '1' }]);
  const head = workspace.git('rev-parse', 'HEAD');
  workspace.git('checkout', '--quiet', '--detach');
  workspace.write({ 'package.json': '{"scripts":{"test":"false"}}', 'src/mine.mjs': 'syntax error', staged: 'mine' });
  workspace.git('add', 'staged');
  const before = workspace.git('status', '--porcelain', '--', 'package.json', 'src', 'staged');
  const { code, stderr } = await workspace.implement();
  assert.equal(code, 0, stderr);
  assert.match(stderr, /not committed: tasks do not see them/);
  assert.equal(workspace.git('status', '--porcelain', '--', 'package.json', 'src', 'staged'), before);
  assert.equal(workspace.git('rev-parse', 'HEAD', 'agentos/1^'), `${head}\n${head}`);
  assert.equal(workspace.git('rev-parse', '--abbrev-ref', 'HEAD'), 'HEAD');
  assert.deepEqual(workspace.evidence('1').base, head);
});

test('a branch of somebody else’s is never touched; others go on', async () => {
  using workspace = new ApprovedWorkspace([{ id: '1' }, { id: '2' }]);
  const theirs = workspace.git('commit-tree', 'HEAD^{tree}', '-p', 'HEAD', '-m', 'theirs');
  workspace.git('branch', 'agentos/1', theirs);
  const { code, stderr } = await workspace.implement();
  assert.equal(code, 1, stderr);
  assert.deepEqual(workspace.fates(), { 1: 'failed conflict', 2: 'done' });
  assert.match(workspace.reason('1'), /agentos\/1/);
  assert.equal(workspace.git('rev-parse', 'agentos/1'), theirs);
  assert.deepEqual(workspace.worktrees, []);
});

test('a repository whose reports would be written through a link is told before any agent works', async () => {
  using workspace = new ApprovedWorkspace([{ id: '1' }]);
  workspace.write({ 'elsewhere/kept': '' });
  symlinkSync('../elsewhere', workspace.path('docs/reports'));
  workspace.git('add', 'elsewhere', 'docs/reports');
  workspace.git('commit', '--quiet', '--message', 'a link');
  assert.equal((await workspace.implement()).code, 1);
  assert.deepEqual(workspace.fates(), { 1: 'failed conflict' });
  assert.match(workspace.reason('1'), /docs\/reports is a link .* put a folder in its place/);
  assert.deepEqual([workspace.branches, workspace.worktrees], [['main'], []]);
});

function code(id: string): object {
  return writes({ [`src/piece-${id}.mjs`]: codeOf({ id }) });
}
