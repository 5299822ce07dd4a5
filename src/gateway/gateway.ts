import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { listenOnLoopback } from './listen.ts';
import { serveRequest } from './serve-request.ts';
import { defaultLimits, type GatewaySetup, type TaskGrant } from './setup.ts';
import { TaskTokens } from './task-tokens.ts';
import { Upstream } from './upstream.ts';

/** The one way to the models, for workers and agents alike. */
export interface Gateway extends AsyncDisposable {
  /** Such as `http://127.0.0.1:41234`. */
  readonly origin: string;
  /** A token is good for its task, role and models, until it is revoked. */
  issueToken(grant: TaskGrant): string;
  /** What its holder has under way ends at once. */
  revoke(token: string): void;
}

/** A caller on this machine has no reason to be slower. */
const timeouts = { headersTimeout: 15_000, requestTimeout: 120_000, keepAliveTimeout: 65_000 };

/**
 * Listens on loopback alone; throws GATEWAY_UNAVAILABLE where it cannot. Disposing it ends every exchange, and leaves
 * nothing behind.
 */
export async function openGateway(setup: GatewaySetup): Promise<Gateway> {
  const upstream = new Upstream({ now: () => setup.clock.now(), proxyTo: setup.proxyTo });
  const house = { ...setup, limits: { ...defaultLimits, ...setup.limits }, upstream };
  const tokens = new TaskTokens(house.limits.maxWaitingBytes);
  const closing = new AbortController();
  const served = new Set<Promise<void>>();
  const server = createServer(timeouts, (request, response) => {
    const one = serveRequest(house, { tokens, port, closing: closing.signal }, request, response);
    served.add(one);
    one.finally(() => served.delete(one));
  });
  server.maxConnections = house.limits.maxConnections;
  server.on('upgrade', (_request, socket: Socket) => refuseUpgrade(socket));
  const port = await listenOnLoopback(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    issueToken: (grant) => tokens.issue(grant),
    revoke: (token) => tokens.revoke(token),
    async [Symbol.asyncDispose]() {
      closing.abort();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      upstream[Symbol.dispose]();
      await Promise.all([closed, ...served]);
    },
  };
}

/** Some clients try a WebSocket first, and turn to HTTP as soon as they are told. */
function refuseUpgrade(socket: Socket): void {
  socket.on('error', () => socket.destroy());
  const lines = [
    'HTTP/1.1 426 Upgrade Required',
    'upgrade: HTTP/1.1',
    'connection: close',
    'content-length: 0',
    '',
    '',
  ];
  socket.end(lines.join('\r\n'), () => socket.destroy());
}
