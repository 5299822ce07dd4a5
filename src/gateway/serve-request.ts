import type { IncomingMessage, ServerResponse } from 'node:http';
import type { House } from './call.ts';
import { conductCall } from './conduct-call.ts';
import { findDestination, providerOf, refuseStranger } from './door.ts';
import type { LastWord } from './last-word.ts';
import { makeFinal, makeRefusal, type OwnReply, sendOwnReply } from './own-reply.ts';
import { readCall } from './read-call.ts';
import type { TaskTokens, TokenHolder } from './task-tokens.ts';

export interface Reception {
  readonly tokens: TaskTokens;
  readonly port: number;
  /** Aborted when the gateway closes. */
  readonly closing: AbortSignal;
}

/** From the door to the last byte. Contract: never rejects, and leaves no connection half answered. */
export async function serveRequest(
  house: House,
  reception: Reception,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const provider = providerOf(request.url ?? '');
  try {
    const refusal = await admit(house, reception, request, response);
    if (refusal !== null) await sendOwnReply(response, provider, refusal, house.clock);
  } catch (error) {
    const message = house.redact(`The gateway failed: ${error instanceof Error ? error.message : String(error)}`);
    await sendOwnReply(response, provider, makeFinal('transient', message), house.clock);
  }
  if (!response.writableEnded) response.destroy();
}

async function admit(
  house: House,
  { tokens, port, closing }: Reception,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<OwnReply | null> {
  const stranger = refuseStranger(request, port);
  if (stranger !== null) return stranger;
  const { method = '', url = '' } = request;
  const destination = findDestination(method, url);
  if ('status' in destination) return destination;
  const holder = tokens.findHolder(request.headers);
  if (holder === null) return makeRefusal('token', 'The token is not valid', 401);
  if (destination.kind === 'receipt') return await giveReceipt(house, holder, destination.callId, response);
  return await whileWanted(response, [holder.signal, closing], async (signal) => {
    using place = holder.bodies.open();
    const call = await readCall(house, { request, response, holder, place, signal }, destination);
    if ('status' in call) return call;
    return giveLastWord(response, await conductCall(house, call));
  });
}

async function giveReceipt(
  { clock }: House,
  holder: TokenHolder,
  callId: string,
  response: ServerResponse,
): Promise<OwnReply | null> {
  const receipt = await holder.receipts.find(callId, clock);
  if (receipt === null) return makeRefusal('request', 'There is no receipt of this id', 404);
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(receipt));
  return null;
}

function giveLastWord(response: ServerResponse, word: LastWord): OwnReply | null {
  if (word === null) return null;
  if ('own' in word) return word.own;
  if (response.destroyed) return null;
  const { status, headers, body } = word.held;
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body), 'x-should-retry': 'false' });
  response.end(response.req.method === 'HEAD' ? undefined : body);
  return null;
}

/** Gives work a signal that is aborted when nobody wants its result any more. */
async function whileWanted<T>(
  response: ServerResponse,
  signals: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const leave = () => controller.abort(new Error('Nobody waits for the reply any more'));
  response.once('close', leave);
  for (const signal of signals) signal.addEventListener('abort', leave, { once: true });
  if (signals.some(({ aborted }) => aborted)) leave();
  try {
    return await work(controller.signal);
  } finally {
    response.off('close', leave);
    for (const signal of signals) signal.removeEventListener('abort', leave);
  }
}
