import { setTimeout } from 'node:timers/promises';

const longestTimerMs = 2 ** 31 - 1;

/** Waits; when the signal aborts, throws its reason at once. */
export async function wait(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  try {
    await setTimeout(ms, undefined, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}

/** Waits until the signal aborts, and throws its reason. */
export async function hang(signal: AbortSignal): Promise<never> {
  for (;;) await wait(longestTimerMs, signal);
}
