import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { holdRepository } from '../../../src/cli/batch/hold-repository.ts';
import { findState } from '../../../src/cli/clean/find-state.ts';
import { resolveOptions } from '../../../src/config/options.ts';
import { commitAll } from '../../../src/worktrees/commit-all.ts';
import { removeWorktree } from '../../../src/worktrees/remove-worktree.ts';
import { commitOrder, Repository } from '../../worktrees/house.ts';
import { runClean, writeBatch, writeOld } from './clean-house.ts';

const saving = commitOrder({ isThorough: true });

/** A branch of a task without its worktree; with a commit of its own or without. */
async function leaveBranch(repository: Repository, id: string, hasWork: boolean): Promise<string> {
  const { tree } = await repository.open(id);
  if (hasWork) writeFileSync(join(tree.path, `${id}.txt`), 'work\n');
  await commitAll(repository.house, tree, saving);
  await removeWorktree(repository.house, tree, saving);
  return repository.git('rev-parse', `agentos/${id}`);
}

test('a left-over worktree goes, and what was not committed in it is on its branch', async () => {
  using repository = new Repository();
  const { tree } = await repository.open('7');
  writeFileSync(join(tree.path, 'new.txt'), 'mine\n');
  const { code, report, names } = await runClean(repository);
  assert.equal(code, 0);
  assert.deepEqual(names('removed'), ['worktree .agentos/worktrees/7']);
  assert.deepEqual(names('kept'), ['branch agentos/7']);
  assert.match(report.kept[0].reason, /not merged; --branches/);
  assert.equal(repository.git('show', 'agentos/7:new.txt'), 'mine');
  assert.deepEqual(readdirSync(repository.worktreesDir), []);
});

test('in a folder for worktrees that others use as well, only what we made goes', async () => {
  using repository = new Repository();
  const shared = repository.outside('trees');
  mkdirSync(join(shared, 'notes.scratch'), { recursive: true });
  mkdirSync(join(shared, '7.removed'));
  mkdirSync(join(shared, '8.scratch'));
  writeFileSync(join(shared, '8.scratch/.git'), 'gitdir: /somewhere/else/.git/worktrees/8.scratch\n');
  repository.workspace.write({ 'agentos.config.json': JSON.stringify({ worktreeDir: shared }) });
  for (const id of ['7', '8']) repository.git('update-ref', `refs/agentos/${id}/base`, 'HEAD');
  repository.git('worktree', 'add', '--quiet', '--lock', '-b', 'hotfix', join(shared, 'hotfix'));
  repository.git('worktree', 'add', '--quiet', '--lock', '-b', 'gone', join(shared, 'gone'));
  rmSync(join(shared, 'gone'), { recursive: true });
  const { code, names } = await runClean(repository);
  assert.equal(code, 0);
  assert.deepEqual(names('removed'), ['branch agentos/7', 'branch agentos/8', `litter ${shared}/7.removed`]);
  assert.deepEqual(readdirSync(shared), ['8.scratch', 'hotfix', 'notes.scratch']);
  assert.match(repository.git('worktree', 'list', '--porcelain'), /branch refs\/heads\/gone/);
});

test('merged and empty branches go, others only when somebody insists, and can be brought back', async () => {
  using repository = new Repository();
  await leaveBranch(repository, 'empty', false);
  await leaveBranch(repository, 'merged', true);
  const tip = await leaveBranch(repository, 'open', true);
  repository.git('merge', '-q', '--ff-only', 'agentos/merged');
  repository.git('branch', 'agentos/somebody', 'HEAD');
  const { names } = await runClean(repository);
  assert.deepEqual(names('removed'), ['branch agentos/empty', 'branch agentos/merged']);
  assert.deepEqual(names('kept'), ['branch agentos/open']);
  assert.equal((await runClean(repository, { branches: true })).code, 2, 'not without --yes');
  const { report } = await runClean(repository, { branches: true, yes: true });
  assert.deepEqual([report.removed.length, report.kept.length], [1, 0]);
  assert.match(report.removed[0].reason, new RegExp(`git branch agentos/open ${tip}`));
  assert.equal(
    repository.git('for-each-ref', '--format=%(refname)', 'refs/agentos', 'refs/heads/agentos'),
    'refs/heads/agentos/somebody',
  );
  repository.git('branch', 'agentos/open', tip);
});

