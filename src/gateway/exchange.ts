import type { IncomingMessage } from 'node:http';
import { AgentOsError } from '../model/errors.ts';
import type { Trouble } from '../model/exchange.ts';
import { readAdvice } from '../providers/wire/advice.ts';
import { classify, classifyNetwork, classifyStreamEvent } from '../providers/wire/classify.ts';
import type { Call, House } from './call.ts';
import { ExchangeRecord, type Turn } from './exchange-record.ts';
import { type HeaderMap, headersOf, makeReplyHeaders, makeUpstreamHeaders } from './headers.ts';
import { passOn } from './pass-on.ts';
import { CutError, ReplyReader } from './reply-reader.ts';
import { readStart } from './reply-start.ts';

/** What the provider said, as it may be shown to the caller. */
export interface HeldReply {
  readonly status: number;
  readonly headers: HeaderMap;
  readonly body: string;
}

export type ExchangeEnd =
  /** The caller has got its reply, or a part of it, or has gone: there is nothing more to do. */
  | { readonly kind: 'over' }
  /** The caller has got nothing yet. */
  | { readonly kind: 'trouble'; readonly trouble: Trouble; readonly reply: HeldReply | null };

/** Errors are short: what is longer is cut. */
const longestErrorBytes = 256 * 1024;

/** One HTTP exchange with a provider, within its limits. Contract: the lease is released when it ends, however it ends. */
export async function holdExchange(house: House, call: Call, turn: Turn): Promise<ExchangeEnd> {
  const record = new ExchangeRecord(house, call, turn);
  const cut = new AbortController();
  const leave = () => cut.abort(new CutError('caller'));
  call.signal.addEventListener('abort', leave, { once: true });
  const callOff = house.clock.after(house.limits.wallMs, () => cut.abort(new CutError('time')));
  try {
    return call.signal.aborted ? abandon(record) : await converse(house, call, { turn, record, cut });
  } catch (error) {
    return explainCut(cut.signal.aborted ? cut.signal.reason : error, record);
  } finally {
    callOff();
    call.signal.removeEventListener('abort', leave);
    record.close();
  }
}

interface Talk {
  readonly turn: Turn;
  readonly record: ExchangeRecord;
  readonly cut: AbortController;
}

async function converse(house: House, call: Call, talk: Talk): Promise<ExchangeEnd> {
  await begin(house, call, talk.turn);
  talk.cut.signal.throwIfAborted();
  const message = await send(house, call, talk);
  const reader = new ReplyReader(message, house.clock, house.limits.idleMs, talk.cut);
  try {
    return await receive(house, call, talk, message, reader);
  } finally {
    reader.close();
  }
}

/** What may cost something is written down before it is sent: whoever is killed then has not forgotten it. */
async function begin({ onBegin }: House, { grant, endpoint, estimatedUsd }: Call, { lease }: Turn): Promise<void> {
  if (onBegin === undefined || !endpoint.isBilled) return;
  await onBegin({ taskId: grant.taskId, lease: lease.id, estimatedUsd });
}

async function send(house: House, call: Call, { turn, record, cut }: Talk): Promise<IncomingMessage> {
  const { provider, method, target, headers, body } = call;
  const credential = house.credentials.find(({ name }) => name === turn.lease.credential);
  if (credential === undefined) {
    throw new AgentOsError('CREDENTIAL_UNKNOWN', `There is no credential ${turn.lease.credential}`);
  }
  const key = house.secrets.open(credential.name);
  const callOff = house.clock.after(house.limits.idleMs, () => cut.abort(new CutError('silence')));
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
): Promise<ExchangeEnd> {
  const { provider, response } = call;
  const status = message.statusCode ?? 0;
  const headers = headersOf(message);
  record.status = status;
  record.advice = readAdvice(provider, headers, house.clock.now());
  record.isRefused = status < 200 || status > 299;
  const unusable = refuseReply(status, headers);
  if (unusable !== null) return { kind: 'trouble', trouble: note(record, unusable), reply: null };
  const shown = makeReplyHeaders(headers, house.redact, house.secrets.open(turn.lease.credential));
  const showReply = async (held: readonly Uint8Array[]): Promise<HeldReply> => {
    const rest = await reader.readSome(longestErrorBytes);
    const body = house.redact(Buffer.concat([...held, rest]).toString('utf8'));
    return { status, headers: shown, body };
  };
  if (status < 200 || status > 299) {
    const body = Buffer.from(await reader.readSome(longestErrorBytes));
    const said = classify(provider, { status, headers, body: body.toString('utf8') }, house.clock.now());
    return { kind: 'trouble', trouble: note(record, said), reply: await showReply([body]) };
  }
  const start = await readStart(reader, headers['content-type'] ?? '');
  const early = classifyStreamEvent(provider, start.data, house.clock.now());
  if (early !== null) {
    record.isRefused = true;
    return { kind: 'trouble', trouble: note(record, early), reply: await showReply(start.held) };
  }
  record.isPassedOn = true;
  await passOn(response, {
    status,
    headers: shown,
    held: start.held,
    reader,
    redactor: house.openReplyRedactor(),
    maxBytes: house.limits.maxReplyBytes,
    signal: cut.signal,
    meter: (chunk) => record.meter(chunk),
    beforeEnd() {
      record.close();
      call.books.close();
    },
  });
  return { kind: 'over' };
}

/** A redirect would take the key elsewhere; what is compressed can neither be redacted nor measured. */
function refuseReply(status: number, headers: HeaderMap): Trouble | null {
  if (status >= 300 && status < 400) {
    return makeTrouble('request', status, `The provider answers with a redirect (${status}), which is not followed`);
  }
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding === 'identity' || encoding === '') return null;
  return makeTrouble('request', status, 'The provider sends compressed replies, although it is asked not to');
}

/** What was said stays true, even if whoever asked goes away before it is told. */
function note(record: ExchangeRecord, trouble: Trouble): Trouble {
  record.trouble = trouble;
  return trouble;
}

function explainCut(error: unknown, record: ExchangeRecord): ExchangeEnd {
  record.isCutByUs = error instanceof CutError;
  if (error instanceof CutError && error.reason === 'caller') return abandon(record);
  const trouble = note(record, explainError(error, record.status));
  return record.isPassedOn ? { kind: 'over' } : { kind: 'trouble', trouble, reply: null };
}

/** Nobody wants it any more. A reply that had begun is an answer; without one, nothing was learned of the credential. */
function abandon(record: ExchangeRecord): ExchangeEnd {
  const { status } = record;
  const hasBegun = status !== null && status >= 200 && status <= 299;
  if (!hasBegun) record.trouble ??= makeTrouble('abandoned', status, 'The caller has gone');
  return { kind: 'over' };
}

/** What we can explain ourselves would be the same the next time. */
function explainError(error: unknown, status: number | null): Trouble {
  if (error instanceof AgentOsError) return makeTrouble('request', status, error.message);
  if (!(error instanceof CutError)) return classifyNetwork(error);
  return makeTrouble(error.reason === 'size' ? 'request' : 'transient', status, error.message);
}

function makeTrouble(kind: Trouble['kind'], status: number | null, message: string): Trouble {
  return { kind, retryAt: null, isModelOnly: false, dimension: null, status, message };
}
