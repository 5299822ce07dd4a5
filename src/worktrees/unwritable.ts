import { accessSync, constants, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { AgentOsError, errnoOf } from '../model/errors.ts';
import { showSafely } from '../model/text.ts';
import type { RepositoryPlace } from './worktree.ts';

/** Where a task's commits, branch and worktree are noted; what is not there is made. */
const folders = [
  ...['.', 'objects', 'refs', 'refs/heads', 'refs/heads/agentos', 'refs/agentos', 'worktrees'],
  ...['logs', 'logs/refs', 'logs/refs/heads', 'logs/refs/heads/agentos'],
];

/**
 * Throws REPOSITORY_UNWRITABLE where git could not write: all of `.git`, or a few folders in it that a `sudo git` left to
 * root. An agent would be paid before that came out (no call).
 */
export function refuseUnwritable({ commonDir }: Pick<RepositoryPlace, 'commonDir'>): void {
  const objects = listNames(join(commonDir, 'objects')).filter((name) => /^[0-9a-f]{2}$/.test(name));
  const paths = [...folders, ...objects.map((name) => `objects/${name}`)].map((name) => join(commonDir, name));
  const path = paths.find((one) => !mayWrite(one));
  if (path === undefined) return;
  const fix = `make it yours (sudo chown -R "$(id -u)" '${showSafely(commonDir)}')`;
  throw new AgentOsError('REPOSITORY_UNWRITABLE', `git may not write to ${showSafely(path)}: ${fix}`);
}

/** What is no folder is for others to judge. */
function mayWrite(folder: string): boolean {
  try {
    accessSync(`${folder}/.`, constants.W_OK | constants.X_OK);
    return true;
  } catch (error) {
    return ['ENOENT', 'ENOTDIR'].includes(errnoOf(error) ?? '');
  }
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
