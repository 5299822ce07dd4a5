import { cutOff, none, readEscape } from './escapes.ts';
import { ampersand, backslash, percent } from './fold.ts';
import type { View } from './view.ts';

const isOpener = new Uint8Array(256);
for (const opener of [percent, backslash, ampersand]) isOpener[opener] = 1;

/** What is known of a view whose escapes were resolved. */
export interface Unescaped {
  /** What came out opens escapes of its own. */
  readonly isNested: boolean;
  /** What stands at the end is in the view, too. */
  readonly reachesEnd: boolean;
  /** The plain character where an escape begins that the end of the text has cut off; -1 if there is none. */
  readonly cutAt: number;
}

/**
 * Fills `target` with the neighbourhoods of all escapes in `source`, resolved: everything up to `margin` characters from
 * one. It stays empty where there are none.
 */
export function unescapeView(source: View, target: View, margin: number, isFinal: boolean): Unescaped {
  const { chars, length } = source;
  target.clear(length + 8);
  let isNested = false;
  let done = source.start;
  for (let at = findOpener(chars, done, length); at < length; ) {
    const found = readEscape(chars, at, length);
    if (found === cutOff && !isFinal) {
      copyBetween(source, target, done, at, margin);
      return { isNested, reachesEnd: true, cutAt: source.first[at] ?? 0 };
    }
    if (found === none || found === cutOff) {
      at = findOpener(chars, at + 1, length);
      continue;
    }
    copyBetween(source, target, done, at, margin);
    done = at + (found >>> 8);
    const char = found & 0xff;
    if (char !== 0) target.add(char, source.first[at] ?? 0, source.last[done - 1] ?? 0);
    isNested ||= isOpener[char] === 1;
    at = findOpener(chars, done, length);
  }
  if (done === source.start) return { isNested, reachesEnd: false, cutAt: -1 };
  copy(source, target, done, Math.min(done + margin, length));
  return { isNested, reachesEnd: done + margin >= length, cutAt: -1 };
}

/** Four characters at a time: most text has no escapes. */
function findOpener(chars: Uint8Array, from: number, end: number): number {
  const table = isOpener;
  let at = from;
  while (
    at + 4 <= end &&
    (look(table, chars, at) | look(table, chars, at + 1) | look(table, chars, at + 2) | look(table, chars, at + 3)) ===
      0
  ) {
    at += 4;
  }
  while (at < end && look(table, chars, at) === 0) at += 1;
  return at;
}

function look(table: Uint8Array, chars: Uint8Array, at: number): number {
  return table[chars[at] ?? 0] ?? 0;
}

/** What stands between two escapes: all of it, or the margins of both. */
function copyBetween(source: View, target: View, from: number, to: number, margin: number): void {
  if (to - from > 2 * margin) {
    if (target.length > 0) copy(source, target, from, from + margin);
    target.add(0, source.first[from] ?? 0, source.last[from] ?? 0);
    copy(source, target, to - margin, to);
  } else {
    copy(source, target, from, to);
  }
}

function copy(source: View, target: View, from: number, to: number): void {
  for (let at = from; at < to; at += 1) target.add(source.chars[at] ?? 0, source.first[at] ?? 0, source.last[at] ?? 0);
}
