import type { Window } from './pool-state.ts';

const probeEveryMs = 600_000;
const largest = 1_000;

/** What a person has named is used at once; otherwise it starts with one. */
export function makeWindow(concurrency: number | null, now: number): Window {
  return { size: Math.max(1, concurrency ?? 1), isFound: false, changedAt: now };
}

/** A call that filled the window was answered: there may be room for one more. Once found, that is tried rarely. */
export function growWindow(window: Window, inFlightAtStart: number, concurrency: number | null, now: number): Window {
  if (inFlightAtStart < window.size || window.size >= (concurrency ?? largest)) return window;
  if (window.isFound && now - window.changedAt < probeEveryMs) return window;
  return { ...window, size: window.size + 1, changedAt: now };
}

/** With so many in flight, this one was too much; one less was not, as far as anybody knows. */
export function shrinkWindow({ size, isFound }: Window, inFlightAtStart: number, now: number): Window {
  const found = Math.max(1, inFlightAtStart - 1);
  return { size: isFound ? Math.min(size, found) : found, isFound: true, changedAt: now };
}

/** We grew too fast. */
export function halveWindow(window: Window, now: number): Window {
  return { size: Math.max(1, Math.floor(window.size / 2)), isFound: true, changedAt: now };
}
