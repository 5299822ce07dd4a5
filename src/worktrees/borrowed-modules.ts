import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { parseJson } from '../model/json.ts';
import { isInside } from '../model/paths.ts';
import { scanLevels } from './scan-levels.ts';
import { readSmallFile } from './small-file.ts';

/** A package that Node would find outside the worktree, because it is not installed inside. */
export interface BorrowedPackage {
  readonly name: string;
  /** The package.json that asks for it, relative to the worktree. */
  readonly wantedBy: string;
  /** Where it would come from. */
  readonly foundAt: string;
}

const mostManifests = 500;
const maxDepth = 6;

/**
 * Packages that a worktree would borrow from the folders above it, such as the main checkout that it lies in: Node looks
 * for `node_modules` all the way up. After `prepare` the answer must be empty; else tests would run with what the user
 * happens to have installed. Declared dependencies alone are looked at, as Node looks; optional and peer ones may be missing.
 */
export function findBorrowedPackages(worktree: string): BorrowedPackage[] {
  // Its packages are found by a resolver of its own.
  if (existsSync(join(worktree, '.pnp.cjs'))) return [];
  return listManifests(worktree).flatMap((manifest) =>
    readDependencies(join(worktree, manifest)).flatMap((name) => {
      const foundAt = findPackage(dirname(join(worktree, manifest)), name);
      return foundAt === null || isOwn(worktree, foundAt) ? [] : [{ name, wantedBy: manifest, foundAt }];
    }),
  );
}

/** It lies inside; the folder that holds it is no link to somebody else's. */
function isOwn(worktree: string, path: string): boolean {
  const holder = path.slice(0, path.lastIndexOf(`node_modules${sep}`) + 'node_modules'.length);
  return isInside(worktree, path) && isInside(worktree, realpathSync(holder));
}

/** The first one on the way up. */
function findPackage(folder: string, name: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    const path = join(at, 'node_modules', name);
    if (existsSync(path)) return path;
    if (at === dirname(at)) return null;
  }
}

function readDependencies(manifest: string): string[] {
  const data = parseJson(readSmallFile(manifest)?.toString('utf8') ?? '');
  const optional = new Set(namesIn(data, 'optionalDependencies'));
  const names = [...namesIn(data, 'dependencies'), ...namesIn(data, 'devDependencies')];
  return names.filter((name) => !optional.has(name) && /^(@[\w.~-]+\/)?[\w.~-]+$/.test(name) && !name.startsWith('.'));
}

function namesIn(data: unknown, key: string): string[] {
  if (typeof data !== 'object' || data === null) return [];
  const section: unknown = Reflect.get(data, key);
  return typeof section === 'object' && section !== null ? Object.keys(section) : [];
}

/** Those of packages that are installed are not ours. */
function listManifests(worktree: string): string[] {
  return scanLevels(worktree, { maxDepth, enters: (name) => name !== 'node_modules' && !name.startsWith('.') })
    .filter(({ entry }) => entry.isFile() && entry.name === 'package.json')
    .map(({ path }) => path)
    .take(mostManifests)
    .toArray();
}
