import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Certificate } from './certificate.ts';

export interface ConnectProxy extends AsyncDisposable {
  readonly port: number;
  /** Whom tunnels were asked for. */
  readonly asked: readonly { readonly authority: string; readonly authorization: string | null }[];
  /** Connections that are there now. */
  readonly open: number;
  /** Cuts every connection. */
  cut(): void;
}

interface ProxySetup {
  /** Where every tunnel leads to, whomever it was asked for. */
  readonly port: number;
  /** It is spoken to by TLS. */
  readonly certificate?: Certificate;
  /** A status in the place of a tunnel, or null: silence. */
  refuse?(at: number): number | null | undefined;
}

/** A proxy as companies have them: `CONNECT host:port`, then bytes. */
export async function openConnectProxy({ port, certificate, refuse }: ProxySetup): Promise<ConnectProxy> {
  const asked: { authority: string; authorization: string | null }[] = [];
  const sockets = new Set<Duplex>();
  const server = certificate === undefined ? createHttpServer() : createHttpsServer(certificate);
  server.on('connection', (socket: Duplex) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('connect', ({ url, headers }: IncomingMessage, near: Duplex) => {
    near.on('error', () => near.destroy());
    asked.push({ authority: url ?? '', authorization: headers['proxy-authorization'] ?? null });
    const status = refuse?.(asked.length - 1);
    if (status === null) return void near.resume().on('end', () => near.end());
    if (status !== undefined) return void near.end(`HTTP/1.1 ${status} No\r\nx-said: no\r\n\r\nno way`);
    const far = connect(port, '127.0.0.1', () =>
      near.write('HTTP/1.1 200 Connection established\r\nvia: test\r\n\r\n'),
    );
    far.on('error', () => near.destroy());
    far.pipe(near).on('close', () => far.destroy());
    near.pipe(far).on('close', () => near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    get open() {
      return sockets.size;
    },
    cut,
    async [Symbol.asyncDispose]() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
