import { lstatSync } from 'node:fs';
import { isAbsolute, normalize } from 'node:path';
import { listCovers } from './covers.ts';
import { arrangeMounts, type Mount, realPathOf, renderMounts, type ShownFile } from './mounts.ts';
import { listNeededPaths } from './needed-paths.ts';
import type { ConfinedOrder } from './sandbox.ts';

/** What is said about files and network; the rest of an order is the program's own. */
export type Confinement = Pick<
  ConfinedOrder,
  'program' | 'folder' | 'environment' | 'writable' | 'protected' | 'hidden' | 'network'
>;

export interface ProfileSettings {
  readonly home: string;
  /** Our own programs that are started inside. */
  readonly programs: readonly string[];
  /** Files of ours that are shown inside under another name. */
  readonly files: readonly ShownFile[];
}

export type Profile = { readonly args: readonly string[] } | { readonly errno: 'ENOENT' | 'ELOOP' | 'EINVAL' };

/**
 * The arguments that confine a program: of everything its own view, of the network what was ordered, the machine's files
 * to be read, private places empty. Capabilities go, because those of root would stay.
 */
export function makeProfile(order: Confinement, { home, programs, files }: ProfileSettings): Profile {
  const trouble = findTrouble(order);
  if (trouble !== null) return { errno: trouble };
  const covers = listCovers(home);
  const needed = listNeededPaths(
    {
      programs: [order.program, ...programs],
      pathVariable: order.environment['PATH'] ?? '',
      home,
      untrusted: order.writable,
    },
    covers.map(({ path }) => path),
  );
  // Names are often resolved by a file below /run.
  const kept = [...needed, ...(order.network === 'host' ? realOrNothing('/etc/resolv.conf') : [])];
  const args = [
    ...['--unshare-all', ...(order.network === 'host' ? ['--share-net'] : [])],
    ...['--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
    ...['--ro-bind', '/', '/', '--proc', '/proc', '--dev', '/dev', '--perms', '1777', '--size', sharedMemoryBytes],
    ...['--tmpfs', '/dev/shm', '--remount-ro', '/dev'],
    ...renderMounts(arrangeMounts(covers, kept, listWanted(order)), files),
    ...['--chdir', order.folder],
  ];
  return { args };
}

const sharedMemoryBytes = String(512 * 1024 ** 2);

function listWanted(order: Confinement): Mount[] {
  return [
    ...order.writable.map((path): Mount => ({ path, kind: 'writable' })),
    ...order.protected.filter(isThere).map((path): Mount => ({ path, kind: 'readable' })),
    ...order.hidden.flatMap(realOrNothing).map((path): Mount => ({ path, kind: 'empty' })),
  ];
}

function findTrouble({ writable, protected: readable, hidden, folder }: Confinement) {
  if ([...writable, ...readable, ...hidden, folder].some((path) => !isAbsolute(path) || path.includes('\0')))
    return 'EINVAL';
  if (!writable.every(isThere)) return 'ENOENT';
  return [...writable, ...readable.filter(isThere)].every(isReal) ? null : 'ELOOP';
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function isReal(path: string): boolean {
  return realPathOf(path) === normalize(path).replace(/(?<=.)\/$/, '');
}

function realOrNothing(path: string): string[] {
  const real = realPathOf(path);
  return real === null ? [] : [real];
}
