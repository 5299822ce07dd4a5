import {
  byteMarks,
  isBase32Letter,
  isBlank,
  isListed,
  isLower,
  isSeparator,
  isUpper,
  isWideLetter,
  marks,
  ofFive,
  ofFour,
  wideShift,
} from './byte-marks.ts';
import { fewestLetters } from './codes.ts';
import { EscapeFinder } from './escape-finder.ts';

/** Eight bytes are looked at of each 32: what 40 bytes have in common is seen. */
const blockBytes = 8;
const stride = 32;
/** What has none of these is of no interest. */
const ofInterest = ofFour | ofFive | marks.base32 | marks.hexadecimal | marks.noise | isUpper | isListed;

/**
 * The first look at all text. It cannot miss text in a code, nor lists, nor gzip; zlib it may, once in a thousand times, if
 * that is short. `onWord` is called with a place in each word that may be written in some code, and the place of the next
 * escape from there on; `onList` with a place in each list of 48 bytes. Both return how far they have come, which is further
 * than that: nothing before is of interest.
 */
export function lookOver(
  bytes: Uint8Array,
  wordsFrom: number,
  listsFrom: number,
  onWord: (at: number, nextEscape: number) => number,
  onList: (at: number) => number,
): void {
  const known = byteMarks;
  const escapes = new EscapeFinder(bytes);
  let words = wordsFrom;
  let lists = listsFrom;
  let nextEscape = escapes.find(words);
  for (let at = 0; at + blockBytes <= bytes.length; at += stride) {
    while (nextEscape < at) {
      words = onWord(nextEscape, nextEscape);
      nextEscape = escapes.find(words);
    }
    const a = known[bytes[at] ?? 0] ?? 0;
    const b = known[bytes[at + 1] ?? 0] ?? 0;
    const c = known[bytes[at + 2] ?? 0] ?? 0;
    const d = known[bytes[at + 3] ?? 0] ?? 0;
    const e = known[bytes[at + 4] ?? 0] ?? 0;
    const f = known[bytes[at + 5] ?? 0] ?? 0;
    const g = known[bytes[at + 6] ?? 0] ?? 0;
    const h = known[bytes[at + 7] ?? 0] ?? 0;
    const some = a | b | c | d | e | f | g | h;
    if ((some & ofInterest) === 0) continue;
    // In a list no two characters stand side by side.
    const listed = (a | b) & (b | c) & (c | d) & (d | e) & (e | f) & (f | g) & (g | h) & isListed;
    if (listed !== 0 && (some & isSeparator) !== 0 && at >= lists && goesOnListed(bytes, at, h)) lists = onList(at);
    if ((some & isBlank) !== 0 || at < words || !isLong(bytes, at, at + blockBytes)) continue;
    if (judgeBlock(a, b, c, d, e, f, g, h) === 0) continue;
    words = onWord(at, nextEscape);
    if (nextEscape < words) nextEscape = escapes.find(words);
  }
  for (; nextEscape < bytes.length; nextEscape = escapes.find(words)) words = onWord(nextEscape, nextEscape);
}

/** Whether the next eight bytes are such as those before them, which end in `last`. */
function goesOnListed(bytes: Uint8Array, at: number, last: number): boolean {
  const known = byteMarks;
  let before = last;
  let some = 0;
  for (let next = at + blockBytes; next < at + 2 * blockBytes; next += 1) {
    const mark = known[bytes[next] ?? 0] ?? 0;
    if (((mark | before) & isListed) === 0) return false;
    some |= mark;
    before = mark;
  }
  return (some & isSeparator) !== 0;
}

/** What a word may be written in: nothing else has to be tried. */
export function markWord(bytes: Uint8Array, from: number, to: number): number {
  let seen = 0;
  for (let at = from; at + blockBytes <= to; at += stride) seen |= markBlock(bytes, at);
  return seen;
}

function markBlock(bytes: Uint8Array, at: number): number {
  const known = byteMarks;
  return judgeBlock(
    known[bytes[at] ?? 0] ?? 0,
    known[bytes[at + 1] ?? 0] ?? 0,
    known[bytes[at + 2] ?? 0] ?? 0,
    known[bytes[at + 3] ?? 0] ?? 0,
    known[bytes[at + 4] ?? 0] ?? 0,
    known[bytes[at + 5] ?? 0] ?? 0,
    known[bytes[at + 6] ?? 0] ?? 0,
    known[bytes[at + 7] ?? 0] ?? 0,
  );
}

/** What eight bytes of a word may be written in, by what is known of each. */
function judgeBlock(a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: number): number {
  const some = a | b | c | d | e | f | g | h;
  const all = a & b & c & d & e & f & g & h;
  return (
    markFours(a & e, b & f, c & g, d & h) |
    (markFours(d & h, c & g, b & f, a & e) & marks.base64) |
    (((a & f) | (b & g) | (c & h) | d | e) & ((all & isWideLetter) >> wideShift)) |
    ((all & isBase32Letter) === 0 ? 0 : markEights(a, b, c, d, e, f, g, h) | markEights(h, g, f, e, d, c, b, a)) |
    (all & (marks.hexadecimal | marks.binary)) |
    (some & marks.noise) |
    ((some & isUpper) === 0 || (some & isLower) === 0 ? 0 : marks.packed)
  );
}

/** Whether the word around these bytes is long enough. */
function isLong(bytes: Uint8Array, from: number, to: number): boolean {
  const known = byteMarks;
  let start = from;
  while (start > 0 && to - start < fewestLetters && ((known[bytes[start - 1] ?? 0] ?? 0) & isBlank) === 0) start -= 1;
  let end = to;
  while (end < bytes.length && end - start < fewestLetters && ((known[bytes[end] ?? 0] ?? 0) & isBlank) === 0) end += 1;
  // What goes on behind the last byte is for later.
  return end - start >= fewestLetters || end === bytes.length;
}

/** Whichever of the four is the first letter of a group, the next two must be such as follow. */
function markFours(a: number, b: number, c: number, d: number): number {
  return (
    ((a & (b >> 1) & (c >> 2)) | (b & (c >> 1) & (d >> 2)) | (c & (d >> 1) & (a >> 2)) | (d & (a >> 1) & (b >> 2))) &
    ofFour
  );
}

/** The same for eight, one way. */
function markEights(a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: number): number {
  return (
    follow(a, b, d, e, g) |
    follow(b, c, e, f, h) |
    follow(c, d, f, g, a) |
    follow(d, e, g, h, b) |
    follow(e, f, h, a, c) |
    follow(f, g, a, b, d) |
    follow(g, h, b, c, e) |
    follow(h, a, c, d, f)
  );
}

function follow(first: number, second: number, fourth: number, fifth: number, seventh: number): number {
  return first & (second >> 1) & (fourth >> 2) & (fifth >> 3) & (seventh >> 4) & marks.base32;
}
