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

/** Asks git about these paths only, at the recorded base or else at HEAD. Paths are relative to the folder. */
export function readTreeFacts(folder: string, base: string | null, paths: readonly string[]): TreeFacts {
  const place = runGit(folder, ['rev-parse', '--show-prefix']);
  if (!place.isOk) return { kind: 'none', reason: 'this is not a git work tree' };
  if (base !== null && !/^[0-9a-f]{7,64}$/.test(base))
    return { kind: 'none', reason: 'the recorded base is not a commit id' };
  const commit = runGit(folder, ['rev-parse', '--verify', '--quiet', `${base ?? 'HEAD'}^{commit}`]);
  if (!commit.isOk)
    return { kind: 'none', reason: base === null ? 'there is no commit yet' : `this repository has no commit ${base}` };
  const id = commit.stdout.trim();
  const present = listPresent(folder, id, place.stdout.trimEnd(), paths);
  return { kind: 'tree', commit: id, isRecordedBase: base !== null, hasPath: (path) => present.has(path) };
}

function listPresent(folder: string, commit: string, prefix: string, paths: readonly string[]): Set<string> {
  const asked = [...new Set(paths)].filter((path) => !/[\n\r]/.test(path));
  const input = asked.map((path) => `${commit}:${prefix}${path}\n`).join('');
  const lines = runGit(folder, ['cat-file', '--batch-check'], input).stdout.split('\n');
  return new Set(asked.filter((_, at) => / (blob|tree|commit) \d+$/.test(lines[at] ?? '')));
}
