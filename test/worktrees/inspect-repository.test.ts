import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { inspectRepository } from '../../src/worktrees/inspect-repository.ts';
import { refuseMissingObjects } from '../../src/worktrees/missing-objects.ts';
import { makeHouse, never, Repository } from './house.ts';
import { refused } from './refused.ts';

test('an ordinary checkout is described in four calls, and nothing in it changes', async () => {
  using repository = new Repository();
  const before = repository.workspace.list();
  const state = await repository.inspect();
  assert.equal(repository.house.git.calls, 4);
  assert.deepEqual(repository.workspace.list(), before);
  const { guard, filters, ...rest } = state;
  assert.deepEqual(rest, {
    repoDir: repository.dir,
    gitDir: repository.path('.git'),
    commonDir: repository.path('.git'),
    objectFormat: 'sha1',
    head: repository.git('rev-parse', 'HEAD'),
    branch: 'main',
    dirty: { tracked: 0, untracked: 0 },
    isLinked: false,
    isShallow: false,
    isPartial: false,
    isSparse: false,
    operation: null,
    submodules: [],
    notes: [],
  });
  assert.deepEqual(JSON.parse(JSON.stringify([guard, filters])), [guard, filters]);
});

test('asked again about the same commit it takes one call, until a setting, a hook or the commit is another', async () => {
  using repository = new Repository();
  const count = async () => {
    const before = repository.house.git.calls;
    const state = await repository.inspect();
    return { calls: repository.house.git.calls - before, state };
  };
  const first = await count();
  const again = await count();
  assert.deepEqual([first.calls, again.calls], [4, 1]);
  assert.deepEqual(again.state, first.state);
  repository.git('config', 'core.sparseCheckout', 'true');
  const changed = await count();
  assert.deepEqual([changed.calls, changed.state.isSparse], [3, true]);
  writeFileSync(repository.path('.git/hooks/post-commit'), '');
  assert.equal((await count()).calls, 3);
  repository.workspace.write({ 'b.txt': '' });
  repository.commit('More');
  assert.equal((await count()).calls, 2);
  writeFileSync(repository.path('.git/shallow'), `${repository.git('rev-parse', 'HEAD')}\n`);
  const shallow = await count();
  assert.deepEqual([shallow.calls, shallow.state.isShallow], [3, true]);
});

