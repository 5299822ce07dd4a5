import { isBlankByte, isNoise } from './bytes.ts';
import { ascii85, base32, base64, base85, binary, type Code, hexadecimal, uuencode } from './codes.ts';

/** What a word may be written in. */
export const marks = {
  base64: 1 << 0,
  uuencode: 1 << 3,
  base32: 1 << 6,
  ascii85: 1 << 11,
  base85: 1 << 12,
  hexadecimal: 1 << 13,
  binary: 1 << 24,
  /** What is not seen stands between what is. */
  noise: 1 << 14,
  /** Letters of both cases, as packed data has them. */
  packed: 1 << 15,
} as const;

/** What a byte is, beside that. */
export const isBase32Letter = 1 << 16;
const isAscii85Letter = 1 << 17;
const isBase85Letter = 1 << 18;
export const isUpper = 1 << 19;
export const isLower = 1 << 20;
export const isBlank = 1 << 21;
export const isListed = 1 << 22;
export const isSeparator = 1 << 23;

/**
 * Text has no high bits: of three bytes in four letters, they are in these of the first, the second and the third letter.
 * For each of them there is a mark, beginning with that of the code.
 */
const highBitsOfFour = [32, 8, 2];
/** The same of five bytes in eight letters: in the first, second, fourth, fifth and seventh. */
const highBitsOfEight = [16, 2, 8, 1, 4];

export const ofFour = marks.base64 | marks.uuencode;
export const ofFive = marks.ascii85 | marks.base85;
export const isWideLetter = isAscii85Letter | isBase85Letter;
/** From the mark of such a letter to that of its code. */
export const wideShift = 6;
/** Also what is written between characters to strike over them, or in the second byte of each. */
const listCharacters = /[0-9A-Fa-f\0\x08\t-\r ,:;'"[\]{}()>&=\\]/;
const separators = /[\0\x08\t-\r ,:;'"[\]{}()&\\]/;

/** What is known of each byte. */
export const byteMarks = Int32Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  const has = (mark: number, isSo: boolean) => (isSo ? mark : 0);
  return (
    markLetter(base64, byte, marks.base64, highBitsOfFour) |
    markLetter(uuencode, byte, marks.uuencode, highBitsOfFour) |
    markLetter(base32, byte, marks.base32, highBitsOfEight) |
    has(marks.ascii85, isLead(ascii85, byte)) |
    has(marks.base85, isLead(base85, byte)) |
    has(marks.hexadecimal, isLetter(hexadecimal, byte)) |
    has(marks.binary, isLetter(binary, byte)) |
    has(marks.noise, isNoise(byte)) |
    has(isBase32Letter, isLetter(base32, byte)) |
    has(isAscii85Letter, isLetter(ascii85, byte)) |
    has(isBase85Letter, isLetter(base85, byte)) |
    has(isUpper, /[A-Z]/.test(character)) |
    has(isLower, /[a-z]/.test(character)) |
    has(isBlank, isBlankByte(byte)) |
    has(isListed, listCharacters.test(character)) |
    has(isSeparator, separators.test(character))
  );
});

function markLetter(code: Code, byte: number, first: number, highBits: readonly number[]): number {
  const value = code.values[byte] ?? -1;
  if (value < 0) return 0;
  const isPossible = (bits: number, at: number) => (at === 0 ? isLead(code, byte) : (value & bits) === 0);
  return highBits.reduce((all, bits, at) => all | (isPossible(bits, at) ? first << at : 0), 0);
}

function isLead({ textLeads }: Code, byte: number): boolean {
  return textLeads[byte] === 1;
}

function isLetter({ values }: Code, byte: number): boolean {
  return (values[byte] ?? -1) >= 0;
}

/** Whether lists have such a byte beside the single characters that are listed. */
export function isListByte(byte: number): boolean {
  return ((byteMarks[byte] ?? 0) & isListed) !== 0;
}
