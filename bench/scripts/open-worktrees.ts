import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sanitizeTaskId } from '../../src/parallel/input-sanitizer.ts';
import { assertWorktree } from '../../src/worktrees/assert-worktree.ts';
import { commitAll } from '../../src/worktrees/commit-all.ts';
import { diffCommits } from '../../src/worktrees/diff.ts';
import { Git } from '../../src/worktrees/git-call.ts';
import type { WorktreeHouse } from '../../src/worktrees/house.ts';
import { inspectRepository, type RepositoryState } from '../../src/worktrees/inspect-repository.ts';
import { openTaskWorktree } from '../../src/worktrees/open-task-worktree.ts';
import { removeWorktree } from '../../src/worktrees/remove-worktree.ts';
import { restorePaths } from '../../src/worktrees/restore-paths.ts';
import { closeScratchWorktree, openScratchWorktree } from '../../src/worktrees/scratch-worktree.ts';
import { squashOnto } from '../../src/worktrees/squash.ts';
import { makeGitRepository } from '../git-repository.ts';

/** Times worktrees of a repository of so many files, and prints the medians as JSON. */
const [, , folder = '', files = '0'] = process.argv;
const rounds = 12;
const signal = new AbortController().signal;
const by = { name: 'Bench', email: 'bench@example.org', at: 0 };
const house: WorktreeHouse = {
  git: new Git({ PATH: process.env['PATH'] ?? '', HOME: folder }),
  files: {
    putFile: (path, text) => writeFileSync(path, text),
    removeFile: (path) => rmSync(path, { force: true }),
    removeFolder: (path) => rmSync(path, { recursive: true, force: true }),
    moveFolder: renameSync,
  },
  withLock: async (work) => await work(),
};

makeFiles();
const repository = await inspectRepository(house, folder, signal);
const samples = new Map<string, number[]>();
// The first round only warms caches.
for (let round = 0; round <= rounds; round += 1) await measureRound(round);
const medians = [...samples].map(([name, times]) => [name, times.slice(1).sort((a, b) => a - b)[rounds >> 1]]);
const callsOfTask = await countCalls(repository);
process.stdout.write(JSON.stringify({ ...Object.fromEntries(medians), callsOfTask }));

async function measureRound(round: number): Promise<void> {
  // Whoever comes second finds the disk busy with the files of the first.
  if (round % 2 === 0) await makePlain(round);
  const tree = await time('oursMs', async () => (await open(`task-${round}`)).tree);
  if (round % 2 === 1) await makePlain(round);
  await time('assertMs', async () => await assertWorktree(house, tree, signal));
  const order = { message: 'Work', trailers: [], by, leaveOut: [], signal };
  writeFileSync(join(tree.path, 'one.txt'), 'one');
  await time('commitMs', async () => await commitAll(house, tree, { ...order, isThorough: false }));
  writeFileSync(join(tree.path, 'two.txt'), 'two');
  await time('thoroughMs', async () => await commitAll(house, tree, { ...order, isThorough: true }));
  await time(
    'removeMs',
    async () => await removeWorktree(house, tree, { by, leaveOut: [], isThorough: false, signal }),
  );
}

async function makePlain(round: number): Promise<void> {
  const plain = join(folder, '.agentos/plain', String(round));
  const args = ['worktree', 'add', '--quiet', '-b', `plain-${round}`, plain, repository.head];
  await time('plainMs', async () => await runGit(args));
}

async function open(name: string) {
  const worktreesDir = join(folder, '.agentos/worktrees');
  return await openTaskWorktree(house, {
    repository,
    worktreesDir,
    taskId: sanitizeTaskId(name),
    base: repository.head,
    signal,
  });
}

async function time<T>(name: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  samples.set(name, [...(samples.get(name) ?? []), performance.now() - start]);
  return result;
}

async function runGit(args: readonly string[]): Promise<void> {
  const child = spawn('git', args, { cwd: folder, stdio: 'ignore' });
  await new Promise((resolve) => child.on('close', resolve));
}

/** As the workflow of a task would call them. */
async function countCalls(state: RepositoryState): Promise<number> {
  const before = house.git.calls;
  const { tree } = await open('counted');
  const order = { message: 'Work', trailers: [], by, leaveOut: [], signal };
  for (const path of ['test.txt', 'code.txt']) {
    writeFileSync(join(tree.path, path), path);
    await commitAll(house, tree, { ...order, isThorough: false });
  }
  writeFileSync(join(tree.path, 'code.txt'), 'better');
  const commit = (await commitAll(house, tree, { ...order, isThorough: true })) ?? '';
  await diffCommits(house, state, { from: tree.base, to: commit, maxPatchBytes: 1e6, signal });
  const worktreesDir = join(folder, '.agentos/worktrees');
  const scratch = await openScratchWorktree(house, { repository, worktreesDir, taskId: tree.taskId, commit, signal });
  await restorePaths(house, scratch, { paths: ['code.txt'], commit: tree.base, signal });
  await closeScratchWorktree(house, scratch);
  await squashOnto(house, tree, { commit, message: 'Feature', trailers: [], by, signal });
  await removeWorktree(house, tree, { by, leaveOut: [], isThorough: false, signal });
  return house.git.calls - before;
}

function makeFiles(): void {
  makeGitRepository(folder);
  for (let at = 0; at < Number(files); at += 1) {
    const place = join(folder, `src/area${at % 40}`);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, `module${at}.ts`), `export const value${at} = ${at};\n`.repeat(60));
  }
  writeFileSync(join(folder, '.gitignore'), '/.agentos/\n');
  const author = ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.org', '-c', 'commit.gpgSign=false'];
  for (const args of [
    ['add', '--all'],
    [...author, 'commit', '--quiet', '--message=files'],
  ])
    execFileSync('git', args, { cwd: folder, stdio: 'pipe' });
}
