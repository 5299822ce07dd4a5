import { isDecimalBreak, isNumeric } from './fold.ts';
import type { View } from './view.ts';

/** A secret of twelve characters in numbers is no shorter than this. */
const shortestRun = 24;
const stride = 8;
const zero = 0x30;
const x = 0x78;

/** A part of a view that is made of what numbers are written with. */
export interface Run {
  readonly from: number;
  readonly to: number;
}

/** All runs that are long enough: looks at every eighth character, because three of those are in each. */
export function scanRuns({ chars, start, length }: View, onRun: (run: Run) => void): void {
  const marks = isNumeric;
  let seen = 0;
  for (let at = (start + stride - 1) & -stride; at < length; at += stride) {
    // Without a branch: half of all characters are such.
    seen = (seen + 1) * (marks[chars[at] ?? 0] ?? 0);
    if (seen < shortestRun / stride || marks[chars[at - stride / 2] ?? 0] === 0) continue;
    const to = findEnd(chars, at, length);
    const from = findStart(chars, at, start);
    if (to - from >= shortestRun) onRun({ from, to });
    at = to & -stride;
    seen = 0;
  }
}

/** The run at the end, however short; at most `most` characters of it. */
export function findLastRun({ chars, start, length }: View, most: number): Run {
  return { from: findStart(chars, length, Math.max(start, length - most)), to: length };
}

function findStart(chars: Uint8Array, at: number, start: number): number {
  let from = at;
  while (from > start && isPart(chars, from - 1)) from -= 1;
  return from;
}

function findEnd(chars: Uint8Array, at: number, end: number): number {
  let to = at;
  while (to < end && isPart(chars, to)) to += 1;
  return to;
}

/** The x is one only in `0x`. */
function isPart(chars: Uint8Array, at: number): boolean {
  const char = chars[at] ?? 0;
  return char === x ? chars[at - 1] === zero : isNumeric[char] === 1;
}

/** The parts of a run that are long enough without what no decimal number holds. */
export function scanDecimals({ chars }: View, { from, to }: Run, onRun: (run: Run) => void): void {
  let since = from;
  for (let at = from; at <= to; at += 1) {
    if (at < to && !isDecimalBreak(chars[at] ?? 0)) continue;
    if (at - since >= shortestRun) onRun({ from: since, to: at });
    since = at + 1;
  }
}
