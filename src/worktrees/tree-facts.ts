import { runGit } from './git.ts';

/** Which paths a commit holds, or why that cannot be told. */
export type TreeFacts =
  | { readonly kind: 'none'; readonly reason: string }
  | {
      readonly kind: 'tree';
      readonly commit: string;
      readonly isRecordedBase: boolean;
      hasPath(path: string): boolean;
    };

/** The tree at the recorded base, or else at HEAD. Paths are relative to the folder, which may be any in a work tree. */
export function readTreeFacts(folder: string, base: string | null): TreeFacts {
  if (!runGit(folder, ['rev-parse', '--show-prefix']).isOk) return unknown('this is not a git work tree');
  if (base !== null && !/^[0-9a-f]{7,64}$/.test(base)) return unknown('the recorded base is not a commit id');
  const commit = runGit(folder, ['rev-parse', '--verify', '--quiet', `${base ?? 'HEAD'}^{commit}`]);
  if (!commit.isOk) return unknown(base === null ? 'there is no commit yet' : `this repository has no commit ${base}`);
  const id = commit.stdout.trim();
  const tree = runGit(folder, ['ls-tree', '-r', '-t', '-z', '--name-only', id]);
  if (!tree.isOk) return unknown('git could not list the tree');
  const paths = new Set(tree.stdout.split('\0'));
  return { kind: 'tree', commit: id, isRecordedBase: base !== null, hasPath: (path) => path !== '' && paths.has(path) };
}

function unknown(reason: string): TreeFacts {
  return { kind: 'none', reason };
}
