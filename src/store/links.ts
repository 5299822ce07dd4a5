import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { AgentOsError } from '../model/errors.ts';

/**
 * The first link on the way from the repository to a path; null if there is none, as far as the way exists, and no further
 * than to a file. Also one that stays inside could lead a result over something else.
 */
function findLink(repoDir: string, path: string, isLink: (place: string) => boolean | null): string | null {
  const steps = path.split('/').filter((step) => step !== '' && step !== '.');
  for (const at of steps.keys()) {
    const way = steps.slice(0, at + 1).join('/');
    const found = isLink(join(repoDir, way));
    if (found === true) return way;
    if (found === null) return null;
  }
  return null;
}

/** Throws PATH_LINKED if a link stands on the way to a folder or file, or in its place. */
export function refuseLinks(repoDir: string, paths: Iterable<string>): void {
  const known = new Map<string, boolean | null>();
  const isLink = (place: string): boolean | null => {
    const seen = known.get(place);
    if (seen !== undefined) return seen;
    const stat = lstatSync(place, { throwIfNoEntry: false });
    const found = stat?.isSymbolicLink() || (stat?.isDirectory() ? false : null);
    known.set(place, found);
    return found;
  };
  for (const path of paths) {
    const link = findLink(repoDir, path, isLink);
    if (link === null) continue;
    const what = `${link} is a link, and nothing is written through one`;
    throw new AgentOsError('PATH_LINKED', `${what}: remove it, or put what it leads to in its place`);
  }
}
