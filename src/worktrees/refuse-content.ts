import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { AgentOsError } from '../model/errors.ts';
import { quoteSafely } from '../model/text.ts';
import { look } from './places.ts';

const mostFiles = 20_000;
const maxFileBytes = 50 * 1024 * 1024;
const maxTotalBytes = 500 * 1024 * 1024;

/** What would swell the user's repository for ever, or be lost in it, is not committed. Throws CONTENT_REFUSED. */
export function refuseContent(folder: string, paths: readonly string[]): void {
  if (paths.length > mostFiles)
    throw refused(
      folder,
      `${paths.length} files changed, and no more than ${mostFiles} are committed: is a folder missing in .gitignore?`,
    );
  let total = 0;
  for (const path of paths) {
    if (path.includes('\ufffd')) throw refused(folder, `the name of ${quoteSafely(path)} is not UTF-8`);
    const stat = look(join(folder, path));
    if (path.endsWith('/') || (stat?.isDirectory() && look(join(folder, path, '.git'))?.isDirectory()))
      throw refused(folder, `${quoteSafely(path)} is a git repository of its own: remove its .git`);
    const bytes = stat?.isFile() ? stat.size : 0;
    total += bytes;
    if (bytes > maxFileBytes)
      throw refused(folder, `${quoteSafely(path)} has ${inMb(bytes)}; ${inMb(maxFileBytes)} are allowed`);
    if (stat?.isFile() && !mayRead(join(folder, path)))
      throw refused(folder, `${quoteSafely(path)} cannot be read: its mode forbids it`);
  }
  if (total > maxTotalBytes)
    throw refused(folder, `what changed has ${inMb(total)}; ${inMb(maxTotalBytes)} are allowed`);
}

function mayRead(path: string): boolean {
  try {
    closeSync(openSync(path, 'r'));
    return true;
  } catch {
    return false;
  }
}

function inMb(bytes: number): string {
  return `${Math.ceil(bytes / 1024 / 1024)} MB`;
}

/** Whoever is told of it may have nothing else to find it by. */
function refused(folder: string, what: string): AgentOsError {
  return new AgentOsError('CONTENT_REFUSED', `${what} (in ${folder})`);
}
