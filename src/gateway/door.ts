import type { IncomingMessage } from 'node:http';
import { isWireProvider, type WireProvider } from '../model/credential.ts';
import { type Endpoint, findEndpoint } from '../providers/wire/endpoints.ts';
import { makeRefusal, type OwnReply } from './own-reply.ts';

/** Where a request wants to go. */
export type Destination =
  | { readonly kind: 'receipt'; readonly callId: string }
  | {
      readonly kind: 'model';
      readonly provider: WireProvider;
      readonly endpoint: Endpoint;
      /** What comes after the provider, to be put behind a base URL. */
      readonly target: string;
    };

/** A call's id, as the caller made it up. */
export const callIdPattern = /^[\w-]{1,64}$/;

/** Only a browser that was led here says such things: no token helps. Null: welcome. */
export function refuseStranger({ headers, headersDistinct }: IncomingMessage, port: number): OwnReply | null {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if ((headersDistinct['host']?.length ?? 0) > 1) return makeRefusal('request', 'A request has one host', 400);
  if (!hosts.includes(headers.host ?? ''))
    return makeRefusal('request', 'This is not the host that was asked for', 421);
  if (headers.origin !== undefined) return makeRefusal('request', 'No page of a browser may ask here', 403);
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'none') return makeRefusal('request', 'No page of a browser may ask here', 403);
  return null;
}

/** Whose error shape the caller understands; null if that is not known. */
export function providerOf(url: string): WireProvider | null {
  const [, first = ''] = url.split(/[/?]/, 2);
  return isWireProvider(first) ? first : null;
}

export function findDestination(method: string, url: string): Destination | OwnReply {
  const [path = '', ...queries] = url.split('?');
  const [, receiptId] = /^\/receipts\/([^/]+)$/.exec(path) ?? [];
  if (receiptId !== undefined) {
    return method === 'GET' ? { kind: 'receipt', callId: receiptId } : refuseMethod(['GET']);
  }
  const provider = providerOf(path);
  if (provider === null) return makeRefusal('request', 'There is nothing at this path', 404);
  const rest = path.slice(provider.length + 1);
  const endpoint = findEndpoint(provider, method === 'HEAD' ? 'GET' : method, rest);
  if (endpoint !== null)
    return { kind: 'model', provider, endpoint, target: rest + renderQuery(endpoint, queries.join('?')) };
  const others = ['GET', 'POST'].filter((other) => findEndpoint(provider, other, rest) !== null);
  return others.length > 0 ? refuseMethod(others) : makeRefusal('request', 'There is nothing at this path', 404);
}

function refuseMethod(allowed: readonly string[]): OwnReply {
  const refusal = makeRefusal('request', `Only ${allowed.join(' and ')} are served here`, 405);
  return { ...refusal, headers: { ...refusal.headers, allow: allowed.join(', ') } };
}

/** All that the clients of the providers ask for in a query. Keys travel in headers alone. */
const knownQueries: Readonly<Record<string, RegExp>> = {
  beta: /^true$/,
  limit: /^\d{1,4}$/,
  after_id: /^[\w.-]{1,100}$/,
  before_id: /^[\w.-]{1,100}$/,
  pageSize: /^\d{1,4}$/,
  pageToken: /^[\w.=-]{1,500}$/,
  'api-version': /^[\w.-]{1,30}$/,
};
/** As events, where events are read: otherwise the reply would be in another form than the one that is measured. */
const streamQueries: typeof knownQueries = { ...knownQueries, alt: /^sse$/ };

/** What is not known, or spelt in another way, or said again, is left out: it could change what the reply holds. */
function renderQuery({ isStream }: Endpoint, query: string): string {
  const known = isStream === true ? streamQueries : knownQueries;
  const kept = new Map<string, string>();
  for (const part of query.split('&')) {
    const [name = '', value = ''] = part.split('=', 2);
    const isKnown = Object.hasOwn(known, name) && known[name]?.test(value) && part === `${name}=${value}`;
    if (isKnown && !kept.has(name)) kept.set(name, part);
  }
  return kept.size === 0 ? '' : `?${[...kept.values()].join('&')}`;
}
