import { ampersand, backslash, fold, percent } from './fold.ts';

/** Beside the character that a byte is folded to: that there is one, that it may open an escape, */
export const kept = 0x100;
export const opensEscape = 0x200;
/** and that it means something together with the bytes before it. */
export const isLast = 0x400;

/** The last bytes of `…` and `•`, that providers mask keys with, and of the control that is `ESC [` in one. */
const ellipsisEnd = 0xa6;
export const bulletEnd = 0xa2;
export const sequenceEnd = 0x9b;

export const meanings = Uint16Array.from({ length: 256 }, (_, byte) => {
  const char = fold(byte);
  const special = [ellipsisEnd, bulletEnd, sequenceEnd].includes(byte) ? isLast : 0;
  return char | (char === 0 ? 0 : kept) | ([percent, backslash, ampersand].includes(byte) ? opensEscape : 0) | special;
});

/** The number of characters and what was seen, in one number: nothing is made for a block. */
export const countShift = 11;

/**
 * Every byte of all output passes here: no branch, no call, four bytes a round, and the table in a variable of its own.
 */
export function glance(bytes: Uint8Array, start: number, end: number, chars: Uint8Array, from: number): number {
  const table = meanings;
  let count = from;
  let flags = 0;
  let at = start;
  for (; at + 4 <= end; at += 4) {
    const a = table[bytes[at] ?? 0] ?? 0;
    const b = table[bytes[at + 1] ?? 0] ?? 0;
    const c = table[bytes[at + 2] ?? 0] ?? 0;
    const d = table[bytes[at + 3] ?? 0] ?? 0;
    chars[count] = a;
    count += (a >>> 8) & 1;
    chars[count] = b;
    count += (b >>> 8) & 1;
    chars[count] = c;
    count += (c >>> 8) & 1;
    chars[count] = d;
    count += (d >>> 8) & 1;
    flags |= a | b | c | d;
  }
  for (; at < end; at += 1) {
    const meaning = table[bytes[at] ?? 0] ?? 0;
    chars[count] = meaning;
    count += (meaning >>> 8) & 1;
    flags |= meaning;
  }
  return (count << countShift) | (flags & (opensEscape | isLast));
}
