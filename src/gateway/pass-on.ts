import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { HeaderMap } from './headers.ts';
import { CutError, type ReplyReader } from './reply-reader.ts';

export interface Passage {
  readonly status: number;
  readonly headers: HeaderMap;
  /** What was read already. */
  readonly held: readonly Uint8Array[];
  readonly reader: ReplyReader;
  readonly maxBytes: number;
  /** Aborted when the exchange is cut. */
  readonly signal: AbortSignal;
  meter(chunk: Uint8Array): void;
  /** All was read, and the caller does not know it yet. Gives what is told behind the reply. */
  beforeEnd(): HeaderMap;
}

/** What comes in quicker succession goes on together: nobody sees the difference, and each piece costs. */
const gatherMs = 20;

/**
 * Passes a reply on as it comes, no faster than it is read. Throws what cut it; the caller's connection is left to others.
 * What a model says is redacted where it is whole, by the worker that keeps it. In pieces of a stream a key would lose its
 * middle and keep its ends; and whoever can make a model say guesses must not be told which characters are right.
 */
export async function passOn(response: ServerResponse, passage: Passage): Promise<void> {
  const { status, headers, reader, signal } = passage;
  response.writeHead(status, headers);
  let size = 0;
  const pass = async (chunk: Uint8Array) => {
    size += chunk.length;
    if (size > passage.maxBytes) throw new CutError('size');
    await write(response, chunk, signal);
    await untilSent();
    passage.meter(chunk);
  };
  for (const chunk of passage.held) await pass(chunk);
  for (let chunk = await reader.next(); chunk !== null; chunk = await reader.next()) {
    await pass(chunk);
    await reader.gather(gatherMs);
  }
  response.addTrailers(passage.beforeEnd());
  response.end();
}

async function write(response: ServerResponse, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
  if (bytes.length === 0 || response.write(bytes)) return;
  await once(response, 'drain', { signal });
}

/** Bytes that were written leave at the next tick: they need not wait until they are measured. */
async function untilSent(): Promise<void> {
  await new Promise<void>((resolve) => process.nextTick(resolve));
}
