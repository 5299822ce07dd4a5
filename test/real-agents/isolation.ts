import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectDir } from '../workspace.ts';
import { agentsDir } from './install.ts';

/** Where programs like to leave something: fresh and empty for the tests, if nothing of ours lies below. */
export const privateDirs = ['/tmp', '/var/tmp', '/dev/shm', '/root', '/home'].filter(
  (dir) => existsSync(dir) && !`${projectDir}/`.startsWith(`${dir}/`),
);

/** A network of which only the loopback is there, names that only we are asked for, and empty places to write to. */
const script = `
  ip link set lo up
  mount --make-rprivate /
  for dir in ${privateDirs.join(' ')}; do mount -t tmpfs tmpfs "$dir"; done
  mount --bind "$0" /etc/resolv.conf
  exec "$@"`;

/** What stands before a command line that is to run isolated; null if this machine does not let us. */
export function findIsolation(): readonly string[] | null {
  const resolver = join(agentsDir, 'resolv.conf');
  writeFileSync(resolver, 'nameserver 127.0.0.1\noptions timeout:1 attempts:1\n');
  const kinds = [
    ['unshare', '--net', '--mount'],
    ['unshare', '--map-root-user', '--net', '--mount'],
  ];
  const wrappers = kinds.map((kind) => [...kind, '--', 'sh', '-eu', '-c', script, resolver]);
  return wrappers.find(([program = '', ...args]) => spawnSync(program, [...args, 'true']).status === 0) ?? null;
}
