import type { IncomingHttpHeaders } from 'node:http';
import type { WireProvider } from '../model/credential.ts';
import { joinHeader } from '../providers/wire/headers-of.ts';

export type HeaderMap = Record<string, string>;

/**
 * What the providers' own clients and agents say of a request. It is a list of what goes on and not of what stays: a
 * header can name another account, method, path or address, and nobody knows all that do. What is missing here costs a
 * client a statistic; what is missing in the other list would cost a key.
 */
const ofRequest = new Set([
  'accept-language',
  'user-agent',
  'anthropic-version',
  'anthropic-beta',
  'anthropic-dangerous-direct-browser-access',
  'x-app',
  'openai-beta',
  'originator',
  'version',
  'session_id',
  'session-id',
  'conversation_id',
  'thread-id',
  'x-client-request-id',
  'x-session-affinity',
  'x-goog-api-client',
  'x-server-timeout',
  'traceparent',
  'tracestate',
]);
const ofRequestByPrefix = /^x-(stainless|codex|claude|opencode|gemini)-[a-z0-9-]+$/;
/** Of another type the reply could not be read. */
const readableTypes = /^(\*\/\*|application\/json|text\/event-stream)(\s*[,;].*)?$/i;

/** Of one connection, not of the message; of the provider's own affairs; or of a length that redaction may change. */
const ofProvider = new Set([
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
  'set-cookie',
  'set-cookie2',
  'www-authenticate',
  'alt-svc',
  'location',
  'strict-transport-security',
]);

/** Nothing shorter is ever taken for a secret. */
const shortestSecret = 6;

/** What goes to the provider: what the caller may say of a request, and the real key. */
export function makeUpstreamHeaders(
  headers: IncomingHttpHeaders,
  provider: WireProvider,
  key: string,
  body: Uint8Array,
): HeaderMap {
  const named = new Set((headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()));
  const kept = Object.entries(headers).filter(
    ([name]) => (ofRequest.has(name) || ofRequestByPrefix.test(name)) && !named.has(name),
  );
  return {
    ...Object.fromEntries(kept.map(([name, value]) => [name, joinHeader(value)])),
    accept: readableTypes.test(headers.accept ?? '') ? (headers.accept ?? '') : '*/*',
    'accept-encoding': 'identity',
    // Not the caller's: another charset would give the same bytes another meaning.
    ...(body.length === 0 ? {} : { 'content-type': 'application/json', 'content-length': String(body.length) }),
    ...keyHeader(provider, key),
  };
}

function keyHeader(provider: WireProvider, key: string): HeaderMap {
  if (key === '') return {};
  if (provider === 'anthropic') return { 'x-api-key': key };
  return provider === 'google' ? { 'x-goog-api-key': key } : { authorization: `Bearer ${key}` };
}

/** What goes on to the caller, redacted. The length is not known beforehand: redaction may change it. */
export function makeReplyHeaders(headers: HeaderMap, redact: (text: string) => string, key: string): HeaderMap {
  const kept = Object.entries(headers).filter(
    ([name]) => !ofProvider.has(name) && !name.startsWith('x-agentos-') && !holdsKey(name, redact, key),
  );
  const all = kept
    .map(([, value]) => value)
    .filter(({ length }) => length >= shortestSecret)
    .join('\n');
  if (redact(all) === all) return Object.fromEntries(kept);
  return Object.fromEntries(kept.map(([name, value]) => [name, redact(value).replace(/[^\x20-\x7e]/g, '?')]));
}

/** Names come in small letters, and so would a key in one. */
function holdsKey(name: string, redact: (text: string) => string, key: string): boolean {
  return (key !== '' && name.includes(key.toLowerCase())) || redact(name) !== name;
}
