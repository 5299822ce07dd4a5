import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { errnoOf } from '../model/errors.ts';
import type { ProxyServer } from '../proxies/proxy.ts';
import { TunnelAgent } from '../proxies/tunnel-agent.ts';
import type { HeaderMap } from './headers.ts';

export interface UpstreamOrder {
  readonly method: string;
  readonly baseUrl: string;
  /** Path and query, put behind the base URL as they are. */
  readonly target: string;
  readonly headers: HeaderMap;
  readonly body: Uint8Array;
  readonly signal: AbortSignal;
  /** There is a connection: from now on the other side may have heard it. */
  onSent?(): void;
}

interface Place {
  readonly isSecure: boolean;
  readonly host: string;
  readonly port: string | number;
  readonly path: string;
  /** The path has a version, or there is none: that of a target is left out. */
  readonly isWhole: boolean;
  /** Null: it is asked without one. */
  readonly proxy: ProxyServer | null;
  readonly agent: HttpAgent;
}

/** What the way to the providers needs to know. */
export interface UpstreamSetup {
  /** Epoch milliseconds. */
  now(): number;
  /** The proxy on the way to a base URL; null: there is none. */
  proxyTo(baseUrl: string): ProxyServer | null;
}

/**
 * A connection that the other side had given up before is reset as soon as our bytes get there: a round trip, if need
 * be round the world and through a busy machine. A reset that comes later comes from somebody who may have read the
 * request, worked on it and counted it.
 */
const longestStaleMs = 1000;
/** How a closed connection shows: told by the other side, or found when writing to it. */
const closedCodes = ['ECONNRESET', 'EPIPE'];

const kept = { keepAlive: true, maxFreeSockets: 256 };

/** The way to the providers: kept connections, no redirects. */
export class Upstream implements Disposable {
  readonly #places = new Map<string, Place>();
  readonly #setup: UpstreamSetup;
  readonly #closing = new AbortController();

  constructor(setup: UpstreamSetup) {
    this.#setup = setup;
  }

  /** Resolves with the head of the reply. Rejects if there is none. */
  async send(order: UpstreamOrder): Promise<IncomingMessage> {
    try {
      return await this.#sendOnce(order, true);
    } catch (error) {
      // A kept connection may be closed by the other side at the moment it is used: nobody has heard us.
      if (!(error instanceof StaleConnection) || order.signal.aborted) throw error;
      return await this.#sendOnce(order, false);
    }
  }

  async #sendOnce(order: UpstreamOrder, mayReuse: boolean): Promise<IncomingMessage> {
    const { method, headers, body, signal } = order;
    const place = this.#findPlace(order.baseUrl);
    const { isSecure, host, port, path, isWhole, proxy } = place;
    const target = isWhole ? order.target.replace(/^\/v1(?=\/)/, '') : order.target;
    const fresh = proxy === null ? false : new TunnelAgent(proxy, {}, signal);
    const agent = mayReuse ? place.agent : fresh;
    const options = { method, host, port, path: path + target, signal, agent };
    return await new Promise<IncomingMessage>((resolve, reject) => {
      const request = isSecure ? requestHttps(options) : requestHttp(options);
      // Not among the options: Node shows those when it is told to debug.
      for (const [name, value] of Object.entries(headers)) request.setHeader(name, value);
      const isStale = this.#watchForStale(request);
      whenConnected(request, place, () => order.onSent?.());
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      // A reply that is none, such as 101, ends a request without another word.
      const onClose = () => reject(new Error('The connection was closed without a reply'));
      request.on('close', onClose);
      request.on('response', (reply) => {
        request.off('close', onClose);
        resolve(reply);
      });
      request.on('error', (error) => reject(isStale(error) ? new StaleConnection(error) : error));
      request.end(body.length === 0 ? undefined : body);
    });
  }

  /** Tells whether an error of this request means that its connection was gone before. */
  #watchForStale(request: ClientRequest): (error: Error) => boolean {
    const startedAt = this.#setup.now();
    let readBefore = 0;
    request.once('socket', ({ bytesRead }) => {
      readBefore = bytesRead;
    });
    return (error) => {
      const ms = this.#setup.now() - startedAt;
      const isUnheard = request.socket?.bytesRead === readBefore && ms >= 0 && ms <= longestStaleMs;
      return request.reusedSocket && closedCodes.includes(errnoOf(error) ?? '') && isUnheard;
    };
  }

  #findPlace(baseUrl: string): Place {
    const place = this.#places.get(baseUrl) ?? this.#makePlace(baseUrl);
    this.#places.set(baseUrl, place);
    return place;
  }

  #makePlace(baseUrl: string): Place {
    const { protocol, hostname, port, pathname } = new URL(baseUrl);
    const isSecure = protocol === 'https:';
    const path = pathname.replace(/\/+$/, '');
    const proxy = this.#setup.proxyTo(baseUrl);
    return {
      isSecure,
      host: hostname.replace(/^\[(.*)\]$/, '$1'),
      port: port || (isSecure ? 443 : 80),
      path,
      isWhole: baseUrl.endsWith('/'),
      proxy,
      agent: proxy === null ? openAgent(isSecure) : new TunnelAgent(proxy, kept, this.#closing.signal),
    };
  }

  [Symbol.dispose](): void {
    this.#closing.abort();
    for (const { agent } of this.#places.values()) agent.destroy();
  }
}

function whenConnected(request: ClientRequest, { isSecure, proxy }: Place, call: () => void): void {
  request.once('socket', (socket) => {
    if (request.reusedSocket || proxy !== null) call();
    else socket.once(isSecure ? 'secureConnect' : 'connect', call);
  });
}

function openAgent(isSecure: boolean): HttpAgent {
  return isSecure ? new HttpsAgent(kept) : new HttpAgent(kept);
}

class StaleConnection extends Error {
  readonly code = 'ECONNRESET';

  constructor(cause: Error) {
    super('The connection was closed before it was used', { cause });
  }
}
