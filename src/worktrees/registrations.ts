import { readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readLine } from './small-file.ts';
import { branchPrefix } from './worktree.ts';

/** A worktree that git knows, whoever made it, as its folder below the common one says. */
export interface Registration {
  readonly adminDir: string;
  /** Where the worktree is, or was; null if that was never written. */
  readonly path: string | null;
  /** What is checked out: a ref, or a commit. */
  readonly head: string | null;
  /** As far as its HEAD, or the name of its folder, tells; people have worktrees beside ours. */
  readonly isOurs: boolean;
  /** Its making began with a lock of ours, which is taken away when all files are there. */
  readonly isUnfinished: boolean;
}

/** As `git worktree add --lock` writes it, for us and for everybody. */
const ownLock = 'added with --lock';

export function listRegistrations(commonDir: string): Registration[] {
  return listFolders(join(commonDir, 'worktrees')).map(readRegistration);
}

export function findRegistration(commonDir: string, path: string): Registration | null {
  return listRegistrations(commonDir).find((registration) => registration.path === path) ?? null;
}

function readRegistration(adminDir: string): Registration {
  const gitFile = readLine(join(adminDir, 'gitdir'));
  const path = gitFile === null || gitFile === '' ? null : dirname(resolve(adminDir, gitFile));
  const head = readLine(join(adminDir, 'HEAD'))?.replace(/^ref: /, '') ?? null;
  const isOurs = isOwnHead(head) || path?.endsWith('.scratch') === true;
  return { adminDir, path, head, isOurs, isUnfinished: isOurs && readLine(join(adminDir, 'locked')) === ownLock };
}

/** One that was cut off in its first moments has none yet, or zeros. */
function isOwnHead(head: string | null): boolean {
  return head === null || /^0+$/.test(head) || head.startsWith(`refs/heads/${branchPrefix}`);
}

function listFolders(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
  } catch {
    return [];
  }
}
