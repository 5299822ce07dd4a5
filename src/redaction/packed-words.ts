import { marks } from './byte-marks.ts';
import { base32, base64, type Code, decode, findLetters, hexadecimal } from './codes.ts';
import { markWord } from './first-look.ts';
import type { Decoding } from './judging.ts';
import { isUnpackable, unpack } from './unpack.ts';

/** A code, and the mark of words where it is worth a try. */
export interface Trial {
  readonly mark: number;
  readonly code: Code;
}

/** How it looks says little of what was packed. */
const anyMark = ~0;
const packedTrials: readonly Trial[] = [
  { mark: anyMark, code: base64 },
  { mark: marks.base32, code: base32 },
  { mark: marks.hexadecimal, code: hexadecimal },
];
/** What is shorter was not packed. */
const packedLetters = 16;
/** So many letters say whether something was. */
const mostProbed = 128;

interface Packed {
  readonly code: Code;
  readonly from: number;
  readonly to: number;
}

/** All ways to read what was packed. */
export function decodePacked(word: Uint8Array, seen: number): Decoding[] {
  return findAllPacked(seen, word, 0, word.length).map(({ code, from, to }) => ({
    from,
    to,
    read: (mostBytes) => unpack(decode(code, word, from, to), mostBytes),
  }));
}

/** Whether something packed goes on at the end of a word: then nobody can read what follows without what was before. */
export function endsPacked(word: Uint8Array): boolean {
  return findAllPacked(markWord(word, 0, word.length), word, 0, word.length).some(({ to }) => to === word.length);
}

const none: readonly Packed[] = [];

/** `seen`: the marks of the word. */
export function findAllPacked(seen: number, bytes: Uint8Array, start: number, end: number): readonly Packed[] {
  let found = none;
  for (const { mark, code } of packedTrials) {
    if (mark !== anyMark && (seen & mark) === 0) continue;
    const { values, packedLeads } = code;
    for (let at = start; at < end; at += 1) {
      if (packedLeads[bytes[at] ?? 0] !== 1) continue;
      const isStart = at === start || (values[bytes[at - 1] ?? 0] ?? -1) < 0;
      if (code === base64 ? !opensPacked(bytes, at) : !isStart && !opensHex(bytes, at)) continue;
      const { to } = findLetters(code, bytes, at, start, end);
      if (to - at < packedLetters || !isUnpackable(decode(code, bytes, at, Math.min(to, at + mostProbed)))) continue;
      found = [...found, { code, from: at, to }];
    }
  }
  return found;
}

/**
 * How gzip and zlib begin in base64, which is recognised anywhere, also in the middle of other letters: by the second
 * letter, the first one, and the first and the last of those that can be the third.
 */
const openings = new Map(
  ['4Hss', 'AeEH', 'Fe47', 'Jewz', 'Neor'].map((letters) => [letters.charCodeAt(0), Buffer.from(letters)]),
);
const isSecond = Uint8Array.from({ length: 256 }, (_, byte) => (openings.has(byte) ? 1 : 0));

function opensPacked(bytes: Uint8Array, at: number): boolean {
  const second = bytes[at + 1] ?? 0;
  if (isSecond[second] === 0) return false;
  const [, first, low = 0, high = 0] = openings.get(second) ?? [];
  const third = bytes[at + 2] ?? 0;
  return bytes[at] === first && third >= low && third <= high;
}

/** The same for gzip in hexadecimal digits. */
function opensHex(bytes: Uint8Array, at: number): boolean {
  return bytes[at + 2] === 0x38 && /^1f8b08/i.test(Buffer.from(bytes.subarray(at, at + 6)).toString('latin1'));
}
