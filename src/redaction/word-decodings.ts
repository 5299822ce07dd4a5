import { marks } from './byte-marks.ts';
import { isBlankByte, reverseBytes } from './bytes.ts';
import {
  ascii85,
  base32,
  base64,
  base85,
  binary,
  type Code,
  decode,
  fewestLetters,
  findLetters,
  findText,
  hexadecimal,
  uuencode,
} from './codes.ts';
import { mayBeEscaped } from './escape-finder.ts';
import { lookOver, markWord } from './first-look.ts';
import type { Decoding } from './judging.ts';
import { backspace, isNoisy, undress } from './noise.ts';
import { decodePacked, findAllPacked, type Trial } from './packed-words.ts';
import { type Unescaped, unescapeBytes } from './written-escapes.ts';

const textTrials: readonly Trial[] = [
  { mark: marks.base64, code: base64 },
  { mark: marks.uuencode, code: uuencode },
  { mark: marks.ascii85, code: ascii85 },
  { mark: marks.base85, code: base85 },
  { mark: marks.base32, code: base32 },
  { mark: marks.hexadecimal, code: hexadecimal },
  { mark: marks.binary, code: binary },
];
/** In longer words, such as whole programs without a space, only what is written in a code as it stands is read. */
const mostEscapedBytes = 16 * 1024;
const shortestText = 12;

/** Whether there is a way to read a word that may lead somewhere. Most words end here. */
export function mayHide(bytes: Uint8Array, from: number, to: number, hasEscape: boolean): boolean {
  if (to - from < fewestLetters) return false;
  const seen = markWord(bytes, from, to);
  if (seen === 0 && !hasEscape) return false;
  return (
    (hasEscape && to - from <= mostEscapedBytes && mayBeEscaped(bytes, from, to)) ||
    ((hasEscape || (seen & marks.noise) !== 0) && isNoisy(bytes, from, to)) ||
    isCodedAs(seen, bytes, from, to) ||
    isCodedBackwards(seen, bytes, from, to)
  );
}

/** Whether a word is written in a code, or packed, as it stands. */
export function isCoded(bytes: Uint8Array, from: number, to: number): boolean {
  return isCodedAs(markWord(bytes, from, to), bytes, from, to);
}

function isCodedAs(seen: number, bytes: Uint8Array, from: number, to: number): boolean {
  return meansSomeText(seen, bytes, from, to) || findAllPacked(seen, bytes, from, to).length > 0;
}

function meansSomeText(seen: number, bytes: Uint8Array, from: number, to: number): boolean {
  for (const { mark, code } of textTrials) {
    if ((seen & mark) === 0) continue;
    for (let phase = 0; phase < code.letters; phase += 1) {
      if (findText(code, bytes, from + phase, to) !== -1) return true;
    }
  }
  return false;
}

/** What is read backwards; nobody does that with the lines of uuencode. */
const backwards =
  marks.base64 | marks.ascii85 | marks.base85 | marks.base32 | marks.hexadecimal | marks.binary | marks.packed;

function isCodedBackwards(seen: number, bytes: Uint8Array, from: number, to: number): boolean {
  const left = seen & backwards;
  if (left === 0) return false;
  const reversed = reverseBytes(bytes, from, to);
  // What is packed begins at the end then.
  const isPacked = base64.packedLeads[reversed[0] ?? 0] === 1;
  return isPacked ? isCodedAs(left, reversed, 0, to - from) : meansSomeText(left, reversed, 0, to - from);
}

/** All ways to read a word, forwards and backwards, that may lead somewhere. `isJoined`: it was made of several lines. */
export function decodeWord(word: Uint8Array, isJoined: boolean): Decoding[] {
  const seen = markWord(word, 0, word.length);
  return [
    ...decodeLetters(word, seen),
    ...unescapeWord(word).flatMap(({ text, isPrintable }) =>
      decodeWhole(word, text, isJoined || isPrintable ? always : mayHideMore),
    ),
    ...decodeWhole(word, undressNoisy(word), word.includes(backspace) ? always : mayHideMore),
    ...decodeBackwards(word, seen & backwards),
  ];
}

function unescapeWord(word: Uint8Array): Unescaped[] {
  return word.length > mostEscapedBytes ? [] : unescapeBytes(word);
}

