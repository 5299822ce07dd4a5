import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import type { PublishedFile } from '../../src/model/event.ts';
import { removeTemporaries } from '../../src/store/leftovers.ts';
import { refuseLinks } from '../../src/store/links.ts';
import { hasTemporary, prepareResult, publishResult, removeTemporary } from '../../src/store/results.ts';
import { safe } from '../no-secrets.ts';
import { Workspace } from '../workspace.ts';

function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}

function fileOf(path: string, text: string, replaces: string | null = null): PublishedFile {
  return { path, sha256: sha256(text), replaces: replaces === null ? null : sha256(replaces) };
}

test('a result is prepared and published inside the repository', async () => {
  using workspace = new Workspace();
  prepareResult(workspace.dir, 'docs/a.md', safe('text'));
  assert.ok(hasTemporary(workspace.dir, 'docs/a.md'));
  assert.ok(!existsSync(workspace.path('docs/a.md')));
  await publishResult(workspace.dir, fileOf('docs/a.md', 'text'));
  assert.equal(readFileSync(workspace.path('docs/a.md'), 'utf8'), 'text');
  assert.ok(!hasTemporary(workspace.dir, 'docs/a.md'));
});

test('a repository that was moved away is not made anew for its results', async () => {
  using workspace = new Workspace();
  const repoDir = workspace.path('moved');
  const failed = { code: 'STORAGE_FAILED', message: /moved was deleted or moved while the batch was running$/ };
  assert.throws(() => prepareResult(repoDir, 'docs/a.md', safe('text')), failed);
  await assert.rejects(publishResult(repoDir, fileOf('docs/a.md', 'text')), failed);
  assert.deepEqual(workspace.list(), []);
});

test('nothing is prepared, published or removed through a link that leads out', async () => {
  using outside = new Workspace();
  using workspace = new Workspace();
  symlinkSync(outside.dir, workspace.path('docs'));
  mkdirSync(outside.path('x'));
  outside.write({ 'x/a.md.tmp': 'text' });
  const refused = { code: 'PATH_LINKED' };
  assert.throws(() => prepareResult(workspace.dir, 'docs/new/a.md', safe('text')), refused);
  assert.throws(() => prepareResult(workspace.dir, '../a.md', safe('text')), { code: 'PATH_OUTSIDE' });
  await assert.rejects(publishResult(workspace.dir, fileOf('docs/x/a.md', 'text')), refused);
  assert.throws(() => removeTemporary(workspace.dir, 'docs/x/a.md'), refused);
  assert.deepEqual(removeTemporaries(workspace.dir, ['docs/x/a.md']), []);
  assert.equal(outside.list().length, 2);
});

test('nothing is prepared, published or removed through a link inside the repository either', async () => {
  using workspace = new Workspace().write({ 'real/x/a.md.tmp': 'text' });
  symlinkSync('real', workspace.path('docs'));
  const refused = { code: 'PATH_LINKED', message: /^docs is a link/ };
  assert.throws(() => prepareResult(workspace.dir, 'docs/new/a.md', safe('text')), refused);
  await assert.rejects(publishResult(workspace.dir, fileOf('docs/x/a.md', 'text')), refused);
  assert.throws(() => removeTemporary(workspace.dir, 'docs/x/a.md'), refused);
  assert.equal(readFileSync(workspace.path('real/x/a.md.tmp'), 'utf8'), 'text');
  assert.ok(!existsSync(workspace.path('real/new')));
});

test('a repository that is itself reached by a link is written into', async () => {
  using workspace = new Workspace().write({ 'real/keep': '' });
  symlinkSync('real', workspace.path('repo'));
  prepareResult(workspace.path('repo'), 'a.md', safe('text'));
  await publishResult(workspace.path('repo'), fileOf('a.md', 'text'));
  assert.equal(readFileSync(workspace.path('real/a.md'), 'utf8'), 'text');
});

test('links are found on the way and at the end of it, folders and what is not there yet are none', () => {
  using workspace = new Workspace().write({ 'docs/lld/x': '' });
  symlinkSync('lld', workspace.path('docs/lineage'));
  symlinkSync('gone', workspace.path('docs/lld/a.md'));
  refuseLinks(workspace.dir, ['docs/lld/x', 'docs/lld/new/b.md', 'other/c.md']);
  for (const path of ['docs/lineage/1-lld/001-issue.md', 'docs/lineage', 'docs/lld/a.md']) {
    const refused = { code: 'PATH_LINKED', message: /: remove it, or put what it leads to in its place$/ };
    assert.throws(() => refuseLinks(workspace.dir, ['docs/lld/x', path]), refused, path);
  }
});

