import { ampersand, backslash, fold, hexValues, percent } from './fold.ts';

/** No escape is longer, however often it was escaped again. */
export const longestEscape = 20;
const mostRepeats = 3;
const mostBackslashes = 6;
const mostDigits = 7;

/**
 * What stands at a place: no escape (0), one that is cut off by the end of the text (-1), or a character and the length
 * of its escape, in one number. The character 0 is one that nobody sees.
 */
type Escape = number;
export const none: Escape = 0;
export const cutOff: Escape = -1;

function makeEscape(char: number, length: number): Escape {
  return (length << 8) | char;
}

/** Reads what opens at `at`. Repeated escaping (`%2541`, `\\u0041`, `&amp;#65;`) is undone at once. */
export function readEscape(chars: Uint8Array, at: number, end: number): Escape {
  const opener = chars[at];
  if (opener === percent) return readPercent(chars, at, end);
  if (opener === backslash) return readBackslashes(chars, at, end);
  return opener === ampersand ? readEntity(chars, at, end) : none;
}

function readPercent(chars: Uint8Array, at: number, end: number): Escape {
  let repeated = none;
  for (let from = at + 1, repeats = 0; ; from += 2, repeats += 1) {
    const value = readHex(chars, from, 2, end);
    if (value < 0) return value === cutOff ? cutOff : repeated;
    repeated = makeEscape(fold(value), from + 2 - at);
    if (value !== percent || repeats === mostRepeats) return repeated;
  }
}

function readBackslashes(chars: Uint8Array, at: number, end: number): Escape {
  let from = at + 1;
  while (from < end && from - at < mostBackslashes && chars[from] === backslash) from += 1;
  if (from === end) return cutOff;
  const char = chars[from] ?? 0;
  const value = readCoded(chars, from, end);
  if (value === cutOff) return cutOff;
  if (value > 0) return makeEscape(fold(value >>> 8), from + (value & 0xff) - at);
  return makeEscape('nrtbfv'.includes(String.fromCharCode(char)) ? 0 : char, from + 1 - at);
}

/** `u0041`, `u{41}`, `x41` or `101`: code and length in one number; negative if it is none. */
function readCoded(chars: Uint8Array, from: number, end: number): number {
  const kind = String.fromCharCode(chars[from] ?? 0);
  if (kind === 'x') return withLength(readHex(chars, from + 1, 2, end), 3);
  if (kind >= '0' && kind <= '3') return withLength(readOctal(chars, from, end), 3);
  if (kind !== 'u') return -2;
  if (from + 1 === end) return cutOff;
  if (chars[from + 1] !== 0x7b) return withLength(readHex(chars, from + 1, 4, end), 5);
  const close = findEnd(chars, from + 2, Math.min(end, from + 2 + mostDigits), 16);
  if (close === end) return cutOff;
  if (chars[close] !== 0x7d || close === from + 2) return -2;
  return withLength(readHex(chars, from + 2, close - from - 2, end), close + 1 - from);
}

function withLength(value: number, length: number): number {
  return value < 0 ? value : (Math.min(value, 0xffff) << 8) | length;
}

function readEntity(chars: Uint8Array, at: number, end: number): Escape {
  let from = at + 1;
  for (let repeats = 0; repeats < 2 && isAmp(chars, from, end); repeats += 1) from += 4;
  if (from === end) return cutOff;
  return chars[from] === 0x23 ? readNumbered(chars, at, from + 1, end) : readNamed(chars, at, from, end);
}

function readNumbered(chars: Uint8Array, at: number, from: number, end: number): Escape {
  const radix = chars[from] === 0x78 ? 16 : 10;
  const start = radix === 16 ? from + 1 : from;
  const close = findEnd(chars, start, Math.min(end, start + mostDigits), radix);
  if (close >= end) return cutOff;
  if (close === start) return none;
  const value = Number.parseInt(String.fromCharCode(...chars.subarray(start, close)), radix);
  return makeEscape(fold(Math.min(value, 0xff)), close + (chars[close] === 0x3b ? 1 : 0) - at);
}

/** HTML's names for what is ASCII and no letter, in the order of their codes. */
const names = [
  ...['excl 21', 'quot 22', 'num 23', 'dollar 24', 'percnt 25', 'amp 26', 'apos 27', 'lpar 28', 'rpar 29', 'ast 2a'],
  ...['plus 2b', 'comma 2c', 'hyphen 2d', 'dash 2d', 'period 2e', 'sol 2f', 'colon 3a', 'semi 3b', 'lt 3c'],
  ...['equals 3d', 'gt 3e', 'quest 3f', 'commat 40', 'lsqb 5b', 'lbrack 5b', 'bsol 5c', 'rsqb 5d', 'rbrack 5d'],
  ...['hat 5e', 'lowbar 5f', 'grave 60', 'lcub 7b', 'lbrace 7b', 'vert 7c', 'verbar 7c', 'rcub 7d', 'rbrace 7d'],
  ...['nbsp a0', 'shy ad', 'zwj a0', 'zwnj a0', 'tab 09', 'newline 0a'],
].map((entry) => entry.split(' '));
const codes = new Map(names.map(([name = '', code = '']) => [name, Number.parseInt(code, 16)]));
const longestName = 8;

function readNamed(chars: Uint8Array, at: number, from: number, end: number): Escape {
  let close = from;
  while (close < end && close - from < longestName && isLetter(chars[close] ?? 0)) close += 1;
  if (close === end) return cutOff;
  const code = chars[close] === 0x3b ? codes.get(String.fromCharCode(...chars.subarray(from, close))) : undefined;
  if (code !== undefined) return makeEscape(fold(code), close + 1 - at);
  return from === at + 1 ? none : makeEscape(ampersand, from - at);
}

function isLetter(char: number): boolean {
  return char >= 0x61 && char <= 0x7a;
}

const amp = Buffer.from('amp;');

function isAmp(chars: Uint8Array, from: number, end: number): boolean {
  return from + amp.length <= end && amp.every((char, at) => chars[from + at] === char);
}

function findEnd(chars: Uint8Array, from: number, end: number, radix: number): number {
  let at = from;
  while (at < end && (hexValues[chars[at] ?? 0] ?? radix) < radix) at += 1;
  return at;
}

/** -1: cut off by the end; -2: no such number. */
function readHex(chars: Uint8Array, from: number, digits: number, end: number): number {
  let value = 0;
  for (let at = from; at < from + digits; at += 1) {
    if (at >= end) return cutOff;
    const digit = hexValues[chars[at] ?? 0] ?? 255;
    if (digit > 15) return -2;
    value = value * 16 + digit;
  }
  return value;
}

function readOctal(chars: Uint8Array, from: number, end: number): number {
  let value = 0;
  for (let at = from; at < from + 3; at += 1) {
    if (at >= end) return cutOff;
    const digit = (chars[at] ?? 0) - 0x30;
    if (digit < 0 || digit > 7) return -2;
    value = value * 8 + digit;
  }
  return value;
}
