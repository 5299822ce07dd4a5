import { fold } from './fold.ts';
import {
  escapeJson,
  escapeUri,
  join,
  reverse,
  type Spelling,
  slice,
  spell,
  toBase64,
  toUrlAlphabet,
} from './spelling.ts';
import { unescapeView } from './unescape.ts';
import { View } from './view.ts';

const shifts = [0, 1, 2];
/** Neither a place in the secret nor a part of it. */
const filler = -1;

/** All spellings that are looked for as they are. Case, escapes and numbers are resolved in the text instead. */
export function makeVariants(secret: string): Spelling[] {
  return distinct([...makeWholeVariants(secret), ...makeMaskedForms(spell(secret))]);
}

/** Those that hold the secret from end to end. */
export function makeWholeVariants(secret: string): Spelling[] {
  const plain = spell(secret);
  const written = distinct([plain, escapeJson(plain), escapeUri(plain)]);
  const once = written.flatMap(inBase64);
  const inner = once.flatMap((spelling) => [spelling, toUrlAlphabet(spelling) ?? spelling]);
  return distinct([plain, reverse(plain), unescapeSpelling(plain), ...once, ...distinct(inner).flatMap(inBase64)]);
}

function inBase64(spelling: Spelling): Spelling[] {
  return shifts.map((shift) => toBase64(spelling, shift));
}

/** As the secret looks once escapes are resolved that it only seems to hold. */
function unescapeSpelling({ text, origins, density }: Spelling): Spelling {
  const source = new View();
  source.clear(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const char = fold(text.charCodeAt(at));
    if (char !== 0) source.add(char, at, at);
  }
  const target = new View();
  unescapeView(source, target, text.length, true);
  const { chars, first, length } = target.length === 0 ? source : target;
  return {
    text: String.fromCharCode(...chars.subarray(0, length)),
    origins: Array.from(first.subarray(0, length), (at) => origins[at] ?? 0),
    density,
  };
}

/** The widest form that a hit can have. */
const width = 12;
const fewestStars = 3;
const headLengths = [6, 7, 8];
const tailLengths = [3, 4, 5, 6];
const longestShown = 16;

/** As providers show a key: its first and its last characters, and something between them. */
function makeMaskedForms(plain: Spelling): Spelling[] {
  const { length } = plain.text;
  const shown = Array.from({ length: longestShown - tailLengths.length }, (_, at) => at + tailLengths.length);
  const heads = shown.filter((count) => count >= 6).map((count) => headBefore(plain, count));
  const tails = shown.map((count) => tailAfter(plain, count));
  const both = headLengths.flatMap((head) =>
    tailLengths.map((tail) => join(slice(plain, 0, head), stars(fewestStars), slice(plain, length - tail, length))),
  );
  return [...heads, ...tails, ...both];
}

function headBefore(plain: Spelling, count: number): Spelling {
  const from = Math.max(0, count - width + fewestStars);
  return join(slice(plain, from, count), stars(width - count + from));
}

function tailAfter(plain: Spelling, count: number): Spelling {
  const from = plain.text.length - count;
  const to = Math.min(plain.text.length, from + width - fewestStars);
  return join(stars(width - to + from), slice(plain, from, to));
}

function stars(count: number): Spelling {
  return { text: '*'.repeat(count), origins: Array.from({ length: count }, () => filler), density: 1 };
}

function distinct(spellings: readonly Spelling[]): Spelling[] {
  return [...new Map(spellings.map((spelling) => [spelling.text, spelling])).values()];
}
