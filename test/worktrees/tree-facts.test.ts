import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTreeFacts } from '../../src/worktrees/tree-facts.ts';
import { Workspace } from '../workspace.ts';

function repository(): Workspace {
  const workspace = new Workspace().write({ 'a.ts': '', 'sub/b.ts': '', 'sub/d e/ü.ts': '' });
  workspace.git('init', '-q');
  workspace.git('add', '.');
  workspace.git('commit', '-qm', 'start');
  return workspace;
}

test('a tree knows its files, but no folder and nothing that is not committed', () => {
  using workspace = repository();
  workspace.write({ 'new.ts': '' });
  const facts = readTreeFacts(workspace.dir, null);
  assert.ok(facts.kind === 'tree' && !facts.isRecordedBase);
  assert.deepEqual(['a.ts', 'sub', 'sub/b.ts', 'sub/d e/ü.ts', 'new.ts', 'b.ts', ''].map(facts.hasPath), [
    true,
    false,
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('below the top of the work tree paths are relative to the folder', () => {
  using workspace = repository();
  const facts = readTreeFacts(workspace.path('sub'), null);
  assert.ok(facts.kind === 'tree' && facts.hasPath('b.ts') && !facts.hasPath('a.ts'));
});

test('the recorded base is used although the branch has moved on', () => {
  using workspace = repository();
  const base = workspace.git('rev-parse', 'HEAD');
  workspace.git('rm', '-q', 'a.ts');
  workspace.git('commit', '-qm', 'gone');
  const facts = readTreeFacts(workspace.dir, base.slice(0, 12));
  assert.ok(facts.kind === 'tree' && facts.isRecordedBase && facts.hasPath('a.ts') && facts.commit === base);
});

test('where nothing can be told it says why, and whether the recorded base is to blame', () => {
  using plain = new Workspace();
  using unborn = new Workspace();
  unborn.git('init', '-q');
  using workspace = repository();
  const reasonOf = (folder: string, base: string | null) => {
    const facts = readTreeFacts(folder, base);
    return facts.kind === 'none' ? `${facts.isBaseUnusable} ${facts.reason}` : facts.kind;
  };
  assert.match(reasonOf(plain.dir, null), /^false git sees no work tree/);
  assert.match(reasonOf(unborn.dir, null), /^false there is no commit yet/);
  assert.match(reasonOf(workspace.dir, 'f'.repeat(40)), /^true this repository has no commit/);
  assert.match(reasonOf(workspace.dir, '--output=x'), /^true the recorded base is not a commit id/);
});
