import { execFileSync } from 'node:child_process';

/** A repository with one empty commit, so that the paths of a design are looked up in a tree. */
export function makeGitRepository(folder: string): void {
  const author = ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.org', '-c', 'commit.gpgSign=false'];
  const git = (...args: string[]) => execFileSync('git', [...author, ...args], { cwd: folder, stdio: 'pipe' });
  git('init', '--quiet');
  git('commit', '--quiet', '--allow-empty', '--message', 'empty');
}
