import { runGit } from './git.ts';

const author = ['-c', 'user.name=AgentOS', '-c', 'user.email=agentos@localhost', '-c', 'commit.gpgSign=false'];

/** Makes a folder a repository with one commit. Without git it stays a folder, which is enough for designs. */
export function makeRepository(folder: string): void {
  runGit(folder, ['init', '--quiet', '--initial-branch=main']);
  runGit(folder, ['add', '--all']);
  runGit(folder, [...author, 'commit', '--quiet', '--message=Start']);
}