test('branches that a forge squashed or rebased go, those with anything more stay', async () => {
  using repository = new Repository();
  const squashed = await leaveBranch(repository, 'squashed', true);
  await leaveBranch(repository, 'rebased', true);
  const more = await leaveBranch(repository, 'more', true);
  const undone = await leaveBranch(repository, 'undone', true);
  repository.workspace.write({ 'other.txt': 'of somebody else\n' });
  repository.commit('Elsewhere');
  repository.git('merge', '-q', '--squash', 'agentos/squashed');
  repository.git('commit', '-qm', 'Squashed');
  repository.git('cherry-pick', 'agentos/rebased');
  // Somebody went on with that file since: the commit still has its like.
  repository.workspace.write({ 'rebased.txt': 'changed since\n' });
  repository.commit('Later');
  repository.git('cherry-pick', 'agentos/more');
  addTo(repository, 'more', more, 'work that came later\n');
  addTo(repository, 'undone', undone, null);
  const { names, report } = await runClean(repository);
  assert.deepEqual(names('removed'), ['branch agentos/rebased', 'branch agentos/squashed']);
  assert.deepEqual(names('kept'), ['branch agentos/more', 'branch agentos/undone']);
  const told = report.removed.find(({ name }: { name: string }) => name === 'agentos/squashed');
  assert.match(told.reason, new RegExp(`merged as another commit; .git branch agentos/squashed ${squashed}`));
});

/** One more commit on a task's branch; null takes back what it did. */
function addTo(repository: Repository, id: string, tip: string, text: string | null): void {
  repository.git('checkout', '-q', `agentos/${id}`);
  if (text === null) repository.git('revert', '--no-edit', tip);
  else {
    repository.workspace.write({ [`${id}.txt`]: text });
    repository.commit('More');
  }
  repository.git('checkout', '-q', 'main');
}

test('what a resume goes on with stays: worktree, branch, batch and checkpoint', async () => {
  using repository = new Repository();
  await repository.open('7');
  await leaveBranch(repository, '8', false);
  writeBatch(repository, 'b1', { tasks: { 7: null, 8: null, 9: 'done' }, daysOld: 400, exitCode: null });
  writeOld(repository.path('.agentos/checkpoints/implement-7.db'), 400);
  const { names, report } = await runClean(repository);
  assert.deepEqual(names('removed'), []);
  assert.deepEqual(names('kept'), [
    'batch b1',
    'branch agentos/8',
    'checkpoint .agentos/checkpoints/implement-7.db',
    'worktree .agentos/worktrees/7',
  ]);
  for (const { reason } of report.kept) assert.match(reason, /b1/);
});

test('a branch that a retry goes on with stays, though it is empty, until somebody insists', async () => {
  using repository = new Repository();
  await leaveBranch(repository, '7', false);
  writeBatch(repository, 'b1', { tasks: { 7: 'failed' }, daysOld: 1, exitCode: 1 });
  writeOld(repository.path('.agentos/checkpoints/implement-7.db'), 1);
  const { report, names } = await runClean(repository);
  assert.deepEqual(names('removed'), []);
  assert.match(report.kept[0].reason, /retry/);
  assert.deepEqual((await runClean(repository, { branches: true, yes: true })).names('removed'), ['branch agentos/7']);
});

