import { closeSync, constants, openSync } from 'node:fs';
import { basename, dirname } from 'node:path';

/** Where a unix socket can be bound; its folder is held as long as it is open. */
export interface OpenSocket extends Disposable {
  readonly path: string;
}

/** Of a path in an address, with the zero at its end: 108 on Linux, 104 elsewhere. */
const mostBytes = 103;

/** Addresses are short and folders are not: a long one is named by a handle of its folder. */
export function openSocket(path: string): OpenSocket {
  if (Buffer.byteLength(path) <= mostBytes) return { path, [Symbol.dispose]() {} };
  const folder = openSync(dirname(path), constants.O_RDONLY | constants.O_DIRECTORY);
  return { path: `/proc/self/fd/${folder}/${basename(path)}`, [Symbol.dispose]: () => closeSync(folder) };
}
