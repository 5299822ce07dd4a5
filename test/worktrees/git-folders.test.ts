import assert from 'node:assert/strict';
import { renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { listGitFolders } from '../../src/worktrees/git-folders.ts';
import { Repository } from './house.ts';

test('the folders that git reads are found wherever .git leads, with those that objects are borrowed from', () => {
  using repository = new Repository();
  const own = repository.path('.git');
  assert.deepEqual(listGitFolders(repository.dir), [own]);
  repository.git('worktree', 'add', '-q', '--detach', repository.outside('linked'));
  assert.deepEqual(listGitFolders(repository.outside('linked')), [own]);
  repository.git('clone', '-q', '--shared', repository.dir, repository.outside('shared'));
  repository.git('clone', '-q', '--shared', repository.outside('shared'), repository.outside('again'));
  assert.deepEqual(listGitFolders(repository.outside('again')), [
    repository.outside('again/.git'),
    repository.outside('shared/.git/objects'),
    repository.path('.git/objects'),
  ]);
  // What is no store of objects is not shown to anybody.
  writeFileSync(repository.outside('shared/.git/objects/info/alternates'), `# none\n${repository.dir}\n/not/there\n`);
  assert.deepEqual(listGitFolders(repository.outside('shared')), [repository.outside('shared/.git')]);
  renameSync(own, repository.outside('moved'));
  symlinkSync(repository.outside('moved'), own);
  assert.deepEqual(listGitFolders(repository.dir), [repository.outside('moved')]);
  assert.deepEqual(listGitFolders(repository.outside('nowhere')), []);
});
