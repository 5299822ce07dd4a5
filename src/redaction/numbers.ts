import { fold, hexValues, isNumeric } from './fold.ts';
import type { View } from './view.ts';

/** A secret of twelve characters in numbers is no shorter than this. */
const shortestRun = 24;
const stride = 8;
const zero = 0x30;
const x = 0x78;
const longestNumber = 3;

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
    seen = marks[chars[at] ?? 0] === 1 ? seen + 1 : 0;
    if (seen < shortestRun / stride) continue;
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
  while (from > start && isNumeric[chars[from - 1] ?? 0] === 1) from -= 1;
  return from;
}

function findEnd(chars: Uint8Array, at: number, end: number): number {
  let to = at;
  while (to < end && isNumeric[chars[to] ?? 0] === 1) to += 1;
  return to;
}

/**
 * The bytes that a run means if it is hexadecimal: whatever stands between the digits, with or without `0x`.
 * `phase`: how many digits to leave out first, because nobody knows where a byte begins.
 * Returns where a byte begins that is not complete, as an index of the source; -1 if there is none.
 */
export function decodeHex(source: View, { from, to }: Run, phase: 0 | 1, target: View, isFinal: boolean): number {
  target.clear(to - from);
  let pendingAt = -1;
  let toSkip: number = phase;
  for (let at = from; at < to; at += 1) {
    const digit = hexValues[source.chars[at] ?? 0] ?? 255;
    if (digit > 15) continue;
    if (digit === 0 && at + 1 === to && to === source.length && !isFinal) return pendingAt === -1 ? at : pendingAt;
    if (digit === 0 && at + 1 < to && source.chars[at + 1] === x) continue;
    if (toSkip > 0) {
      toSkip -= 1;
    } else if (pendingAt === -1) {
      pendingAt = at;
    } else {
      addByte(source, target, ((hexValues[source.chars[pendingAt] ?? 0] ?? 0) << 4) | digit, pendingAt, at);
      pendingAt = -1;
    }
  }
  return pendingAt;
}

/** The same if the run is a list of decimal numbers. `isApart` tells whether something stands before a character. */
export function decodeDecimal(
  source: View,
  { from, to }: Run,
  isApart: (at: number) => boolean,
  target: View,
  isFinal: boolean,
): number {
  target.clear(to - from + 1);
  for (let at = from; at < to; ) {
    let end = at;
    let value = 0;
    while (end < to && isDigit(source.chars[end] ?? 0) && (end === at || !isApart(end))) {
      value = Math.min(value * 10 + (source.chars[end] ?? 0) - zero, 1000);
      end += 1;
    }
    if (end === source.length && end > at && !isFinal && !isApart(end)) return at;
    if (end > at) addNumber(source, target, value, at, end - 1);
    else if (isBreak(source.chars[at] ?? 0)) target.add(0, source.first[at] ?? 0, source.last[at] ?? 0);
    at = Math.max(end, at + 1);
  }
  return -1;
}

/** Whether enough of a run, or its end, is free of what no decimal number holds. */
export function mayBeDecimal({ chars, length }: View, { from, to }: Run): boolean {
  let since = from;
  for (let at = from; at < to; at += 1) {
    if (!isBreak(chars[at] ?? 0)) continue;
    if (at - since >= shortestRun) return true;
    since = at + 1;
  }
  return to === length || to - since >= shortestRun;
}

function isDigit(char: number): boolean {
  return char >= zero && char <= 0x39;
}

/** Letters and signs are no part of a decimal list. */
function isBreak(char: number): boolean {
  return char >= 0x61 || char === 0x2b;
}

function addNumber(source: View, target: View, value: number, from: number, to: number): void {
  const isByte = value < 0x80 && to - from < longestNumber;
  if (isByte) addByte(source, target, value, from, to);
  else target.add(0, source.first[from] ?? 0, source.last[to] ?? 0);
}

/** A byte that nobody would see is none, as everywhere. */
function addByte(source: View, target: View, value: number, from: number, to: number): void {
  const char = fold(value);
  if (char !== 0) target.add(char, source.first[from] ?? 0, source.last[to] ?? 0);
}
