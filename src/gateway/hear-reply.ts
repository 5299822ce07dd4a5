import type { IncomingMessage } from 'node:http';
import type { Trouble } from '../model/exchange.ts';
import { readAdvice } from '../providers/wire/advice.ts';
import { classify, classifyStreamEvent } from '../providers/wire/classify.ts';
import { headersOf } from '../providers/wire/headers-of.ts';
import type { Call, House } from './call.ts';
import type { ExchangeRecord, Turn } from './exchange-record.ts';
import { type HeaderMap, makeReplyHeaders } from './headers.ts';
import { passOn } from './pass-on.ts';
import type { ReplyReader } from './reply-reader.ts';
import { readStart } from './reply-start.ts';

/** What an exchange is about, and how it can be cut. */
export interface Talk {
  readonly turn: Turn;
  readonly record: ExchangeRecord;
  readonly cut: AbortController;
}

/** What the provider said, as it may be shown to the caller. */
export interface HeldReply {
  readonly status: number;
  readonly headers: HeaderMap;
  readonly body: string;
}

export type TalkEnd =
  /** The caller has got its reply, or a part of it, or has gone: there is nothing more to do. */
  | { readonly kind: 'over' }
  /** The caller has got nothing yet. */
  | { readonly kind: 'trouble'; readonly trouble: Trouble; readonly reply: HeldReply | null };

/** For callers that read what comes behind a reply: they need not ask for the receipt. */
const receiptTrailer = 'x-agentos-receipt';

/** Errors are short: what is longer is cut. */
const longestErrorBytes = 256 * 1024;

/** A reply of which only the head is known. */
interface Reply {
  readonly status: number;
  readonly headers: HeaderMap;
  /** As the caller may see them. */
  readonly shown: HeaderMap;
  readonly reader: ReplyReader;
}

/** What a provider replied: an answer goes on to the caller, of anything else it is said what it means. */
export async function hearReply(
  house: House,
  call: Call,
  own: Talk,
  message: IncomingMessage,
  reader: ReplyReader,
): Promise<TalkEnd> {
  const { turn, record } = own;
  const status = message.statusCode ?? 0;
  const headers = headersOf(message);
  record.status = status;
  record.advice = readAdvice(call.provider, headers, house.clock.now());
  record.isRefused = status < 200 || status > 299;
  const unusable = refuseReply(status, headers);
  if (unusable !== null) return { kind: 'trouble', trouble: note(record, unusable), reply: null };
  const shown = makeReplyHeaders(headers, house.redact, house.secrets.open(turn.lease.credential));
  const reply = { status, headers, shown, reader };
  return record.isRefused ? await hearRefusal(house, call, record, reply) : await hearAnswer(house, call, own, reply);
}

async function hearRefusal(house: House, { provider }: Call, record: ExchangeRecord, reply: Reply): Promise<TalkEnd> {
  const { status, headers, reader } = reply;
  const isReadable = !isPacked(headers);
  const body = isReadable ? await readError(reader) : `HTTP ${status}, with a compressed explanation`;
  const said = classify(provider, { status, headers, body }, house.clock.now());
  // Half a sentence about a request may be about anything: that is worth asking again.
  if (said.kind === 'request' && reader.cutBy !== null) throw reader.cutBy;
  return { kind: 'trouble', trouble: note(record, said), reply: isReadable ? showReply(house, reply, body) : null };
}

/** What begins with an error, though its status says otherwise, is a refusal as well. */
async function hearAnswer(house: House, call: Call, { turn, record, cut }: Talk, reply: Reply): Promise<TalkEnd> {
  const { status, headers, shown, reader } = reply;
  const start = await readStart(reader, headers['content-type'] ?? '');
  const early = classifyStreamEvent(call.provider, start.data, house.clock.now());
  if (early !== null) {
    record.isRefused = true;
    const trouble = note(record, early);
    return { kind: 'trouble', trouble, reply: showReply(house, reply, await readError(reader, start.held)) };
  }
  house.coordinator.noteBegun(turn.lease);
  record.isPassedOn = true;
  const wantsReceipt = call.headers['te'] === 'trailers';
  await passOn(call.response, {
    status,
    headers: wantsReceipt ? { ...shown, trailer: receiptTrailer } : shown,
    held: start.held,
    reader,
    maxBytes: house.limits.maxReplyBytes,
    signal: cut.signal,
    meter: (chunk) => record.meter(chunk),
    beforeEnd() {
      record.close();
      const receipt = call.books.close();
      return wantsReceipt ? { [receiptTrailer]: JSON.stringify(receipt) } : {};
    },
  });
  return { kind: 'over' };
}

function showReply(house: House, { status, shown }: Reply, body: string): HeldReply {
  return { status, headers: shown, body: house.redact(body) };
}

async function readError(reader: ReplyReader, held: readonly Uint8Array[] = []): Promise<string> {
  return Buffer.concat([...held, await reader.readSome(longestErrorBytes)]).toString('utf8');
}

/**
 * A redirect would take the key elsewhere; an answer that is compressed can be measured by nobody. Of a refusal status
 * and headers say enough.
 */
function refuseReply(status: number, headers: HeaderMap): Trouble | null {
  if (status >= 300 && status < 400) {
    return makeTrouble('request', status, `The provider answers with a redirect (${status}), which is not followed`);
  }
  if (status > 299 || !isPacked(headers)) return null;
  return makeTrouble('request', status, 'The provider sends compressed replies, although it is asked not to');
}

function isPacked(headers: HeaderMap): boolean {
  return !['identity', ''].includes(headers['content-encoding'] ?? '');
}

/** What was said stays true, even if whoever asked goes away before it is told. */
export function note(record: ExchangeRecord, trouble: Trouble): Trouble {
  record.trouble = trouble;
  return trouble;
}

export function makeTrouble(kind: Trouble['kind'], status: number | null, message: string): Trouble {
  return { kind, retryAt: null, isModelOnly: false, dimension: null, status, message };
}
