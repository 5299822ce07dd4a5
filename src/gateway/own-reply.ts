import type { IncomingMessage, ServerResponse } from 'node:http';
import type { WireProvider } from '../model/credential.ts';
import type { TroubleKind } from '../model/exchange.ts';
import { showSafely } from '../model/text.ts';
import type { Clock } from '../parallel/clock.ts';
import { renderErrorBody } from './error-body.ts';

/** Why the gateway itself says no, for good. */
export type RefusalKind = 'budget' | 'credential' | 'token' | 'request';

/** An answer that no provider gave. */
export interface OwnReply {
  readonly status: number;
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly retryAfterMs: number | null;
}

export interface Parking {
  readonly untilAt: number;
  readonly now: number;
  readonly cause: 'limit' | 'outage';
  readonly reason: string;
  /** How long the caller was held before it was told. */
  readonly waitedMs: number;
}

/** None of these is repeated by the providers' own clients. */
const statusOfRefusal: Readonly<Record<RefusalKind, number>> = {
  budget: 402,
  credential: 403,
  token: 403,
  request: 400,
};

const longestReason = 500;
const longestDrainMs = 1000;
const mostDrainedBytes = 64 * 1024 * 1024;

export function makeRefusal(kind: RefusalKind, message: string, status = statusOfRefusal[kind]): OwnReply {
  return {
    status,
    message,
    headers: { 'x-agentos-refused': kind, 'x-agentos-reason': toHeaderText(message) },
    retryAfterMs: null,
  };
}

/** It could not be asked now, and nobody is to blame: the caller comes again at that time. */
export function makeParked({ untilAt, now, cause, reason, waitedMs }: Parking): OwnReply {
  const untilMs = Math.ceil(untilAt);
  const retryAfterMs = Math.max(0, untilMs - now);
  const headers = {
    'x-agentos-parked-until': String(untilMs),
    'x-agentos-parked-for': cause,
    'x-agentos-waited-ms': String(Math.round(waitedMs)),
    'x-agentos-reason': toHeaderText(reason),
    'retry-after': String(Math.max(1, Math.ceil(retryAfterMs / 1000))),
  };
  return { status: 429, message: reason, headers, retryAfterMs };
}

/** For trouble that has no reply that could be passed on. */
export function makeFinal(kind: TroubleKind, message: string): OwnReply {
  return {
    status: kind === 'request' ? 400 : 502,
    message,
    headers: { 'x-agentos-final': kind, 'x-agentos-reason': toHeaderText(message) },
    retryAfterMs: null,
  };
}

/** Contract: nothing was sent before. A body that was not read ends the connection, and never rejects. */
export async function sendOwnReply(
  response: ServerResponse,
  provider: WireProvider | null,
  reply: OwnReply,
  clock: Clock,
): Promise<void> {
  if (response.destroyed || response.headersSent) return;
  const { status, message, headers, retryAfterMs } = reply;
  const facts = { status, message, retryAfterMs };
  const body = provider === null ? JSON.stringify({ error: { message } }) : renderErrorBody(provider, facts);
  const isRead = response.req.complete;
  response.writeHead(status, {
    ...headers,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-should-retry': 'false',
    ...(isRead ? {} : { connection: 'close' }),
  });
  if (response.req.method !== 'HEAD') response.write(body);
  if (!isRead) await drain(response.req, clock);
  response.end();
}

/** Closing a connection on which something is still coming would lose the reply: what is on its way is let in. */
async function drain(request: IncomingMessage, clock: Clock): Promise<void> {
  await new Promise<void>((resolve) => {
    let size = 0;
    const end = () => {
      callOff();
      request.pause();
      resolve();
    };
    const callOff = clock.after(longestDrainMs, end);
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > mostDrainedBytes) end();
    });
    for (const event of ['end', 'close', 'error']) request.once(event, end);
  });
}

/** One line that may stand in a header. */
export function toHeaderText(text: string): string {
  return showSafely(text)
    .slice(0, longestReason)
    .replace(/[^\x20-\x7e]/g, '?');
}
