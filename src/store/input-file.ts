import { lstatSync, realpathSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { AgentOsError, errnoOf } from '../model/errors.ts';
import { isInside } from '../model/paths.ts';

/**
 * Where an input really is. A link is followed inside the repository, or inside the folder that the user named, and
 * never to a hidden file: an issue must not be a way to read what was not meant to be one.
 */
export function resolveInput(path: string, roots: readonly string[]): string {
  return isLink(path) ? resolveLink(path, roots) : path;
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  } catch (error) {
    throw new AgentOsError('FILE_UNREADABLE', `cannot be read (${errnoOf(error)})`, { cause: error });
  }
}

function resolveLink(path: string, roots: readonly string[]): string {
  const target = followLink(path);
  const root = roots.map((folder) => realpathSync(folder)).find((folder) => isInside(folder, target));
  if (root === undefined) throw new AgentOsError('LINK_OUTSIDE', 'the link leads out of the repository');
  if (
    relative(root, target)
      .split(sep)
      .some((step) => step.startsWith('.'))
  ) {
    throw new AgentOsError('LINK_OUTSIDE', 'the link leads to a hidden file');
  }
  return target;
}

function followLink(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    const why = errnoOf(error) === 'ELOOP' ? 'the link leads in a circle' : 'the link leads nowhere';
    throw new AgentOsError('LINK_BROKEN', why, { cause: error });
  }
}