function decodeLetters(word: Uint8Array, seen: number): Decoding[] {
  return [...decodeTexts(word, seen), ...decodePacked(word, seen)];
}

function decodeBackwards(word: Uint8Array, seen: number): Decoding[] {
  const reversed = reverseBytes(word, 0, word.length);
  const decodings = [
    ...decodeLetters(reversed, seen),
    ...unescapeWord(reversed).flatMap(({ text }) => decodeWhole(reversed, text, isMuchShorter)),
  ];
  return decodings.map(({ from, to, read }) => ({
    from: word.length - to,
    to: word.length - from,
    isRough: true,
    read,
  }));
}

/** Lines of uuencode, each of which begins with its length. `length`: of the text that they were joined to. */
export function decodeLines(lines: Uint8Array, length: number): Decoding[] {
  const written = Buffer.from(lines).toString('latin1').split(/\s+/).filter(isUuLine);
  if (written.length < 2) return [];
  const letters = Buffer.from(written.map((line) => line.slice(1)).join(''), 'latin1');
  return [{ from: 0, to: length, read: () => decode(uuencode, letters, 0, letters.length) }];
}

function isUuLine(line: string): boolean {
  return line.length > 1 && line.length - 1 === Math.ceil((line.charCodeAt(0) - 0x20) / 3) * 4 && /^[!-`]+$/.test(line);
}

function decodeTexts(word: Uint8Array, seen: number): Decoding[] {
  const decodings: Decoding[] = [];
  for (const { mark, code } of textTrials) if ((seen & mark) !== 0) addTexts(code, word, decodings);
  return decodings;
}

function addTexts(code: Code, word: Uint8Array, decodings: Decoding[]): void {
  for (let phase = 0; phase < code.letters; phase += 1) {
    for (let at = phase; ; ) {
      const found = findText(code, word, at, word.length);
      if (found === -1) break;
      const { from, to } = findLetters(code, word, found, 0, word.length);
      const first = from + ((found - from) % code.letters);
      decodings.push({ from, to: trim(word, found, to), read: () => decode(code, word, first, to) });
      at = to + code.letters - ((to - phase) % code.letters);
    }
  }
}

/** Without the quotes and brackets at the end, which some codes have letters for. */
function trim(word: Uint8Array, from: number, to: number): number {
  let end = to;
  while (end > from && closers.includes(word[end - 1] ?? 0)) end -= 1;
  return end;
}

const closers = Buffer.from('"\'`,;.)]}>');

/** As it was before it was coloured, or struck over; null if it was not. */
function undressNoisy(word: Uint8Array): Uint8Array | null {
  const bare = isNoisy(word, 0, word.length) ? undress(word) : word;
  return bare === word || bare.length < shortestText ? null : bare;
}

function decodeWhole(
  word: Uint8Array,
  plain: Uint8Array | null,
  isWorthIt: (plain: Uint8Array, word: Uint8Array) => boolean,
): Decoding[] {
  if (plain === null || !isWorthIt(plain, word)) return [];
  return [{ from: 0, to: trim(word, 0, word.length), isRough: true, read: () => plain }];
}

function always(): boolean {
  return true;
}

/** What was escaped more often than not: backwards, nobody else reads that. */
function isMuchShorter(plain: Uint8Array, word: Uint8Array): boolean {
  return plain.length * 2 <= word.length;
}

/** What escapes and colours alone hide is found elsewhere: here only what is written in a code besides. */
function mayHideMore(plain: Uint8Array): boolean {
  if (isNoisy(plain, 0, plain.length)) return true;
  let isHiding = false;
  const onWord = (at: number) => {
    const to = findBlank(plain, at, 1);
    const from = findBlank(plain, at, -1) + 1;
    const seen = markWord(plain, from, to);
    isHiding ||= isCodedAs(seen, plain, from, to) || isCodedBackwards(seen, plain, from, to);
    return to;
  };
  lookOver(plain, 0, 0, onWord, () => {
    isHiding = true;
    return plain.length;
  });
  return isHiding;
}

function findBlank(text: Uint8Array, from: number, step: 1 | -1): number {
  let at = from;
  while (at >= 0 && at < text.length && !isBlankByte(text[at] ?? 0)) at += step;
  return at;
}
