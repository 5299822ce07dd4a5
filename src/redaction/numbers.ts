import { fold, folded, hexValues, isDecimalBreak as isBreak } from './fold.ts';
import type { Run } from './runs.ts';
import type { View } from './view.ts';

const zero = 0x30;
const x = 0x78;
const longestNumber = 3;

/** The same as `decodeHex` for both phases in one go, but only the characters: a first look that cannot miss. */
export function glanceHex({ chars }: View, { from, to }: Run, even: View, odd: View): void {
  even.clear(to - from);
  odd.clear(to - from);
  const values = hexValues;
  const evenChars = even.chars;
  const oddChars = odd.chars;
  let digits = 0;
  let high = 0;
  for (let at = from; at < to; at += 1) {
    const digit = values[chars[at] ?? 0] ?? 255;
    if (digit > 15 || (digit === 0 && at + 1 < to && chars[at + 1] === x)) continue;
    const char = folded[(high << 4) | digit] ?? 0;
    high = digit;
    digits += 1;
    if (char === 0 || digits === 1) continue;
    if ((digits & 1) === 0) {
      evenChars[even.length] = char;
      even.length += 1;
    } else {
      oddChars[odd.length] = char;
      odd.length += 1;
    }
  }
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

function isDigit(char: number): boolean {
  return char >= zero && char <= 0x39;
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
