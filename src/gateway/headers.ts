import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { WireProvider } from '../model/credential.ts';

export type HeaderMap = Record<string, string>;

/** Of one connection, not of the message. */
const ofConnection = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'content-length',
  'content-encoding',
];

/** Of the caller's, who has no key, no account and no say in whose quota is used; or of a way that ends here. */
const ofCaller = new Set([
  ...ofConnection,
  'host',
  'expect',
  'authorization',
  'x-api-key',
  'x-goog-api-key',
  'api-key',
  'cookie',
  'accept-encoding',
  'openai-organization',
  'openai-project',
  'x-goog-user-project',
  'forwarded',
  'via',
  'origin',
  'referer',
]);
const ofCallerByPrefix = /^(x-agentos-|x-forwarded-|sec-fetch-)/;

const ofProvider = new Set([
  ...ofConnection,
  'set-cookie',
  'set-cookie2',
  'www-authenticate',
  'alt-svc',
  'location',
  'strict-transport-security',
]);

/** Nothing shorter is ever taken for a secret. */
const shortestSecret = 6;

/** What goes to the provider: the caller's headers without what is the caller's own, and the real key. */
export function makeUpstreamHeaders(
  headers: IncomingHttpHeaders,
  provider: WireProvider,
  key: string,
  body: Uint8Array,
): HeaderMap {
  const named = new Set((headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()));
  const kept = Object.entries(headers).filter(
    ([name]) => !ofCaller.has(name) && !ofCallerByPrefix.test(name) && !named.has(name),
  );
  return {
    ...Object.fromEntries(kept.map(([name, value]) => [name, joinValues(value)])),
    'accept-encoding': 'identity',
    ...(body.length === 0 ? {} : { 'content-length': String(body.length) }),
    ...keyHeader(provider, key),
  };
}

function keyHeader(provider: WireProvider, key: string): HeaderMap {
  if (key === '') return {};
  if (provider === 'anthropic') return { 'x-api-key': key };
  return provider === 'google' ? { 'x-goog-api-key': key } : { authorization: `Bearer ${key}` };
}

/** All headers of a reply, for whoever reads them. */
export function headersOf({ headers }: IncomingMessage): HeaderMap {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, joinValues(value)]));
}

/** What goes on to the caller, redacted. The length is not known beforehand: redaction may change it. */
export function makeReplyHeaders(headers: HeaderMap, redact: (text: string) => string): HeaderMap {
  const kept = Object.entries(headers).filter(([name]) => !ofProvider.has(name) && !name.startsWith('x-agentos-'));
  const all = kept
    .map(([, value]) => value)
    .filter(({ length }) => length >= shortestSecret)
    .join('\n');
  if (redact(all) === all) return Object.fromEntries(kept);
  return Object.fromEntries(kept.map(([name, value]) => [name, redact(value).replace(/[^\x20-\x7e]/g, '?')]));
}

function joinValues(value: string | string[] | undefined): string {
  return Array.isArray(value) ? value.join(', ') : (value ?? '');
}
