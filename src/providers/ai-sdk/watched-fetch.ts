import { headersOf } from '../wire/headers-of.ts';
import type { CallLimits } from './call-limits.ts';
import { type GatewayReply, readBeginning, sendToGateway } from './gateway-request.ts';

/** A reply that is no answer. */
export interface RefusedReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What was seen of the reply to one call, below the SDK, which wraps or hides it. */
export interface CallWatch {
  refused: RefusedReply | null;
  /** The content type of a reply that is no stream of events. */
  wrongType: string | null;
  isTooLong: boolean;
  /** What the gateway told behind a reply that came whole. */
  receipt: string | null;
}

/** What the gateway knows a call by. */
export interface CallMark {
  readonly id: string;
  /** Of the repeats that it may have, over all tries of the same call. */
  readonly repeatsUsed: number;
}

export interface WatchedCall extends CallMark {
  readonly limits: CallLimits;
  readonly watch: CallWatch;
  /** The reply begins. */
  onBegin(): void;
}

const newline = 0x0a;
const maxErrorBytes = 64 * 1024;

/** A `fetch` for the SDK, for one call: it names the call, notes what came back, and bounds it. */
export function makeWatchedFetch(call: WatchedCall): typeof globalThis.fetch {
  return async (input, init) => {
    const reply = await sendToGateway({
      url: input instanceof Request ? input.url : input,
      method: init?.method ?? 'GET',
      headers: {
        ...Object.fromEntries(new Headers(init?.headers)),
        te: 'trailers',
        'x-agentos-call': call.id,
        'x-agentos-repeats-used': String(call.repeatsUsed),
      },
      body: typeof init?.body === 'string' ? init.body : null,
      signal: init?.signal ?? new AbortController().signal,
    });
    call.onBegin();
    const headers = headersOf(reply);
    const status = reply.statusCode ?? 0;
    if (status < 200 || status > 299) {
      call.watch.refused = { status, headers, body: await readBeginning(reply, maxErrorBytes) };
      throw new Error(`the gateway answered ${status}`);
    }
    const type = headers['content-type'] ?? '';
    if (!/^text\/event-stream\b/i.test(type)) {
      reply.destroy();
      call.watch.wrongType = type;
      throw new Error('the reply is no stream of events');
    }
    return new Response(ReadableStream.from(bound(reply, call)), { status: 200, headers: { 'content-type': type } });
  };
}

async function* bound(reply: GatewayReply, { limits, watch }: WatchedCall): AsyncGenerator<Uint8Array, void> {
  const incoming: AsyncIterable<Uint8Array> = reply;
  let bytes = 0;
  let lineBytes = 0;
  for await (const chunk of incoming) {
    bytes += chunk.length;
    const lineEnd = chunk.lastIndexOf(newline);
    lineBytes = lineEnd === -1 ? lineBytes + chunk.length : chunk.length - lineEnd - 1;
    if (bytes > limits.maxReplyBytes || lineBytes > limits.maxLineBytes) {
      watch.isTooLong = true;
      throw new Error('the reply is too long');
    }
    yield chunk;
  }
  const { 'x-agentos-receipt': receipt } = reply.trailers;
  watch.receipt = receipt ?? null;
}
