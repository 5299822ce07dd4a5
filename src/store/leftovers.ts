import { AgentOsError } from '../model/errors.ts';
import { removeTemporary } from './results.ts';

/**
 * Removes what an interrupted batch laid beside the places of `paths`, and says which. Only paths that a journal names
 * belong here. What cannot be removed is left: it stands in nobody's way but its own task's.
 */
export function removeTemporaries(repoDir: string, paths: Iterable<string>): string[] {
  return [...new Set(paths)].filter((path) => isRemoved(repoDir, path));
}

function isRemoved(repoDir: string, path: string): boolean {
  try {
    return removeTemporary(repoDir, path);
  } catch (error) {
    if (error instanceof AgentOsError && error.code !== 'STORAGE_FAILED') return false;
    throw error;
  }
}