test('publishing again, from wherever a crash left it, comes to the same end', async () => {
  using workspace = new Workspace();
  const file = fileOf('a.md', 'text');
  const states: Record<string, Record<string, string>> = {
    'only prepared': { 'a.md.tmp': 'text' },
    'linked, the temporary name still there': { 'a.md': 'text', 'a.md.tmp': 'text' },
    published: { 'a.md': 'text' },
  };
  for (const [name, files] of Object.entries(states)) {
    using place = new Workspace().write(files);
    await publishResult(place.dir, file);
    await publishResult(place.dir, file);
    assert.equal(readFileSync(place.path('a.md'), 'utf8'), 'text', name);
    assert.equal(place.list().length, 1, name);
  }
  await assert.rejects(publishResult(workspace.dir, file), { code: 'RESULT_LOST', message: /^a\.md\.tmp/ });
});

test('a result is never published over what nobody expected there', async () => {
  using workspace = new Workspace().write({ 'folder.md/x': '' });
  symlinkSync('nowhere', workspace.path('link.md'));
  for (const path of ['a.md', 'folder.md', 'link.md']) prepareResult(workspace.dir, path, safe('late'));
  workspace.write({ 'a.md': 'first' });
  for (const path of ['a.md', 'folder.md', 'link.md']) {
    const refused = { code: 'FILE_CHANGED', message: /exists and is not ours/ };
    await assert.rejects(publishResult(workspace.dir, fileOf(path, 'late')), refused, path);
    assert.ok(hasTemporary(workspace.dir, path), 'the work is not lost');
  }
  assert.equal(readFileSync(workspace.path('a.md'), 'utf8'), 'first');
});

test('a result takes the place of the very file that it was made to replace', async () => {
  using workspace = new Workspace().write({ 'a.md': 'old' });
  prepareResult(workspace.dir, 'a.md', safe('new'));
  await publishResult(workspace.dir, fileOf('a.md', 'new', 'old'));
  await publishResult(workspace.dir, fileOf('a.md', 'new', 'old'));
  assert.equal(readFileSync(workspace.path('a.md'), 'utf8'), 'new');
  prepareResult(workspace.dir, 'b.md', safe('new'));
  await publishResult(workspace.dir, fileOf('b.md', 'new', 'deleted meanwhile'));
  assert.equal(readFileSync(workspace.path('b.md'), 'utf8'), 'new');
});

test('a file that changed since is not replaced', async () => {
  using workspace = new Workspace().write({ 'a.md': 'old' });
  prepareResult(workspace.dir, 'a.md', safe('new'));
  writeFileSync(workspace.path('a.md'), 'edited');
  const file = fileOf('a.md', 'new', 'old');
  await assert.rejects(publishResult(workspace.dir, file), { code: 'FILE_CHANGED', message: /was changed/ });
  assert.equal(readFileSync(workspace.path('a.md'), 'utf8'), 'edited');
});

test('a temporary file that is not the prepared result is not published', async () => {
  using workspace = new Workspace().write({ 'a.md.tmp': 'torn', secret: 'text', 'c.md': 'old', 'c.md.tmp': 'torn' });
  symlinkSync('secret', workspace.path('b.md.tmp'));
  for (const file of [fileOf('a.md', 'text'), fileOf('b.md', 'text'), fileOf('c.md', 'text', 'old')]) {
    await assert.rejects(publishResult(workspace.dir, file), { code: 'RESULT_LOST' }, file.path);
  }
  assert.equal(readFileSync(workspace.path('c.md'), 'utf8'), 'old');
});

test('only the temporary files beside named paths are removed, once', () => {
  using workspace = new Workspace().write({ 'a.md': '1', 'a.md.tmp': '2', 'b.md.tmp': '3', 'd.md.tmp/x': '4' });
  assert.equal(removeTemporary(workspace.dir, 'none/a.md'), false);
  assert.deepEqual(removeTemporaries(workspace.dir, ['a.md', 'a.md', 'c.md', 'd.md']), ['a.md']);
  const left = workspace.list().map((line) => line.split(' ')[0]);
  assert.deepEqual(left, ['a.md', 'b.md.tmp', 'd.md.tmp', 'd.md.tmp/x']);
});
