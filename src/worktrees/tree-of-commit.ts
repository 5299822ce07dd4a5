import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { AgentOsError } from '../model/errors.ts';
import type { WorktreeHouse } from './house.ts';
import { isCommitId, placeOfRepository, type RepositoryPlace } from './worktree.ts';

const largestCommit = 1024 * 1024;

/** The id of a commit's files (no call for one that was just made; 1 if it is packed). Throws COMMIT_UNKNOWN. */
export async function treeOfCommit(
  house: WorktreeHouse,
  repository: RepositoryPlace,
  commit: string,
  signal: AbortSignal,
): Promise<string> {
  if (!isCommitId(commit, repository)) throw new AgentOsError('COMMIT_UNKNOWN', 'that is not a whole commit id');
  const loose = readLoose(repository, commit);
  if (loose !== null && isCommitId(loose, repository)) return loose;
  const args = ['rev-parse', '--verify', '--quiet', `${commit}^{tree}`];
  return (await house.git.ask(placeOfRepository(repository), args, { signal })).trim();
}

/** What git wrote itself begins with `commit <size>`, a zero, and the line of its tree; its hash is its name. */
function readLoose({ commonDir, objectFormat }: RepositoryPlace, commit: string): string | null {
  const path = join(commonDir, 'objects', commit.slice(0, 2), commit.slice(2));
  if (!existsSync(path)) return null;
  try {
    const bytes = inflateSync(readFileSync(path), { maxOutputLength: largestCommit });
    if (hash(objectFormat, bytes, 'hex') !== commit) return null;
    return /^commit \d+\0tree ([0-9a-f]{40,64})\n/.exec(bytes.toString('latin1'))?.[1] ?? null;
  } catch {
    // It was packed in between, or is too large to be one of ours.
    return null;
  }
}
