import type { Server } from 'node:net';
import { AgentOsError } from '../model/errors.ts';

const host = '127.0.0.1';

/** Resolves with the port, a free one unless it is named. Throws GATEWAY_UNAVAILABLE. */
export async function listenOnLoopback(server: Server, port = 0): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    // It stays: a connection that cannot be taken later is the trouble of its caller alone.
    server.on('error', (cause) => {
      reject(
        new AgentOsError('GATEWAY_UNAVAILABLE', `The gateway cannot listen on ${host}: ${cause.message}`, { cause }),
      );
    });
    server.listen({ host, port, exclusive: true }, resolve);
  });
  const address = server.address();
  if (typeof address === 'object' && address !== null) return address.port;
  throw new AgentOsError('GATEWAY_UNAVAILABLE', `The gateway listens on ${host}, and has no port`);
}
