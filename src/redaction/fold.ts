/**
 * How characters are compared. Spellings that mean the same to a reader become one: letters of both cases, both base64
 * alphabets (`-` is `+`, `_` is `/`), and both fillers that providers mask a key with (`.` is `*`). What a reader does
 * not see, or sees as space, is no character at all: white space, controls and everything beyond ASCII.
 */
export function fold(code: number): number {
  if (code <= 0x20 || code >= 0x7f) return 0;
  if (code >= 0x41 && code <= 0x5a) return code + 0x20;
  return sameAs.get(code) ?? code;
}

const sameAs = new Map([...'-+', ...'_/', ...'.*'].map(codeOf).flatMap((code, at, all) => pair(code, at, all)));

function codeOf(character: string): number {
  return character.charCodeAt(0);
}

function pair(code: number, at: number, all: readonly number[]): [number, number][] {
  return at % 2 === 0 ? [[code, all[at + 1] ?? code]] : [];
}

/** The same for every byte, as a table. */
export const folded = Uint8Array.from({ length: 256 }, (_, code) => fold(code));

export const star = codeOf('*');
export const percent = codeOf('%');
export const backslash = codeOf('\\');
export const ampersand = codeOf('&');

/** By folded character: 1 for those that bytes in numbers are written with, hexadecimal or decimal. */
export const isNumeric = markCharacters('0123456789abcdefx,;:+');

/** By folded character: 1 for those that a word of a key is made of; such a word ends at quotes, brackets and the like. */
export const isWordLike = markCharacters('abcdefghijklmnopqrstuvwxyz0123456789+/*=~');

/** Letters and signs are no part of a decimal list. */
export function isDecimalBreak(char: number): boolean {
  return char >= 0x61 || char === 0x2b;
}

function markCharacters(characters: string): Uint8Array {
  const marks = new Uint8Array(256);
  for (const character of characters) marks[codeOf(character)] = 1;
  return marks;
}

/** The value of a folded hexadecimal digit; 16 or more for all else. */
export const hexValues = Uint8Array.from({ length: 256 }, (_, code) => {
  const value = '0123456789abcdef'.indexOf(String.fromCharCode(code));
  return value === -1 ? 255 : value;
});
