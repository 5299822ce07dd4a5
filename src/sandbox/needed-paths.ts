import { readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, sep } from 'node:path';
import { isInside } from '../model/paths.ts';

const programFolders = new Set(['bin', 'sbin', 'shims', '.bin']);
/** A folder of links to programs has a few; one with thousands is something else. */
const mostLinks = 500;

export interface Needs {
  /** Programs that are started. */
  readonly programs: readonly string[];
  readonly pathVariable: string;
  readonly home: string;
  /** Folders whose links may be anybody's: where they lead is not shown. */
  readonly untrusted: readonly string[];
}

/**
 * What of the covered places programs need in order to run: their folders and those of PATH, each with what belongs to it
 * (beside a `bin` its `lib`), and where their links lead. Programs often live below a home: nvm, cargo, pyenv, pipx.
 */
export function listNeededPaths(needs: Needs, covered: readonly string[]): string[] {
  const { home, untrusted } = needs;
  const isCovered = (path: string) => covered.some((cover) => isInside(cover, path) && cover !== path);
  const isTrusted = (path: string) => !untrusted.some((folder) => isInside(folder, path));
  const programs = needs.programs.filter(isTrusted);
  const entries = needs.pathVariable.split(':').filter((entry) => isAbsolute(entry) && isTrusted(entry));
  const folders = entries.filter(isCovered);
  const linked = folders.flatMap(listLinks);
  const roots = [...folders, ...folders.flatMap(real)].map((folder) => rootOf(folder, home, covered));
  const files = [...programs, ...programs.flatMap(real), ...linked];
  const needed = [...roots, ...files.flatMap((file) => [file, rootOf(dirname(file), home, covered)])];
  return [...new Set([...needed, ...companions(needed, home)])].filter((path) => isCovered(path) && isThere(path));
}

/** Pools that many programs share show only the part of one. */
function rootOf(folder: string, home: string, covered: readonly string[]): string {
  const local = join(home, '.local');
  for (const pool of [join(local, 'share'), join(local, 'lib')])
    if (isInside(pool, folder) && folder !== pool) return join(pool, folder.slice(pool.length + 1).split(sep)[0] ?? '');
  const above = dirname(folder);
  const isShared = covered.includes(above) || above === local || above === home;
  return programFolders.has(basename(folder)) && !isShared ? above : folder;
}

/** What programs look for elsewhere than beside themselves. */
function companions(needed: readonly string[], home: string): string[] {
  const local = join(home, '.local');
  return [
    ...(needed.includes(join(home, '.cargo')) ? [join(home, '.rustup')] : []),
    ...(needed.includes(join(local, 'bin')) ? [join(local, 'lib')] : []),
  ];
}

function listLinks(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true }).slice(0, mostLinks);
    return entries.filter((entry) => entry.isSymbolicLink()).flatMap((entry) => real(join(folder, entry.name)));
  } catch {
    return [];
  }
}

function real(path: string): string[] {
  try {
    return [realpathSync.native(path)];
  } catch {
    return [];
  }
}

function isThere(path: string): boolean {
  return real(path).length > 0;
}
