import type { IncomingMessage, ServerResponse } from 'node:http';
import type { WireProvider } from '../model/credential.ts';
import { AgentOsError } from '../model/errors.ts';
import { isSameModel } from '../providers/wire/downgrade.ts';
import type { Endpoint } from '../providers/wire/endpoints.ts';
import { readRequest, type WireRequest } from '../providers/wire/request.ts';
import type { BodyPlace } from './body-room.ts';
import { boundUsd } from './bound-usd.ts';
import type { Call, House } from './call.ts';
import { CallBooks } from './call-books.ts';
import { callIdPattern, type Destination } from './door.ts';
import { makeRefusal, type OwnReply } from './own-reply.ts';
import type { TokenHolder } from './task-tokens.ts';

type ModelDestination = Extract<Destination, { kind: 'model' }>;

export interface Caller {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly holder: TokenHolder;
  readonly place: BodyPlace;
  readonly signal: AbortSignal;
}

/** Reads what a caller wants, and whether its token is good for it. */
export async function readCall(
  house: House,
  { request, response, holder, place, signal }: Caller,
  destination: ModelDestination,
): Promise<Call | OwnReply> {
  const { provider, endpoint, target } = destination;
  const { grant } = holder;
  const { headers, method = '' } = request;
  const callId = headers['x-agentos-call'] ?? null;
  if (callId !== null && !(typeof callId === 'string' && callIdPattern.test(callId))) {
    return makeRefusal('request', 'x-agentos-call must be 1 to 64 letters, digits, - and _');
  }
  const body = await readBody(request, house.limits.maxRequestBytes, place);
  if (!(body instanceof Uint8Array)) return body;
  const wanted = readWanted(house, grant, destination, body);
  if ('status' in wanted) return wanted;
  if (!isGranted(grant, destination, wanted.model)) {
    return makeRefusal('token', `The token of ${grant.taskId} is not for ${provider}:${wanted.model}`);
  }
  const estimatedUsd = endpoint.isBilled ? estimateUsd(house, provider, wanted) : 0;
  const books = new CallBooks(holder.receipts.open(callId), estimatedUsd);
  const repeatsUsed = readRepeatsUsed(headers['x-agentos-repeats-used'], house.maxRetries);
  const asked = { grant, provider, endpoint, method, target, headers, body, ...wanted, estimatedUsd, repeatsUsed };
  return { ...asked, books, response, signal };
}

/** More than it can cost; null if nobody can tell. */
function estimateUsd({ prices }: House, provider: WireProvider, wanted: Wanted): number | null {
  const { model, mostTokens, isKeptForHour, extraPrice, unboundedInput } = wanted;
  const isBounded = extraPrice === null && unboundedInput === null;
  return isBounded ? boundUsd(prices, { provider, model }, mostTokens, isKeptForHour) : null;
}

/** What makes no sense says nothing. */
function readRepeatsUsed(header: string | string[] | undefined, maxRetries: number): number {
  return typeof header === 'string' && /^\d{1,9}$/.test(header) ? Math.min(Number(header), maxRetries) : 0;
}

async function readBody(request: IncomingMessage, maxBytes: number, place: BodyPlace): Promise<Uint8Array | OwnReply> {
  const tooLong = makeRefusal('request', `The request is longer than ${maxBytes} bytes`, 413);
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') {
    return makeRefusal('request', 'The request must not be compressed', 415);
  }
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return tooLong;
  const body = await collect(request, maxBytes, place);
  if (body === 'no-room') return makeRefusal('request', 'This task has too many long requests at once', 429);
  return body === 'too-long' ? tooLong : body;
}

/** The rest of what is not kept is thrown away. Rejects if the caller goes away before its end. */
async function collect(
  request: IncomingMessage,
  maxBytes: number,
  place: BodyPlace,
): Promise<Uint8Array | 'too-long' | 'no-room'> {
  const chunks: Buffer[] = [];
  let size = 0;
  const trouble = await new Promise<'too-long' | 'no-room' | null>((resolve, reject) => {
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) resolve('too-long');
      else if (!place.take(chunk.length)) resolve('no-room');
      else chunks.push(chunk);
    });
    request.once('end', () => resolve(null));
    request.once('error', reject);
    request.once('close', () => {
      if (!request.readableEnded) reject(new Error('The caller has gone'));
    });
  });
  request.removeAllListeners('data');
  return trouble ?? Buffer.concat(chunks, size);
}

interface Wanted extends WireRequest {
  readonly model: string;
}

/** Side endpoints may name no model: then any that the caller may use stands for it, because leases are for models. */
function readWanted(
  house: House,
  { models }: TokenHolder['grant'],
  { provider, endpoint }: ModelDestination,
  body: Uint8Array,
): Wanted | OwnReply {
  const read = readUnlessEmpty(endpoint, body);
  if ('status' in read) return read;
  const granted = models?.find((entry) => entry.provider === provider)?.model;
  const known = house.credentials.find((credential) => credential.provider === provider)?.models?.[0];
  return { ...read, model: read.model ?? granted ?? known ?? '*' };
}

const nothingWanted: WireRequest = {
  model: null,
  isStream: false,
  estimatedTokens: { input: 1, output: 0 },
  mostTokens: { input: 1, output: 0 },
  isKeptForHour: false,
  extraPrice: null,
  unboundedInput: null,
};

/** What only lists has no body, and whatever has one is read. */
function readUnlessEmpty(endpoint: Endpoint, body: Uint8Array): WireRequest | OwnReply {
  if (!endpoint.hasBody) {
    return body.length === 0 ? nothingWanted : makeRefusal('request', 'A request of this kind has no body');
  }
  try {
    const read = readRequest(endpoint.api, endpoint, body);
    return endpoint.isBilled ? read : { ...nothingWanted, model: read.model };
  } catch (error) {
    if (error instanceof AgentOsError) return makeRefusal('request', error.message);
    throw error;
  }
}

function isGranted({ models }: TokenHolder['grant'], { provider }: ModelDestination, model: string): boolean {
  return models === null || models.some((entry) => entry.provider === provider && isNameOf(entry.model, model));
}

/** A dated name is as good as the plain one; of names with a vendor or a route, only the very same. */
function isNameOf(granted: string, wanted: string): boolean {
  return granted === wanted || (!/[/:]/.test(granted + wanted) && isSameModel(granted, wanted));
}
