import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, cpSync, existsSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { assertWorktree } from '../../src/worktrees/assert-worktree.ts';
import { commitAll } from '../../src/worktrees/commit-all.ts';
import { removeWorktree } from '../../src/worktrees/remove-worktree.ts';
import type { TaskWorktree } from '../../src/worktrees/worktree.ts';
import { by, commitOrder, never, Repository } from './house.ts';
import { refused } from './refused.ts';

interface Attack {
  readonly what: string;
  readonly code: string;
  strike(tree: TaskWorktree, repository: Repository): void;
}

const gitFileOf = ({ path }: TaskWorktree) => join(path, '.git');

const attacks: readonly Attack[] = [
  { what: 'deletes .git', code: 'WORKTREE_DAMAGED', strike: (tree) => rmSync(gitFileOf(tree)) },
  {
    what: 'makes .git a repository of its own',
    code: 'WORKTREE_DAMAGED',
    strike(tree, repository) {
      rmSync(gitFileOf(tree));
      repository.gitIn(tree.path, 'init', '-q');
    },
  },
  {
    what: 'makes .git a link',
    code: 'WORKTREE_DAMAGED',
    strike(tree, repository) {
      renameSync(gitFileOf(tree), repository.outside('gitfile'));
      symlinkSync(repository.outside('gitfile'), gitFileOf(tree));
    },
  },
  {
    what: 'points .git at the main checkout',
    code: 'WORKTREE_DAMAGED',
    strike: (tree, repository) => writeFileSync(gitFileOf(tree), `gitdir: ${repository.path('.git')}\n`),
  },
  {
    what: 'points .git at another worktree',
    code: 'WORKTREE_DAMAGED',
    strike(tree, repository) {
      repository.git('worktree', 'add', '-q', '--detach', repository.outside('other'));
      writeFileSync(gitFileOf(tree), `gitdir: ${repository.path('.git/worktrees/other')}\n`);
    },
  },
  {
    what: 'switches to another branch',
    code: 'WORKTREE_DAMAGED',
    strike: (tree, repository) => void repository.gitIn(tree.path, 'switch', '-q', '-c', 'elsewhere'),
  },
  {
    what: 'detaches HEAD',
    code: 'WORKTREE_DAMAGED',
    strike: (tree, repository) => void repository.gitIn(tree.path, 'switch', '-q', '--detach'),
  },
  {
    what: 'puts another repository in place of the common one',
    code: 'WORKTREE_DAMAGED',
    strike: ({ adminDir }, repository) => writeFileSync(join(adminDir, 'commondir'), `${repository.outside()}\n`),
  },
  {
    what: 'gives its worktree settings of its own',
    code: 'WORKTREE_DAMAGED',
    strike: ({ adminDir }) => writeFileSync(join(adminDir, 'config.worktree'), '[core]\n\tfsmonitor = touch x\n'),
  },
  {
    what: 'moves its worktree away and leaves a link',
    code: 'WORKTREE_DAMAGED',
    strike({ path }, repository) {
      renameSync(path, repository.outside('moved'));
      symlinkSync(repository.outside('moved'), path);
    },
  },
  {
    what: 'makes the folder of all worktrees a link',
    code: 'WORKTREE_DAMAGED',
    strike(_, repository) {
      renameSync(repository.worktreesDir, repository.outside('worktrees'));
      symlinkSync(repository.outside('worktrees'), repository.worktreesDir);
    },
  },
  {
    what: 'sets core.fsmonitor',
    code: 'REPOSITORY_TAMPERED',
    strike: (tree, repository) => void repository.gitIn(tree.path, 'config', 'core.fsmonitor', 'touch x'),
  },
  {
    what: 'includes a config of its own',
    code: 'REPOSITORY_TAMPERED',
    strike({ path }, repository) {
      writeFileSync(join(path, 'evil'), '[filter "x"]\n\tclean = touch x\n');
      appendFileSync(repository.path('.git/config'), `[include]\n\tpath = ${join(path, 'evil')}\n`);
    },
  },
  {
    what: 'sends pushes elsewhere',
    code: 'REPOSITORY_TAMPERED',
    strike: (_, repository) => void repository.git('config', 'remote.origin.url', 'https://elsewhere.example'),
  },
  {
    what: 'adds a hook',
    code: 'REPOSITORY_TAMPERED',
    strike: (_, repository) => writeFileSync(repository.path('.git/hooks/pre-commit'), '#!/bin/sh\n'),
  },
  {
    what: 'makes a hook executable',
    code: 'REPOSITORY_TAMPERED',
    strike: (_, repository) => chmodSync(repository.path('.git/hooks/post-merge'), 0o755),
  },
  {
    what: 'hides files by the shared exclude list',
    code: 'REPOSITORY_TAMPERED',
    strike: (_, repository) => appendFileSync(repository.path('.git/info/exclude'), '*.secret\n'),
  },
  {
    what: 'sets attributes for everybody',
    code: 'REPOSITORY_TAMPERED',
    strike: (_, repository) => writeFileSync(repository.path('.git/info/attributes'), '* filter=x\n'),
  },
  {
    what: 'borrows objects from elsewhere',
    code: 'REPOSITORY_TAMPERED',
    strike: (_, repository) => writeFileSync(repository.path('.git/objects/info/alternates'), '/tmp\n'),
  },
  {
    what: 'puts a copy in place of the repository',
    code: 'REPOSITORY_TAMPERED',
    strike(_, repository) {
      renameSync(repository.path('.git'), repository.outside('git'));
      cpSync(repository.outside('git'), repository.path('.git'), { recursive: true });
    },
  },
];

for (const { what, code, strike } of attacks) {
  test(`an agent that ${what} is found out, and its files stay where they are`, async () => {
    using repository = new Repository();
    writeFileSync(repository.path('.git/hooks/post-merge'), '#!/bin/sh\n');
    const { tree } = await repository.open();
    await assertWorktree(repository.house, tree, never);
    writeFileSync(join(tree.path, 'work.txt'), 'work');
    strike(tree, repository);
    await assert.rejects(assertWorktree(repository.house, tree, never), refused(code));
    await assert.rejects(commitAll(repository.house, tree, commitOrder()), refused(code));
    await assert.rejects(
      removeWorktree(repository.house, tree, { by, leaveOut: [], isThorough: true, signal: never }),
      refused(code),
    );
    assert.equal(existsSync(join(tree.path, 'work.txt')), true);
    assert.equal(existsSync(join(tree.path, 'x')), false);
  });
}

test('what people do in their checkout meanwhile is no alarm, and costs one call', async () => {
  using repository = new Repository();
  const { tree } = await repository.open();
  const before = repository.house.git.calls;
  await assertWorktree(repository.house, tree, never);
  assert.equal(repository.house.git.calls, before);
  repository.git('switch', '-q', '-c', 'feature');
  repository.git('config', 'branch.feature.remote', 'origin');
  repository.git('config', 'submodule.libs.active', 'true');
  repository.workspace.write({ 'a.txt': 'two\n' });
  repository.commit('work');
  repository.git('stash', 'list');
  repository.git('gc', '--quiet');
  await assertWorktree(repository.house, tree, never);
  assert.equal(repository.house.git.calls, before + 1);
});

test('a pipe in place of a file of git is not waited for', async () => {
  using repository = new Repository();
  const { tree } = await repository.open();
  rmSync(join(tree.adminDir, 'gitdir'));
  spawnSync('mkfifo', [join(tree.adminDir, 'gitdir')]);
  await assert.rejects(assertWorktree(repository.house, tree, never), refused('WORKTREE_DAMAGED'));
});
