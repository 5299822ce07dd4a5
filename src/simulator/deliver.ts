import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

export interface Piece {
  readonly bytes: string | Uint8Array;
  /** When it is due, after the beginning. */
  readonly atMs: number;
}

/** What is sent, and how it ends. */
export interface Delivery {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** May never end. */
  readonly pieces: Iterable<Piece>;
  /** `hang`: nothing more, and no end. A hang without a piece does not even send a status. */
  readonly ending: 'end' | 'cut' | 'hang';
}

/**
 * Sends it. `end` is called once: before the last piece is handed over, since whoever has seen the end may come back at
 * once; or, with false, when the caller has left before.
 */
export async function deliver(
  response: ServerResponse,
  delivery: Delivery,
  end: (isWhole: boolean) => void,
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  let hasEnded = false;
  const endOnce = (isWhole: boolean) => {
    if (!hasEnded) end(isWhole);
    hasEnded = true;
  };
  try {
    if (!response.destroyed) await send(response, delivery, () => endOnce(true), gone.signal);
  } catch (error) {
    if (!gone.signal.aborted) throw error;
  } finally {
    endOnce(false);
  }
}

async function send(response: ServerResponse, delivery: Delivery, end: () => void, signal: AbortSignal): Promise<void> {
  const beganAt = performance.now();
  for (const { bytes, atMs, isLast } of markLast(delivery.pieces)) {
    const waitMs = beganAt + atMs - performance.now();
    if (waitMs > 0) await sleep(waitMs, undefined, { signal });
    if (isLast && delivery.ending === 'end') end();
    if (!response.headersSent) response.writeHead(delivery.status, delivery.headers);
    if (!response.write(bytes)) await once(response, 'drain', { signal });
  }
  if (delivery.ending === 'hang') await once(response, 'close');
  signal.throwIfAborted();
  end();
  if (!response.headersSent) response.writeHead(delivery.status, delivery.headers);
  if (delivery.ending === 'cut') await cut(response);
  else await finish(response, signal);
}

function* markLast(pieces: Iterable<Piece>): Generator<Piece & { isLast: boolean }> {
  let held: Piece | null = null;
  for (const piece of pieces) {
    if (held !== null) yield { ...held, isLast: false };
    held = piece;
  }
  if (held !== null) yield { ...held, isLast: true };
}

/** What was written leaves first, and the end of the body never follows. */
async function cut(response: ServerResponse): Promise<void> {
  await nextTurn();
  response.socket?.destroySoon();
}

async function finish(response: ServerResponse, signal: AbortSignal): Promise<void> {
  const finished = once(response, 'finish', { signal });
  response.end();
  await finished;
}
