import { isAbsolute, join } from 'node:path';
import { type Mount, realPathOf } from './mounts.ts';

/** Private to the machine or its users. `root` could read all of it. */
const emptied = [
  ...['/run', '/home', '/root', '/etc/shadow', '/etc/gshadow', '/etc/sudoers', '/etc/sudoers.d', '/etc/ssh'],
  ...['/etc/ssl/private', '/etc/kubernetes', '/var/lib/docker', '/var/lib/containerd', '/var/lib/kubelet'],
  // Whoever may talk to these sockets is as good as root.
  ...['/var/lib/lxd', '/var/lib/incus', '/var/snap/lxd'],
];
const scratch = ['/tmp', '/var/tmp'];
/** In folders of a home that hold programs as well. */
const secretsBesidePrograms = [
  ...['.cargo/credentials', '.cargo/credentials.toml', '.composer/auth.json', '.docker/config.json', '.fly/config.yml'],
  ...['.gem/credentials', '.pulumi/credentials.json', '.railway/config.json', '.supabase/access-token'],
  ...['.wasmer/wasmer.toml', '.local/share/opencode/auth.json', '.local/share/uv/credentials'],
];

/** The places that every confined program sees empty, apart from what it needs of them. */
export function listCovers(home: string): Mount[] {
  const own = home === '/' || !isAbsolute(home) ? [] : [home, ...secretsBesidePrograms.map((name) => join(home, name))];
  return [
    ...scratch.map((path): Mount => ({ path, kind: 'scratch' })),
    ...[...emptied, ...own].map((path): Mount => ({ path, kind: 'empty' })),
  ].flatMap(({ path, kind }) => {
    const real = realPathOf(path);
    return real === null ? [] : [{ path: real, kind }];
  });
}
