import type { RepositoryFacts } from '../model/repository-facts.ts';
import { runGit } from './git.ts';

const known = new Map<string, RepositoryFacts>();

/**
 * The files at the recorded base, or else at HEAD; a folder is none. Paths are relative to the folder, which may be any
 * in a work tree. Asked again about the same commit, the answer is the same.
 */
export function readTreeFacts(folder: string, base: string | null): RepositoryFacts {
  if (base !== null && !/^[0-9a-f]{7,64}$/.test(base)) return unknown('the recorded base is not a commit id', true);
  const kept = base === null ? undefined : known.get(keyOf(folder, base, true));
  if (kept !== undefined) return kept;
  const commit = runGit(folder, ['rev-parse', '--verify', '--quiet', `${base ?? 'HEAD'}^{commit}`]);
  if (!commit.isOk) return explainMissing(folder, base);
  const id = commit.stdout.trim();
  const key = keyOf(folder, id, base !== null);
  const facts = known.get(key) ?? listTree(folder, id, base !== null);
  known.set(key, facts);
  return facts;
}

/** By whole commit ids: a short one may come to mean another commit. */
function keyOf(folder: string, commit: string, isRecordedBase: boolean): string {
  return `${folder}\0${commit}\0${isRecordedBase}`;
}

function listTree(folder: string, commit: string, isRecordedBase: boolean): RepositoryFacts {
  const tree = runGit(folder, ['ls-tree', '-r', '-z', '--name-only', commit]);
  if (!tree.isOk) return unknown('git could not list the tree');
  const paths = new Set(tree.stdout.split('\0'));
  return { kind: 'tree', commit, isRecordedBase, hasPath: (path) => path !== '' && paths.has(path) };
}

function explainMissing(folder: string, base: string | null): RepositoryFacts {
  if (!runGit(folder, ['rev-parse', '--show-prefix']).isOk)
    return unknown('git sees no work tree here that it may read');
  return base === null ? unknown('there is no commit yet') : unknown(`this repository has no commit ${base}`, true);
}

function unknown(reason: string, isBaseUnusable = false): RepositoryFacts {
  return { kind: 'none', reason, isBaseUnusable };
}
