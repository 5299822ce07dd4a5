import { lstatSync, realpathSync } from 'node:fs';
import { isInside } from '../model/paths.ts';

/** What a program sees at a path. */
type MountKind = 'scratch' | 'empty' | 'readable' | 'writable';

export interface Mount {
  readonly path: string;
  readonly kind: MountKind;
}

/**
 * Puts mounts in the order in which they are made: the deeper one counts, at one path the later one. Whatever is needed
 * out of a place that is covered (`kept`) is shown, unless somebody has said what is to be seen there.
 */
export function arrangeMounts(covers: readonly Mount[], kept: readonly string[], wanted: readonly Mount[]): Mount[] {
  const said = [...covers, ...wanted];
  const shown = kept
    .filter((path) => covers.includes(nearest(said, path) ?? { path, kind: 'readable' }))
    .map((path): Mount => ({ path, kind: 'readable' }));
  const byPath = new Map([...covers, ...shown, ...wanted].map((mount) => [mount.path, mount]));
  const sorted = [...byPath.values()].sort((a, b) => depth(a.path) - depth(b.path));
  return sorted.filter((mount, at) => !isInVain(mount, nearest(sorted.slice(0, at), mount.path)));
}

/** Nothing has to be emptied in what is empty, and nothing shown again as it is. */
function isInVain({ kind, path }: Mount, around: Mount | null): boolean {
  if (around === null || around.path === path) return false;
  return kind === around.kind || (kind === 'empty' && around.kind === 'scratch');
}

function nearest(mounts: readonly Mount[], path: string): Mount | null {
  const around = mounts.filter((mount) => isInside(mount.path, path));
  return around.reduce<Mount | null>(
    (best, mount) => (best && depth(best.path) > depth(mount.path) ? best : mount),
    null,
  );
}

function depth(path: string): number {
  return path === '/' ? 0 : path.split('/').length;
}

/** A file that is shown under another name, in an empty place. */
export interface ShownFile {
  readonly from: string;
  readonly to: string;
}

/** The arguments that make them. What is not to be written is closed when all that lies in it was made. */
export function renderMounts(mounts: readonly Mount[], files: readonly ShownFile[]): string[] {
  const closed = mounts.filter(({ kind, path }) => kind === 'empty' && isFolder(path));
  return [
    ...mounts.flatMap(renderMount),
    ...files.flatMap(({ from, to }) => ['--ro-bind', from, to]),
    ...closed.flatMap(({ path }) => ['--remount-ro', path]),
  ];
}

/** Of memory, for each place. */
const scratchBytes = String(512 * 1024 ** 2);

function renderMount({ path, kind }: Mount): string[] {
  switch (kind) {
    case 'scratch':
      return ['--perms', '1777', '--size', scratchBytes, '--tmpfs', path];
    case 'empty':
      // A device that may not be opened there.
      return isFolder(path) ? ['--size', '1048576', '--tmpfs', path] : ['--ro-bind', '/dev/null', path];
    case 'readable':
      return ['--ro-bind', path, path];
    case 'writable':
      return ['--bind', path, path];
  }
}

/** Null if nothing is there. */
export function realPathOf(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