test('finished batches go when they are old, with their logs and what only they need', async () => {
  using repository = new Repository();
  writeBatch(repository, 'b1', { tasks: { 1: 'failed', 2: 'done' }, daysOld: 40, exitCode: 1 });
  writeBatch(repository, 'b2', { tasks: { 3: 'failed' }, daysOld: 3, exitCode: 1 });
  for (const [name, daysOld] of [
    ['1', 40],
    ['2', 1],
    ['3', 3],
  ] as const)
    writeOld(repository.path(`.agentos/checkpoints/implement-${name}.db`), daysOld);
  const first = await runClean(repository);
  assert.deepEqual(first.names('removed'), [
    'batch b1',
    'checkpoint .agentos/checkpoints/implement-1.db',
    'checkpoint .agentos/checkpoints/implement-2.db',
  ]);
  assert.deepEqual(first.names('kept'), ['checkpoint .agentos/checkpoints/implement-3.db']);
  assert.equal(first.report.young, 1);
  assert.deepEqual(readdirSync(repository.path('.agentos/batches')), ['b2']);
  const second = await runClean(repository, { 'older-than': '2d' });
  assert.deepEqual(second.names('removed'), ['batch b2', 'checkpoint .agentos/checkpoints/implement-3.db']);
  assert.deepEqual((await runClean(repository, { 'older-than': '0h' })).names('removed'), []);
});

test('a batch that owes a pull request stays until it is there, or another batch owes it', async () => {
  using repository = new Repository();
  const settings = { pullRequests: 'yes' };
  writeBatch(repository, 'b1', { tasks: { 1: 'done' }, daysOld: 90, settings });
  const { report } = await runClean(repository);
  assert.match(report.kept[0].reason, /told on GitHub: `agentos resume b1`/);
  const marker = 'pull 1 hash of 1';
  const line = `${JSON.stringify({ schemaVersion: 1, marker, at: 1 })}\n`;
  repository.workspace.write({ '.agentos/github/octo/demo/comments.ndjson': line });
  assert.deepEqual((await runClean(repository)).names('removed'), ['batch b1']);
});

test('a clean that is cut off after any of its removals ends where a whole one ends', async () => {
  const ends = new Set<string>();
  for (let done = 0; done <= 4; done += 1) {
    using repository = new Repository();
    writeBatch(repository, 'b1', { tasks: { 1: 'failed', 2: 'done' }, daysOld: 50 });
    writeBatch(repository, 'b2', { tasks: { 1: 'failed' }, daysOld: 40 });
    writeBatch(repository, 'b3', { tasks: { 3: null }, daysOld: 40, exitCode: null });
    for (const id of ['1', '2', '3']) writeOld(repository.path(`.agentos/checkpoints/implement-${id}.db`), 40);
    const place = { repoDir: repository.dir, baseDir: repository.path('.agentos') };
    const { findings } = findState({ ...place, olderThanAt: Date.now() - 30 * 24 * 60 * 60 * 1000 });
    const removals = findings.flatMap(({ remove }) => remove ?? []);
    assert.equal(removals.length, 4);
    for (const remove of removals.slice(0, done)) await remove();
    assert.equal((await runClean(repository)).code, 0);
    ends.add(readdirSync(repository.path('.agentos'), { recursive: true }).sort().join(' '));
  }
  assert.equal(ends.size, 1, [...ends].join('\n'));
  assert.match([...ends].join(), /b3.*implement-3/);
});

test('the batches of a repository that was moved are its own: old ones go, and what is not finished stays', async () => {
  using repository = new Repository();
  const repoDir = repository.outside('where-it-was');
  writeBatch(repository, 'b1', { tasks: { 1: 'done' }, daysOld: 90, repoDir });
  writeBatch(repository, 'b2', { tasks: { 2: null }, daysOld: 90, exitCode: null, repoDir });
  const { names } = await runClean(repository);
  assert.deepEqual([names('removed'), names('kept')], [['batch b1'], ['batch b2']]);
});

test('a batch of another repository, and one that cannot be read, stay with what they may need', async () => {
  using repository = new Repository();
  writeBatch(repository, 'b1', { tasks: { 1: 'failed' }, daysOld: 90, repoDir: repository.outside() });
  repository.workspace.write({ '.agentos/batches/b2/journal.ndjson': 'not a journal\n' });
  for (const id of ['1', '5']) writeOld(repository.path(`.agentos/checkpoints/implement-${id}.db`), 90);
  const { names, code } = await runClean(repository);
  assert.equal(code, 0);
  assert.deepEqual(names('removed'), []);
  assert.equal(names('kept').length, 4);
});

