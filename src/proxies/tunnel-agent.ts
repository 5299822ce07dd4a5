import { addAbortListener } from 'node:events';
import { type ClientRequest, request as requestHttp } from 'node:http';
import { Agent, type AgentOptions, type RequestOptions, request as requestHttps } from 'node:https';
import type { Duplex } from 'node:stream';
import { connect, type TLSSocket } from 'node:tls';
import type { ProxyServer } from './proxy.ts';
import { explainRefusal, explainSilence } from './proxy-trouble.ts';

/** A proxy may have to ask others first. */
const longestOpeningMs = 20_000;

type Opened = (error: Error | null, socket?: Duplex) => void;

/**
 * Connections through tunnels of a proxy, which learns nothing but whom we ask for. A request has its socket when the other
 * side is reached, and Node ends none before: whoever asks has to listen to its signal itself.
 */
export class TunnelAgent extends Agent {
  readonly #proxy: ProxyServer;
  readonly #signal: AbortSignal;

  /** The signal ends what is being opened. */
  constructor(proxy: ProxyServer, options: AgentOptions, signal: AbortSignal) {
    super(options);
    this.#proxy = proxy;
    this.#signal = signal;
  }

  override createConnection(options: RequestOptions, callback: Opened): undefined {
    openTunnel(this.#proxy, options, this.#signal).then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error),
    );
  }
}

/** Rejects with ProxyTrouble if there is no tunnel, and otherwise with what is wrong at its other end. */
async function openTunnel(proxy: ProxyServer, options: RequestOptions, ending: AbortSignal): Promise<TLSSocket> {
  const signal = AbortSignal.any([ending, AbortSignal.timeout(longestOpeningMs)]);
  const { host, port } = options;
  const authority = `${host?.includes(':') ? `[${host}]` : host}:${port}`;
  const request = askForTunnel(proxy, authority, signal);
  return await new Promise((resolve, reject) => {
    request.on('error', (error) => reject(explainSilence(proxy, error)));
    request.once('connect', ({ statusCode = 0 }, socket) => {
      if (statusCode >= 200 && statusCode <= 299) return void secure(socket, options, signal).then(resolve, reject);
      socket.destroy();
      reject(explainRefusal(proxy, statusCode, authority));
    });
  });
}

function askForTunnel({ isSecure, host, port, authorization }: ProxyServer, authority: string, signal: AbortSignal) {
  const options = { method: 'CONNECT', host, port, path: authority, agent: false, signal };
  const request: ClientRequest = isSecure ? requestHttps(options) : requestHttp(options);
  // Not among the options: Node shows those when it is told to debug.
  request.setHeader('host', authority);
  if (authorization !== null) request.setHeader('proxy-authorization', authorization.open());
  return request.end();
}

async function secure(socket: Duplex, options: RequestOptions, signal: AbortSignal): Promise<TLSSocket> {
  const { host, servername = '' } = options;
  const secured = connect({ socket, host: host ?? '', servername });
  using _late = addAbortListener(signal, () => secured.destroy(signal.reason));
  await new Promise<void>((resolve, reject) => {
    secured.on('error', reject);
    secured.once('secureConnect', () => resolve());
  });
  return secured;
}
