import type { IncomingMessage } from 'node:http';
import type { Credential } from '../model/credential.ts';
import { AgentOsError } from '../model/errors.ts';
import type { Trouble } from '../model/exchange.ts';
import type { Call, House } from './call.ts';
import { ExchangeRecord, type Turn } from './exchange-record.ts';
import { makeUpstreamHeaders } from './headers.ts';
import { hearReply, makeTrouble, note, type Talk, type TalkEnd } from './hear-reply.ts';
import { explainNetwork } from './network-trouble.ts';
import { lacksModel, type NextStep } from './repeats.ts';
import { CutError, ReplyReader } from './reply-reader.ts';

export type ExchangeEnd =
  | Extract<TalkEnd, { kind: 'over' }>
  | (Extract<TalkEnd, { kind: 'trouble' }> & { readonly next: NextStep; readonly isFree: boolean });

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
  // Somebody else may have the model: this one is not asked for it any more.
  if (next.kind === 'again' && lacksModel(end.trouble)) note(record, { ...end.trouble, kind: 'auth' });
  if (record.why !== null && next.kind === 'again') record.why += `, again ${sayWhen(next.waitMs)}`;
  return { ...end, next, isFree: record.isFree };
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

async function converse(house: House, call: Call, own: Talk, credential: Credential): Promise<TalkEnd> {
  await begin(house, call, own.turn);
  own.cut.signal.throwIfAborted();
  const message = await send(house, call, own, credential);
  const reader = new ReplyReader(message, house.clock, house.limits.idleMs, own.cut);
  try {
    return await hearReply(house, call, own, message, reader);
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