test('homes of programs and batches that never began go', async () => {
  using repository = new Repository();
  writeBatch(repository, 'b1', { tasks: { 1: 'done' }, daysOld: 1 });
  mkdirSync(repository.path('.agentos/batches/b1/agent-homes/x'), { recursive: true });
  mkdirSync(repository.path('.agentos/batches/b0'));
  const { names } = await runClean(repository, { 'older-than': '0h' });
  assert.deepEqual(names('removed'), ['batch b0', 'batch b1']);
  writeBatch(repository, 'b1', { tasks: { 1: 'done' }, daysOld: 1 });
  mkdirSync(repository.path('.agentos/batches/b1/agent-homes/x'), { recursive: true });
  assert.deepEqual((await runClean(repository)).names('removed'), ['agent-homes .agentos/batches/b1/agent-homes']);
  assert.equal(existsSync(repository.path('.agentos/batches/b1/agent-homes')), false);
});

test('a dry run lists the same, and writes nothing', async () => {
  using repository = new Repository();
  const { tree } = await repository.open('7');
  writeFileSync(join(tree.path, 'new.txt'), 'mine\n');
  writeBatch(repository, 'b1', { tasks: { 1: 'done' }, daysOld: 40 });
  // Whoever asks git for the state of a worktree refreshes what git remembers of its files.
  const list = () => repository.workspace.list().filter((line) => !/^\.git\/worktrees\/7(\/index)? /.test(line));
  const before = list();
  const { report, names } = await runClean(repository, { 'dry-run': true });
  assert.deepEqual(list(), before);
  assert.deepEqual([report.schemaVersion, report.dryRun, report.olderThanDays], [1, true, 30]);
  assert.deepEqual(names('removed'), ['batch b1', 'worktree .agentos/worktrees/7']);
  const { stdout } = await runClean(repository, { 'dry-run': true, json: false });
  assert.match(stdout, /^would remove: batch b1 \(finished\)$/m);
  assert.match(stdout, /2 would be removed · 0 kept\. Dry run: nothing was removed\.\n$/);
});

test('while a batch runs nothing is touched, and the exit code is 75', async () => {
  using repository = new Repository();
  await repository.open('7');
  const options = await resolveOptions({
    cwd: repository.dir,
    flags: new Map(),
    evaluate: null,
    repo: undefined,
    config: undefined,
  });
  using _held = holdRepository(options, 'b9');
  for (const flags of [{}, { 'dry-run': true }]) {
    const { code, report } = await runClean(repository, flags);
    assert.equal(code, 75);
    assert.equal(report.error.code, 'BATCH_RUNNING');
    assert.match(report.error.message, new RegExp(`${process.pid}.*${hostname()}`));
  }
  assert.deepEqual(readdirSync(repository.worktreesDir), ['7']);
});

test('what cannot be saved stays and is told, and everything else goes all the same', async () => {
  using repository = new Repository();
  const { tree } = await repository.open('7');
  mkdirSync(join(tree.path, 'nested'));
  repository.gitIn(join(tree.path, 'nested'), 'init', '-q');
  writeFileSync(join(tree.path, 'nested/work.txt'), 'work');
  await repository.open('8');
  const { code, names, report } = await runClean(repository);
  assert.equal(code, 1);
  assert.deepEqual(names('failed'), ['worktree .agentos/worktrees/7']);
  assert.match(report.failed[0].reason, /nested/);
  assert.deepEqual(names('removed'), ['branch agentos/8', 'worktree .agentos/worktrees/8']);
});

test('an age that is none is a usage error', async () => {
  using repository = new Repository();
  for (const age of ['30', 'd', '-1d', '1.5d', '30 d', '30m'])
    assert.equal((await runClean(repository, { 'older-than': age })).code, 2, age);
});
