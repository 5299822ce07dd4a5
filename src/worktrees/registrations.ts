import { readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readLine } from './small-file.ts';

/** A worktree that git knows, whoever made it, as its folder below the common one says. */
export interface Registration {
  readonly adminDir: string;
  /** Where the worktree is, or was; null if that was never written. */
  readonly path: string | null;
  /** What is checked out: a ref, or a commit. */
  readonly head: string | null;
  /** Its making began with a lock of ours, which is taken away when all files are there. */
  readonly isUnfinished: boolean;
}

/** As `git worktree add --lock` writes it; whoever locks a worktree by hand gives another reason, or none. */
const ownLock = 'added with --lock';

export function listRegistrations(commonDir: string): Registration[] {
  return listFolders(join(commonDir, 'worktrees')).map(readRegistration);
}

export function findRegistration(commonDir: string, path: string): Registration | null {
  return listRegistrations(commonDir).find((registration) => registration.path === path) ?? null;
}

function readRegistration(adminDir: string): Registration {
  const gitFile = readLine(join(adminDir, 'gitdir'));
  return {
    adminDir,
    path: gitFile === null || gitFile === '' ? null : dirname(resolve(adminDir, gitFile)),
    head: readLine(join(adminDir, 'HEAD'))?.replace(/^ref: /, '') ?? null,
    isUnfinished: readLine(join(adminDir, 'locked')) === ownLock,
  };
}

function listFolders(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
  } catch {
    return [];
  }
}
