import { accessSync, constants, statSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';

/**
 * Where a program is; null if there is none that may be run. A name without a slash is looked for in the folders of
 * PATH, but never in one that depends on where we stand: a repository must not bring its own `claude`.
 */
export function findProgram(name: string, pathVariable: string, folder: string): string | null {
  if (name === '') return null;
  if (name.includes('/')) return isProgram(resolve(folder, name)) ? resolve(folder, name) : null;
  const folders = pathVariable.split(':').filter((entry) => isAbsolute(entry));
  return folders.map((entry) => join(entry, name)).find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
