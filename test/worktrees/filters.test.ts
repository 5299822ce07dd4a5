import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { commitAll } from '../../src/worktrees/commit-all.ts';
import { pinFilters, renderFilters } from '../../src/worktrees/filters.ts';
import { refuseMissingStorage } from '../../src/worktrees/large-storage.ts';
import { openScratchWorktree } from '../../src/worktrees/scratch-worktree.ts';
import { Workspace } from '../workspace.ts';
import { commitOrder, id, makeHouse, never, Repository } from './house.ts';
import { refused } from './refused.ts';

test('filters are those of the user’s checkout, whatever a worktree makes of their programs', async () => {
  using repository = new Repository({
    'tools/up.sh': 'tr a-z A-Z',
    'tools/down.sh': 'tr A-Z a-z',
    '.gitattributes': '*.txt filter=case\n',
  });
  repository.git('config', 'filter.case.clean', 'sh tools/up.sh');
  repository.git('config', 'filter.case.smudge', 'sh ./tools/down.sh %f');
  const { tree } = await repository.open();
  const evil = `echo taken > '${repository.outside('taken')}'; cat`;
  for (const path of ['tools/up.sh', 'tools/down.sh']) writeFileSync(join(tree.path, path), evil);
  writeFileSync(join(tree.path, 'a.txt'), 'words\n');
  const commit = await commitAll(repository.house, tree, commitOrder());
  assert.ok(commit);
  assert.equal(repository.git('show', 'agentos/137:a.txt'), 'WORDS');
  const order = {
    repository: tree.repository,
    worktreesDir: repository.worktreesDir,
    taskId: id('137'),
    signal: never,
  };
  const scratch = await openScratchWorktree(repository.house, { ...order, commit });
  assert.equal(readFileSync(join(scratch.path, 'a.txt'), 'utf8'), 'words\n');
  assert.equal(readFileSync(join(scratch.path, 'tools/up.sh'), 'utf8'), evil);
  assert.ok(!existsSync(repository.outside('taken')), 'what was put in their places did not run');
});

test('any path of a checkout can be named in a filter; none is made of what is no filter, or of large storage', () => {
  using workspace = new Workspace();
  const repoDir = workspace.path("it's 100%f $HOME");
  mkdirSync(repoDir);
  workspace.git('init', '-q');
  workspace.write({ '.gitattributes': '* filter=x\n' });
  writeFileSync(join(repoDir, 'say.sh'), 'echo "$1 of $(basename "$PWD")"');
  const settings = new Map([
    ['filter.x.clean', 'false; sh say.sh %f'],
    ['filter.x.smudge', ''],
    ['filter.x.required', 'true'],
    ['filter.lfs.process', 'git-lfs filter-process'],
    ['core.pager', 'less'],
  ]);
  const filters = pinFilters(settings, repoDir);
  assert.deepEqual(Object.keys(filters), ['filter.x.clean']);
  const env = { ...process.env, ...renderFilters(filters) };
  const options = { cwd: workspace.dir, env, input: 'text', encoding: 'utf8' } as const;
  const { stdout, stderr } = spawnSync('git', ['hash-object', '-w', '--stdin', '--path', 'a b.txt'], options);
  assert.equal(workspace.git('cat-file', '-p', stdout.trim()), "a b.txt of it's 100%f $HOME", stderr);
  assert.deepEqual(renderFilters({}), {});
});

const storage = { process: 'no-such-lfs filter-process', clean: 'no-such-lfs clean', smudge: 'no-such-lfs smudge' };

test('a filter whose program is not there is told as that, however git says it', async () => {
  using repository = new Repository({ 'a.bin': 'one', '.gitattributes': '*.bin filter=lfs\n' });
  for (const [key, command] of Object.entries({ ...storage, required: 'true' }))
    repository.git('config', `filter.lfs.${key}`, command);
  const expected = refused('GIT_FILTER_FAILED', /needs no-such-lfs, which is not found: install it/);
  await assert.rejects(repository.open(), expected);
  repository.git('config', '--unset', 'filter.lfs.process');
  await assert.rejects(repository.open(), expected);
  repository.git('config', 'filter.lfs.smudge', 'git no-such-lfs smudge');
  await assert.rejects(repository.open(), expected);
});

test('large storage is missed only by whoever has files in it and no program for it', async () => {
  using repository = new Repository({ 'a.bin': 'one', 'b c.dat': 'two', 'deep/.gitattributes': '*.bin filter=lfs\n' });
  const ask = async () => await refuseMissingStorage(repository.house, repository.dir, never);
  await ask();
  repository.git('config', 'filter.lfs.process', 'git-lfs filter-process');
  repository.git('config', 'filter.lfs.required', 'true');
  await ask();
  repository.workspace.write({ '.gitattributes': '*.dat filter=lfs\n' });
  await assert.rejects(ask(), refused('GIT_FILTER_FAILED', /such as "b c\.dat", and git-lfs is not found/));
  mkdirSync(repository.outside('bin'));
  writeFileSync(repository.outside('bin', 'git-lfs'), '#!/bin/sh\n', { mode: 0o755 });
  const PATH = `${repository.outside('bin')}:${process.env['PATH']}`;
  await refuseMissingStorage(makeHouse(repository.outside('lock'), { PATH }), repository.dir, never);
  repository.git('config', 'filter.lfs.required', 'false');
  await ask();
});