test('what no task can be made from is refused with what to do', async () => {
  using repository = new Repository({});
  const inspect = async (folder: string) => await inspectRepository(repository.house, folder, never);
  await assert.rejects(repository.inspect(), refused('REPOSITORY_UNBORN', /commit something first/));
  repository.workspace.write({ 'sub/a.txt': '' });
  repository.commit('Start');
  await assert.rejects(inspect(repository.path('sub')), refused('FOLDER_NOT_TOP', /use --repo \//));
  await assert.rejects(inspect(repository.path('.git')), refused('FOLDER_NOT_TOP', /git's own folder/));
  await assert.rejects(inspect(repository.path('nowhere')), refused('FOLDER_MISSING'));
  mkdirSync(repository.outside('plain'));
  await assert.rejects(inspect(repository.outside('plain')), refused('REPOSITORY_MISSING', /git init/));
  repository.git('clone', '-q', '--bare', repository.dir, repository.outside('bare'));
  await assert.rejects(inspect(repository.outside('bare')), refused('REPOSITORY_BARE', /clone it/));
  repository.git('clone', '-q', repository.dir, repository.outside('two\nlines'));
  await assert.rejects(inspect(repository.outside('two\nlines')), refused('REPOSITORY_UNREADABLE', /line break/));
  symlinkSync(repository.dir, repository.outside('link'));
  assert.equal((await inspect(repository.outside('link'))).repoDir, repository.dir);
  writeFileSync(repository.path('.git/config'), '[core\n');
  await assert.rejects(repository.inspect(), refused('REPOSITORY_UNREADABLE', /bad config line 1/));
});

test('a repository of a format that this git does not know is refused by its name', async () => {
  using repository = new Repository();
  repository.git('config', 'core.repositoryFormatVersion', '1');
  repository.git('config', 'extensions.fromTheFuture', 'true');
  await assert.rejects(repository.inspect(), refused('REPOSITORY_UNREADABLE', /fromthefuture/i));
});

test('a repository of another user is refused with the line that trusts it', async (t) => {
  if (process.getuid?.() !== 0) return t.diagnostic('only root can give files away');
  using repository = new Repository();
  for (const path of ['', '.git']) chownSync(repository.path(path), 65534, 65534);
  await assert.rejects(
    repository.inspect(),
    refused('REPOSITORY_UNTRUSTED', /git config --global --add safe\.directory/),
  );
});

test('without git it says so; variables of a calling git do not reach ours', async () => {
  using repository = new Repository();
  const bare = makeHouse(repository.outside('lock'), { PATH: repository.outside() });
  await assert.rejects(inspectRepository(bare, repository.dir, never), refused('GIT_MISSING', /install it/));
  const setpriv = (process.env['PATH'] ?? '')
    .split(':')
    .map((folder) => join(folder, 'setpriv'))
    .find(existsSync);
  if (setpriv !== undefined) symlinkSync(setpriv, repository.outside('setpriv'));
  await assert.rejects(inspectRepository(bare, repository.dir, never), refused('GIT_MISSING', /install it/));
  const inHook = makeHouse(repository.outside('lock'), { GIT_DIR: '/nowhere', GIT_INDEX_FILE: '/x', GIT_PREFIX: 'a/' });
  assert.equal((await inspectRepository(inHook, repository.dir, never)).branch, 'main');
});

test('what is not committed is counted, and said', async () => {
  using repository = new Repository({ 'a.txt': '', 'b.txt': '', 'c.txt': '' });
  repository.workspace
    .write({ 'a.txt': 'x', 'new/one.txt': '', 'new/two.txt': '', 'three four.txt': '' })
    .remove('b.txt');
  repository.git('mv', 'c.txt', 'd.txt');
  const { dirty, notes } = await repository.inspect();
  assert.deepEqual(dirty, { tracked: 4, untracked: 2 });
  assert.match(notes.join('\n'), /^4 changed and 2 untracked path\(s\) .*\(a\.txt, b\.txt, c\.txt and 3 more\)/);
});

test('designs and lineage that are not committed are no surprise', async () => {
  using repository = new Repository({ 'docs/issues/1.md': '' });
  repository.workspace.write({ 'docs/lld/active/LLD-1.md': '', 'docs/lineage/1-lld/approval.json': '' });
  const { dirty, notes } = await repository.inspect();
  assert.deepEqual([dirty, notes], [{ tracked: 0, untracked: 2 }, []]);
});

test('a detached HEAD and what git has not finished are noted, and a task can be made', async () => {
  using repository = new Repository();
  const base = repository.git('rev-parse', 'HEAD');
  repository.git('switch', '-q', '-c', 'side');
  repository.workspace.write({ 'a.txt': 'side\n' });
  repository.commit('side');
  repository.git('switch', '-q', '--detach', base);
  assert.match((await repository.inspect()).notes.join('\n'), /HEAD is detached/);
  repository.workspace.write({ 'a.txt': 'main\n' });
  repository.commit('main');
  assert.throws(() => repository.git('merge', 'side'));
  const state = await repository.inspect();
  assert.deepEqual([state.operation, state.branch], ['merge', null]);
  assert.match(state.notes.join('\n'), /a merge is not finished/);
  assert.equal((await repository.openOn(state)).isResumed, false);
  repository.git('merge', '--abort');
  assert.throws(() => repository.git('rebase', 'side'));
  assert.equal((await repository.inspect()).operation, 'rebase');
});

test('a linked worktree, also of a bare repository, is as good as any checkout', async () => {
  using repository = new Repository();
  repository.git('clone', '-q', '--bare', repository.dir, repository.outside('bare.git'));
  repository.gitIn(repository.outside('bare.git'), 'worktree', 'add', '-q', '-b', 'here', repository.outside('linked'));
  const state = await inspectRepository(repository.house, repository.outside('linked'), never);
  assert.deepEqual([state.isLinked, state.branch, state.commonDir], [true, 'here', repository.outside('bare.git')]);
  const { tree } = await repository.openOn(state);
  assert.equal(repository.gitIn(tree.path, 'rev-parse', 'HEAD'), state.head);
});

test('shallow, partial and SHA-256 repositories give worktrees; what a partial clone lacks is not fetched', async () => {
  using repository = new Repository({ 'a.txt': 'one\n' });
  repository.workspace.write({ 'a.txt': 'two\n' });
  const second = repository.commit('second');
  const url = `file://${repository.dir}`;
  repository.git('config', 'uploadpack.allowFilter', 'true');
  repository.git('clone', '-q', '--depth=1', url, repository.outside('shallow'));
  repository.git('clone', '-q', '--filter=blob:none', url, repository.outside('partial'));
  const shallow = await inspectRepository(repository.house, repository.outside('shallow'), never);
  assert.equal(shallow.isShallow, true);
  const { tree } = await repository.openOn(shallow, '1', { worktreesDir: repository.outside('made') });
  assert.equal(repository.gitIn(tree.path, 'rev-parse', 'HEAD'), second);
  const partial = await inspectRepository(repository.house, repository.outside('partial'), never);
  assert.deepEqual([partial.isPartial, partial.notes.length], [true, 1]);
  const lacking = { base: repository.git('rev-parse', 'HEAD~1'), worktreesDir: repository.outside('lacking') };
  await assert.rejects(
    repository.openOn(partial, '1', lacking),
    refused('OBJECTS_MISSING', /nothing is fetched behind your back/),
  );
  using modern = new Repository({ 'a.txt': '' }, '--object-format=sha256');
  assert.match((await modern.open()).tree.base, /^[0-9a-f]{64}$/);
});

test('a sparse checkout gives a whole worktree', async () => {
  using repository = new Repository({ 'in/a.txt': '', 'out/b.txt': '' });
  repository.git('sparse-checkout', 'set', 'in');
  const state = await repository.inspect();
  assert.deepEqual([state.isSparse, state.dirty.tracked], [true, 0]);
  const { tree } = await repository.openOn(state);
  assert.equal(repository.gitIn(tree.path, 'status', '--porcelain'), '');
  assert.deepEqual(repository.gitIn(tree.path, 'ls-files', '-t', 'out').split(' ')[0], 'H');
});

test('submodules are named, because they are empty in a worktree; so is large storage without its program', async () => {
  using repository = new Repository({ '.gitattributes': '*.bin filter=lfs diff=lfs\n', 'a.txt': '' });
  repository.git('clone', '-q', repository.dir, repository.path('libs/one'));
  repository.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', repository.dir, 'libs/two');
  rmSync(repository.path('libs/one'), { recursive: true });
  repository.commit('modules');
  const state = await repository.inspect();
  assert.deepEqual(state.submodules, ['libs/two']);
  assert.match(state.notes.join('\n'), /libs\/two\): docs\/implementation\.md has a setUpCommand/);
  assert.match(state.notes.join('\n'), /git lfs install/);
  const { tree } = await repository.openOn(state);
  assert.equal(repository.gitIn(tree.path, 'status', '--porcelain'), '');
  assert.throws(() => repository.gitIn(join(tree.path, 'libs/two'), 'rev-parse', 'HEAD:./nothing'));
});

test('what a sparse checkout of a partial clone leaves out is missed before anything starts, until the command that is told fetched it', async () => {
  using repository = new Repository({ 'a.txt': 'one\n', 'deep/b.txt': 'two\n', 'deep/c.txt': 'three\n' });
  repository.git('config', 'uploadpack.allowFilter', 'true');
  const folder = repository.outside('sparse');
  repository.git('clone', '-q', '--filter=blob:none', '--sparse', `file://${repository.dir}`, folder);
  const ask = async () => {
    const state = await inspectRepository(repository.house, folder, never);
    await refuseMissingObjects(repository.house, state, never);
  };
  const trouble = await ask().then(
    () => '',
    (error: Error) => error.message,
  );
  const [, command = 'exit 9'] = trouble.match(/run `(git diff [^`]+)` once/) ?? [];
  assert.equal(spawnSync('sh', ['-c', command], { cwd: folder }).status, 0, trouble);
  await ask();
});
