import { chmodSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { errnoOf } from '../model/errors.ts';

const refusals = ['EACCES', 'EPERM'];

/**
 * Removes a folder with all that is in it; links themselves, never where they lead. Programs leave folders that nobody may
 * look into or change, and caches of modules are full of them: they are opened first. Contract: nobody works in it.
 */
export function removeTree(path: string): void {
  try {
    remove(path);
  } catch (error) {
    if (!refusals.includes(errnoOf(error) ?? '')) throw error;
    openFolders(Buffer.from(path));
    remove(path);
  }
}

function remove(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 3, retryDelay: 20 });
}

/** Names are bytes: not all of them are text. */
function openFolders(path: Buffer): void {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat?.isDirectory() !== true) return;
  chmodSync(path, (stat.mode & 0o777) | 0o700);
  const entries = readdirSync(path, { withFileTypes: true, encoding: 'buffer' });
  for (const entry of entries) {
    if (entry.isDirectory()) openFolders(Buffer.concat([path, Buffer.from('/'), entry.name]));
  }
}
