import { isListByte } from './byte-marks.ts';
import { reverseBytes } from './bytes.ts';
import { blankColumns } from './dump-rows.ts';
import type { Decoding } from './judging.ts';
import { decimalKind, findKinds } from './list-weight.ts';
import { isNoisy, undress } from './noise.ts';
import { isPacked, unpack } from './unpack.ts';
import { unescapeBytes } from './written-escapes.ts';

/** What stands in a list: a character, or a number; the bytes that it takes; and what it says without its quotes. */
interface Item {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** So many things make a list. */
const fewestItems = 12;
/** Of so many bytes one at least is to be seen. */
const leastShare = 5;

/** Things of one character. */
const characterKind = 1 << 1;

const colon = 0x3a;
const item = /(["'])(?:\\u[0-9a-f]{4}|\\.|[^\\\n]|[0-9a-z]{2,8})\1|[^\s,;:[\]{}()"']+/gi;
/** After the name of a thing, such as its number. */
const afterName = /^\s*(?::|=>)/;
const afterBareName = /^\s*(?::\s|=>)/;

/** All ways to read a list that lead to text, or to something packed. */
export function decodeList(bytes: Uint8Array): Decoding[] {
  const stages = unescapeBytes(bytes).map(({ text }) => text);
  const inside = [...stages, ...(isNoisy(bytes, 0, bytes.length) ? [undress(bytes)] : [])].flatMap((plain) =>
    decodeItems(plain).map(({ read }) => ({ from: 0, to: findLast(bytes), isRough: true, read })),
  );
  // Characters alone are found backwards where they are looked for.
  const kinds = bytes.includes(colon) ? ~0 : ~characterKind;
  const reversed = decodeItems(reverseBytes(bytes, 0, bytes.length), kinds).map(({ from, to, read }) => ({
    from: bytes.length - to,
    to: bytes.length - from,
    isRough: true,
    read,
  }));
  return [...decodeItems(bytes), ...inside, ...reversed];
}

/** After the last byte that a list can end in. */
function findLast(bytes: Uint8Array): number {
  let to = bytes.length;
  while (to > 0 && !closers.includes(bytes[to - 1] ?? 0)) to -= 1;
  return to;
}

const closers = Buffer.from('0123456789"\'])}');

function decodeItems(bytes: Uint8Array, kinds = ~0): Decoding[] {
  const found = findKinds(bytes) & kinds;
  if (found === 0) return [];
  const text = Buffer.from(bytes).toString('latin1');
  const items = listItems(blankColumns(text));
  const lists = numbers.filter(({ kind }) => (found & kind) !== 0).map((kind) => readNumbers(items, kind));
  const characters = (found & characterKind) === 0 ? [] : readCharacters(text, items);
  return [...lists, ...characters].flatMap((list) => (list === null ? [] : toDecodings(list)));
}

function readCharacters(text: string, items: readonly Item[]): ReadList[] {
  const single = items.filter((item) => item.text.length === 1);
  const lists = [readBracketed(text), readAll(single, codeOf), readAll(listMarked(text), codeOf), readSpaced(text)];
  // One of them is right, if any: the others have quotes and commas for characters.
  return lists.filter((list) => list !== null).map((list, at) => (at === 0 ? list : { ...list, isRough: true }));
}

/** Nothing that is quoted, or only names and the like; and a quote. */
const beforeBracket = /^(?:[^"']|(["'])[^"']{2,20}\1)*?["'](?=[[{]["'])/;

/** From the first bracket on, where a quote before it would be taken for the first of a pair. */
function readBracketed(text: string): ReadList | null {
  const [before] = text.match(beforeBracket) ?? [];
  if (before === undefined) return null;
  const from = before.length;
  const items = listItems(text.slice(from)).filter((item) => item.text.length === 1);
  return readAll(
    items.map((item) => ({ ...item, from: item.from + from, to: item.to + from })),
    codeOf,
  );
}

function codeOf({ text }: Item): number[] {
  return [text.charCodeAt(0)];
}

function listItems(text: string): Item[] {
  return [...text.matchAll(item)].flatMap((match) => {
    const [written] = match;
    const to = match.index + written.length;
    const isQuoted = /^["']/.test(written);
    if (!isQuoted && (isCutOff(text, match.index, 0) || isCutOff(text, to, text.length))) return [];
    const rest = text.slice(to, to + 8);
    if ((isQuoted ? afterName : afterBareName).test(rest)) return [];
    return [{ from: match.index, to, text: isQuoted ? unquote(written) : written }];
  });
}

/** A list may begin and end within a word, which is none of it. */
function isCutOff(text: string, at: number, end: number): boolean {
  return at === end && !isListByte(text.charCodeAt(end === 0 ? 0 : end - 1));
}

/** One on each line, after a dash or the like. */
function listMarked(text: string): Item[] {
  return [...text.matchAll(marked)].map((match) => {
    const from = match.index + match[0].length - 1;
    return { from, to: from + 1, text: text.charAt(from) };
  });
}

const marked = /(?:^|\n)[ \t]*[-*+] (?=\S(?:\r?\n|$))\S/g;

function unquote(written: string): string {
  const inner = written.slice(1, -1);
  const plain = inner.length === 1 ? undefined : unescapeBytes(Buffer.from(inner, 'latin1'))[0];
  return plain === undefined ? inner : Buffer.from(plain.text).toString('latin1');
}

interface NumberKind {
  /** What a list must have enough of. */
  readonly kind: number;
  readonly pattern: RegExp;
  readonly radix: number;
  readonly width: number;
  readonly isBigEndian?: boolean;
}

/** How bytes are written as numbers: one by one, or the lower byte of each few first, as dumps have it. */
const numbers: readonly NumberKind[] = [
  { kind: decimalKind, pattern: /^\d{1,3}$/, radix: 10, width: 1 },
  { kind: 1 << 2, pattern: /^(?:0x)?[0-9a-f]{2}$/i, radix: 16, width: 1 },
  { kind: 1 << 3, pattern: /^[0-3][0-7]{2}$/, radix: 8, width: 1 },
  { kind: 1 << 4, pattern: /^[0-9a-f]{4}$/i, radix: 16, width: 2 },
  { kind: 1 << 4, pattern: /^[0-9a-f]{4}$/i, radix: 16, width: 2, isBigEndian: true },
  { kind: 1 << 5, pattern: /^\d{5}$/, radix: 10, width: 2 },
  { kind: 1 << 6, pattern: /^[01][0-7]{5}$/, radix: 8, width: 2 },
  { kind: 1 << 8, pattern: /^[01]{8}$/, radix: 2, width: 1 },
  { kind: 1 << 8, pattern: /^[0-9a-f]{8}$/i, radix: 16, width: 4 },
  { kind: 1 << 8, pattern: /^[0-9a-f]{8}$/i, radix: 16, width: 4, isBigEndian: true },
];

interface ReadList {
  readonly isRough?: boolean;
  readonly from: number;
  readonly to: number;
  readonly bytes: Uint8Array;
}

function readNumbers(
  items: readonly Item[],
  { pattern, radix, width, isBigEndian = false }: NumberKind,
): ReadList | null {
  const chosen = items.filter(({ text }) => pattern.test(text));
  const places = Array.from({ length: width }, (_, at) => 256 ** (isBigEndian ? width - 1 - at : at));
  return readAll(chosen, ({ text }) => {
    const value = Number.parseInt(text.replace(/^0x/i, ''), radix);
    return places.map((place) => Math.floor(value / place));
  });
}

function readAll(items: readonly Item[], bytesOf: (item: Item) => readonly number[]): ReadList | null {
  const [first] = items;
  const last = items.at(-1);
  const bytes = Uint8Array.from(items.flatMap(bytesOf));
  return first === undefined || last === undefined || bytes.length < fewestItems
    ? null
    : { from: first.from, to: last.to, bytes };
}

/** Not at the ends: what stands there is a part of something longer. */
const alone = /(?<=\s)\S(?=\s)/g;
/** Where a row of a dump stands in the whole. */
const place = /(?<!\S)[0-9a-f]{7,8}(?!\S)/g;

/** Characters with nothing but spaces between them; also those that lists are written with. */
function readSpaced(text: string): ReadList | null {
  const places = Array.from(text.matchAll(alone), ({ index }) => index);
  const [from] = places;
  const last = places.at(-1);
  if (from === undefined || last === undefined || places.length < fewestItems) return null;
  return { from, to: last + 1, bytes: Buffer.from(text.replace(place, ' ').replace(/\s+/g, ''), 'latin1') };
}

function toDecodings({ bytes, ...place }: ReadList): Decoding[] {
  if (isPacked(bytes)) return [{ ...place, read: (mostBytes) => unpack(bytes, mostBytes) }];
  return holdsText(bytes) ? [{ ...place, read: () => bytes }] : [];
}

/** Rather too often than not: what is seen may be mixed with what is not. */
function holdsText(bytes: Uint8Array): boolean {
  const count = bytes.reduce((sum, byte) => sum + (byte > 0x20 && byte < 0x7f ? 1 : 0), 0);
  return count >= fewestItems && count * leastShare >= bytes.length;
}
