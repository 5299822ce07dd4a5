import type { WireProvider } from '../../model/credential.ts';
import { fieldOf } from '../../model/json.ts';
import { quoteSafely } from '../../model/text.ts';
import { classify, classifyNetwork, classifyStreamEvent } from '../wire/classify.ts';
import { type CallEnd, refuse, refuseFinally } from './call-end.ts';
import type { CallLimits } from './call-limits.ts';
import type { CollectedReply } from './collect-reply.ts';
import { readRefusal, refuseFor } from './read-refusal.ts';
import type { Finish } from './reply-part.ts';
import type { CallWatch } from './watched-fetch.ts';

/** Everything that is known of a call that is over. */
export interface EndedCall {
  readonly spec: string;
  readonly provider: WireProvider;
  readonly limits: CallLimits;
  readonly watch: CallWatch;
  readonly reply: CollectedReply;
  readonly isOvertime: boolean;
  readonly now: number;
}

/** What it means. What was seen on the wire counts more than what the SDK made of it. */
export function readEnd(call: EndedCall): CallEnd {
  const { spec, provider, limits, watch, reply, isOvertime, now } = call;
  if (watch.refused !== null) return readRefusal(spec, provider, watch.refused, now);
  if (watch.wrongType !== null) {
    return refuseFinally(
      'unreadable',
      `${spec}: the reply is of type ${quoteSafely(watch.wrongType)}, not a stream of events`,
    );
  }
  if (watch.isTooLong || reply.isTooLong) {
    const mebibytes = limits.maxReplyChars / 1024 / 1024;
    return refuseFinally('unreadable', `${spec}: the reply is too long; a reply may have ${mebibytes} MiB of text`);
  }
  if (isOvertime) return refuseFinally('timeout', `${spec}: no whole reply within ${limits.wallMs / 1000} s`);
  return reply.error === null ? readFinish(call) : readError(call, reply.error);
}

function readFinish({ spec, reply: { text, finish, modelId } }: EndedCall): CallEnd {
  if (isCutOff(finish)) return cutOff(spec);
  if (finish.reason === 'length') {
    return refuseFinally('unreadable', `${spec}: the reply was cut off at the most tokens that a reply may have`);
  }
  if (finish.reason === 'content-filter') {
    return refuseFinally('unreadable', `${spec}: the provider held the reply back (${quoteSafely(finish.raw)})`);
  }
  if (finish.reason === 'error')
    return refuse('outage', `${spec}: the provider broke off (${quoteSafely(finish.raw)})`);
  if (finish.reason !== 'stop') {
    return refuse('unreadable', `${spec}: the reply ended with ${quoteSafely(finish.raw ?? finish.reason)}`, 0);
  }
  if (text.trim() === '') return refuse('unreadable', `${spec}: the reply is empty`, 0);
  return { kind: 'answer', text, modelId };
}

/** A stream that ends without a word about why. */
function isCutOff({ reason, raw }: Finish): boolean {
  return reason === 'interrupted' || (reason === 'other' && raw === null);
}

/** How the SDK says that a stream held nothing, or no end. */
function isEndMissing(name: string, error: unknown): boolean {
  return (
    name === 'AI_NoOutputGeneratedError' ||
    (name === 'AI_InvalidResponseDataError' && fieldOf(error, 'data') === undefined)
  );
}

function cutOff(spec: string): CallEnd {
  return refuse('network', `${spec}: the reply was cut off`);
}

/** What the stream told, or what was thrown on the way. */
function readError({ spec, provider, now }: EndedCall, error: unknown): CallEnd {
  const told = readToldError(provider, error, now);
  if (told !== null) return refuseFor({ ...told, message: `${spec}: ${told.message}` }, now);
  if (hasNetworkCode(error, 0)) return refuse('network', `${spec}: ${classifyNetwork(error).message}`);
  const name = error instanceof Error ? error.name : typeof error;
  if (isEndMissing(name, error)) return cutOff(spec);
  return refuse('unreadable', `${spec}: the reply is not in the form of this provider (${quoteSafely(name)})`, 0);
}

/** An error event of the stream, as the SDK hands it on: as it came, or as the reply that it would have been. */
function readToldError(provider: WireProvider, error: unknown, now: number) {
  const status = fieldOf(error, 'statusCode');
  const body = fieldOf(error, 'responseBody');
  if (typeof status === 'number' && status >= 400 && typeof body === 'string') {
    return classify(provider, { status, headers: {}, body }, now);
  }
  const data = error instanceof Error ? fieldOf(error, 'data') : error;
  return (
    classifyStreamEvent(provider, data, now) ??
    classifyStreamEvent(provider, { error: data }, now) ??
    // An event that the SDK's own schema does not know.
    classifyStreamEvent(provider, fieldOf(error, 'value'), now)
  );
}

const deepestCause = 4;

function hasNetworkCode(error: unknown, depth: number): boolean {
  if (!(error instanceof Error) || depth > deepestCause) return false;
  const code = fieldOf(error, 'code');
  return (typeof code === 'string' && /^(E[A-Z]|HPE_)/.test(code)) || hasNetworkCode(error.cause, depth + 1);
}
