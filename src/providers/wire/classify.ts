import type { WireProvider } from '../../model/credential.ts';
import type { Trouble } from '../../model/exchange.ts';
import { isRecord, parseJson } from '../../model/json.ts';
import { type ErrorFacts, findError, readCodes, readMessage } from './error-facts.ts';
import { type Fields, fieldAt, textAt } from './fields.ts';
import { impliedStatus } from './implied-status.ts';
import { judge } from './judge.ts';

/** A reply that is no success. Header names are in lower case. */
export interface WireReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An error is short; what is longer is none that we could read. */
const longestBody = 256 * 1024;

/** What a reply with another status than 2xx means. Never throws, whatever it holds. */
export function classify(provider: WireProvider, reply: WireReply, now: number): Trouble {
  const text = reply.body.slice(0, longestBody);
  const body = parseJson(text);
  const error = findError(body);
  const message = body === null ? text : readMessage(body, error);
  const { status, headers } = reply;
  const facts = { provider, status, headers, isInStream: false, error, codes: readCodes(error), message, now };
  return { ...judge(facts), status };
}

/** What one event of a stream means that began with 200; null if it tells of no error. */
export function classifyStreamEvent(provider: WireProvider, data: unknown, now: number): Trouble | null {
  if (!isErrorEvent(data)) return null;
  const error = findError(data);
  const codes = readCodes(error);
  const message = readMessage(data, error);
  const facts: ErrorFacts = {
    provider,
    status: impliedStatus(error, codes),
    headers: {},
    isInStream: true,
    error,
    codes,
    message,
    now,
  };
  return { ...judge(facts), status: 200 };
}

/** The same for all APIs: an error is named so, or stands in a field of that name. */
export function isErrorEvent(data: unknown): data is Fields {
  if (Array.isArray(data)) return isErrorEvent(data[0]);
  if (!isRecord(data)) return false;
  const type = textAt(data, 'type');
  return type === 'error' || type === 'response.failed' || isTold(fieldAt(data, 'error'));
}

function isTold(error: unknown): boolean {
  return isRecord(error) || (typeof error === 'string' && error !== '');
}

/** No reply came, or not all of it. The words of such errors may hold what was sent: only their code is told. */
export function classifyNetwork(error: unknown): Trouble {
  const code = findCode(error, 0);
  const message = `The connection to the provider failed${code === null ? '' : ` (${code})`}`;
  return { kind: 'transient', retryAt: null, isModelOnly: false, dimension: null, status: null, message };
}

function findCode(error: unknown, depth: number): string | null {
  if (typeof error !== 'object' || error === null || depth > 4) return null;
  const code: unknown = Reflect.get(error, 'code');
  if (typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,40}$/.test(code)) return code;
  const name: unknown = Reflect.get(error, 'name');
  return (
    findCode(Reflect.get(error, 'cause'), depth + 1) ?? (name === 'TimeoutError' || name === 'AbortError' ? name : null)
  );
}
