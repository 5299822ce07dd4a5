import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { isInside } from '../../model/paths.ts';
import type { RepositoryFacts } from '../../model/repository-facts.ts';
import { readTreeFacts } from '../../worktrees/tree-facts.ts';

/** The commit that paths are checked against; null outside git and before the first commit. */
export function findBase(repoDir: string): string | null {
  const facts = readTreeFacts(repoDir, null);
  return facts.kind === 'none' ? null : facts.commit;
}

/** What the repository held at the recorded base. To be asked within steps only. */
export function factsAt(repoDir: string, base: string | null): RepositoryFacts {
  if (base !== null) return readTreeFacts(repoDir, base);
  return { kind: 'none', reason: 'there was no commit when the task began', isBaseUnusable: false };
}

/** Whether a path is there: at the base, or without one on disk. To be asked within steps only. */
export function hasPathAt(repoDir: string, base: string | null, path: string): boolean {
  const facts = factsAt(repoDir, base);
  if (facts.kind === 'tree') return facts.hasPath(path);
  const target = resolve(repoDir, path);
  return base === null && isInside(repoDir, target) && existsSync(target);
}
