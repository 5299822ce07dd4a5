import { fileURLToPath } from 'node:url';
import type { ShownFile } from './mounts.ts';
import type { ConfinedOrder } from './sandbox.ts';

/** Beside the bundle, or in the source tree. */
const isSource = import.meta.url.endsWith('.ts');
const script = fileURLToPath(new URL(isSource ? './forwarder.ts' : './forwarder.cjs', import.meta.url));
/** Under short names in an empty folder: a socket's address has room for 107 bytes, and no package is looked for. */
const shownScript = isSource ? '/run/agentos/forwarder.mts' : '/run/agentos/forwarder.cjs';
const shownSocket = '/run/agentos/relay';
/** These would change the forwarder, which runs on Node as well. */
const concerning = ['NODE_OPTIONS', 'NODE_V8_COVERAGE', 'NODE_EXTRA_CA_CERTS', 'NODE_PATH', 'NODE_DEBUG'];

export interface Forwarding {
  readonly files: readonly ShownFile[];
  /** What is put before the program. */
  readonly line: readonly string[];
  /** What the program sees is not what this process is to see. */
  readonly unset: readonly string[];
}

/** Whoever has no relay needs none. */
export function makeForwarding(order: ConfinedOrder): Forwarding {
  const { network, relaySocket, relayPort, environment } = order;
  if (network !== 'gateway' || relaySocket === null || relayPort === null) return { files: [], line: [], unset: [] };
  const unset = concerning.filter((name) => name in environment);
  const variables = unset.map((name) => `${name}=${environment[name]}`);
  return {
    files: [
      { from: script, to: shownScript },
      { from: relaySocket, to: shownSocket },
    ],
    line: [
      ...[process.execPath, ...lean, shownScript, shownSocket, String(relayPort)],
      ...(variables.length === 0 ? [] : ['/usr/bin/env', ...variables, ...exactly]),
    ],
    unset,
  };
}

/** It copies bytes: that takes little memory and no threads of its compiler. */
const lean = ['--max-old-space-size=64', '--v8-pool-size=0'];
/** Otherwise a program whose path has an equals sign would be taken for a variable. */
const exactly = ['/bin/sh', '-c', 'exec "$0" "$@"'];
