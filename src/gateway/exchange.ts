import type { IncomingMessage } from 'node:http';
import type { Credential } from '../model/credential.ts';
import { AgentOsError } from '../model/errors.ts';
import type { Trouble } from '../model/exchange.ts';
import { readAdvice } from '../providers/wire/advice.ts';
import { classify, classifyStreamEvent } from '../providers/wire/classify.ts';
import { headersOf } from '../providers/wire/headers-of.ts';
import type { Call, House } from './call.ts';
import { ExchangeRecord, type Turn } from './exchange-record.ts';
import { type HeaderMap, makeReplyHeaders, makeUpstreamHeaders } from './headers.ts';
import { explainNetwork } from './network-trouble.ts';
import { passOn } from './pass-on.ts';
import type { NextStep } from './repeats.ts';
import { CutError, ReplyReader } from './reply-reader.ts';
import { readStart } from './reply-start.ts';

/** What the provider said, as it may be shown to the caller. */
export interface HeldReply {
  readonly status: number;
  readonly headers: HeaderMap;
  readonly body: string;
}

type TalkEnd =
  /** The caller has got its reply, or a part of it, or has gone: there is nothing more to do. */
  | { readonly kind: 'over' }
  /** The caller has got nothing yet. */
  | { readonly kind: 'trouble'; readonly trouble: Trouble; readonly reply: HeldReply | null };

export type ExchangeEnd =
  | Extract<TalkEnd, { kind: 'over' }>
  | (Extract<TalkEnd, { kind: 'trouble' }> & { readonly next: NextStep });

/** For callers that read what comes behind a reply: they need not ask for the receipt. */
const receiptTrailer = 'x-agentos-receipt';

/** Errors are short: what is longer is cut. */
const longestErrorBytes = 256 * 1024;

/** One HTTP exchange with a provider, within its limits. Contract: the lease is released when it ends, however it ends. */
export async function holdExchange(house: House, call: Call, turn: Turn): Promise<ExchangeEnd> {
  const record = new ExchangeRecord(house, call, turn);
  const cut = new AbortController();
  const leave = () => cut.abort(new CutError('caller'));
  call.signal.addEventListener('abort', leave, { once: true });
  const { wallMs } = house.limits;
  const callOff = house.clock.after(wallMs, () => cut.abort(new CutError('time', wallMs)));
  try {
    const end = call.signal.aborted ? abandon(record) : await talk(house, call, { turn, record, cut });
    return end.kind === 'over' ? end : foresee(record, turn, end);
  } finally {
    callOff();
    call.signal.removeEventListener('abort', leave);
    record.close();
  }
}

/** What comes next is a part of what is told of this one. */
function foresee(record: ExchangeRecord, turn: Turn, end: Extract<TalkEnd, { kind: 'trouble' }>): ExchangeEnd {
  const next = turn.decide(end.trouble);
  if (record.why !== null && next.kind === 'again') record.why += `, again ${sayWhen(next.waitMs)}`;
  return { ...end, next };
}

function sayWhen(waitMs: number): string {
  return waitMs < 500 ? 'at once' : `in ${Math.round(waitMs / 1000)} s`;
}

async function talk(house: House, call: Call, own: Talk): Promise<TalkEnd> {
  const { turn, record, cut } = own;
  const credential = house.credentials.find(({ name }) => name === turn.lease.credential);
  try {
    if (credential !== undefined) return await converse(house, call, own, credential);
    throw new AgentOsError('CREDENTIAL_UNKNOWN', `There is no credential ${turn.lease.credential}`);
  } catch (error) {
    return explainCut(cut.signal.aborted ? cut.signal.reason : error, record, credential?.baseUrl ?? '');
  }
}

interface Talk {
  readonly turn: Turn;
  readonly record: ExchangeRecord;
  readonly cut: AbortController;
}

async function converse(house: House, call: Call, own: Talk, credential: Credential): Promise<TalkEnd> {
  await begin(house, call, own.turn);
  own.cut.signal.throwIfAborted();
  const message = await send(house, call, own, credential);
  const reader = new ReplyReader(message, house.clock, house.limits.idleMs, own.cut);
  try {
    return await receive(house, call, own, message, reader);
  } finally {
    reader.close();
  }
}

/** What may cost something is written down before it is sent: whoever is killed then has not forgotten it. */
async function begin({ onBegin }: House, { grant, endpoint, estimatedUsd }: Call, { lease }: Turn): Promise<void> {
  if (onBegin === undefined || !endpoint.isBilled) return;
  await onBegin({ taskId: grant.taskId, lease: lease.id, estimatedUsd });
}

