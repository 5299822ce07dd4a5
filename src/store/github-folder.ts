import { join } from 'node:path';
import { makeStateFolder } from './state-folder.ts';

/** A repository of GitHub's, as far as files are named after it. */
interface NamedRepository {
  readonly owner: string;
  readonly name: string;
}

/** GitHub tells names apart without regard to case. */
function stepsOf({ owner, name }: NamedRepository): string[] {
  return ['github', owner.toLowerCase(), name.toLowerCase()];
}

/** Where everything about a repository of GitHub's is kept. */
export function githubFolder(baseDir: string, repository: NamedRepository): string {
  return join(baseDir, ...stepsOf(repository));
}

export function makeGithubFolder(baseDir: string, repository: NamedRepository, ...more: readonly string[]): string {
  return makeStateFolder(baseDir, ...stepsOf(repository), ...more);
}
