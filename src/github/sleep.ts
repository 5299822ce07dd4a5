import type { Clock } from '../parallel/clock.ts';

/** Rejects with the signal's reason when that comes first. */
export async function sleep(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const stop = () => reject(signal.reason);
  const cancel = clock.after(ms, resolve);
  signal.addEventListener('abort', stop, { once: true });
  try {
    await promise;
  } finally {
    cancel();
    signal.removeEventListener('abort', stop);
  }
}