async function send(house: House, call: Call, { record, cut }: Talk, credential: Credential): Promise<IncomingMessage> {
  const { provider, method, target, headers, body } = call;
  const key = house.secrets.open(credential.name);
  const { idleMs } = house.limits;
  const callOff = house.clock.after(idleMs, () => cut.abort(new CutError('silence', idleMs)));
  try {
    return await house.upstream.send({
      method,
      baseUrl: credential.baseUrl,
      target,
      headers: makeUpstreamHeaders(headers, provider, key, body),
      body,
      signal: cut.signal,
      onSent: () => record.noteSent(),
    });
  } finally {
    callOff();
  }
}

async function receive(
  house: House,
  call: Call,
  { turn, record, cut }: Talk,
  message: IncomingMessage,
  reader: ReplyReader,
): Promise<TalkEnd> {
  const { provider, response } = call;
  const status = message.statusCode ?? 0;
  const headers = headersOf(message);
  record.status = status;
  record.advice = readAdvice(provider, headers, house.clock.now());
  record.isRefused = status < 200 || status > 299;
  const unusable = refuseReply(status, headers);
  if (unusable !== null) return { kind: 'trouble', trouble: note(record, unusable), reply: null };
  const shown = makeReplyHeaders(headers, house.redact, house.secrets.open(turn.lease.credential));
  const showReply = (body: string): HeldReply => ({ status, headers: shown, body: house.redact(body) });
  if (record.isRefused) {
    const isReadable = !isPacked(headers);
    const body = isReadable ? await readError(reader) : `HTTP ${status}, with a compressed explanation`;
    const said = classify(provider, { status, headers, body }, house.clock.now());
    // Half a sentence about a request may be about anything: that is worth asking again.
    if (said.kind === 'request' && reader.cutBy !== null) throw reader.cutBy;
    return { kind: 'trouble', trouble: note(record, said), reply: isReadable ? showReply(body) : null };
  }
  const start = await readStart(reader, headers['content-type'] ?? '');
  const early = classifyStreamEvent(provider, start.data, house.clock.now());
  if (early !== null) {
    record.isRefused = true;
    return { kind: 'trouble', trouble: note(record, early), reply: showReply(await readError(reader, start.held)) };
  }
  record.isPassedOn = true;
  const wantsReceipt = call.headers['te'] === 'trailers';
  await passOn(response, {
    status,
    headers: wantsReceipt ? { ...shown, trailer: receiptTrailer } : shown,
    held: start.held,
    reader,
    redactor: house.openReplyRedactor(),
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

async function readError(reader: ReplyReader, held: readonly Uint8Array[] = []): Promise<string> {
  return Buffer.concat([...held, await reader.readSome(longestErrorBytes)]).toString('utf8');
}

/**
 * A redirect would take the key elsewhere; an answer that is compressed can neither be redacted nor measured. Of a
 * refusal status and headers say enough.
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
function note(record: ExchangeRecord, trouble: Trouble): Trouble {
  record.trouble = trouble;
  return trouble;
}

function explainCut(error: unknown, record: ExchangeRecord, baseUrl: string): TalkEnd {
  if (error instanceof CutError && error.reason === 'caller') return abandon(record);
  const trouble = note(record, explainError(error, record, baseUrl));
  record.why = trouble.message;
  return record.isPassedOn ? { kind: 'over' } : { kind: 'trouble', trouble, reply: null };
}

/** Nobody wants it any more. A reply that had begun is an answer; without one, nothing was learned of the credential. */
function abandon(record: ExchangeRecord): TalkEnd {
  const { status } = record;
  const hasBegun = status !== null && status >= 200 && status <= 299;
  if (hasBegun || record.trouble !== null) return { kind: 'over' };
  const { message } = new CutError('caller');
  record.trouble = makeTrouble('abandoned', status, message);
  record.why = message;
  return { kind: 'over' };
}

/** What we can explain ourselves would be the same the next time. */
function explainError(error: unknown, { status, isSent }: ExchangeRecord, baseUrl: string): Trouble {
  if (error instanceof AgentOsError) return makeTrouble('request', status, error.message);
  if (!(error instanceof CutError)) return explainNetwork(error, { baseUrl, isSent });
  return makeTrouble(error.reason === 'size' ? 'request' : 'transient', status, error.message);
}

function makeTrouble(kind: Trouble['kind'], status: number | null, message: string): Trouble {
  return { kind, retryAt: null, isModelOnly: false, dimension: null, status, message };
}
