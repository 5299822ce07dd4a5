import { escapeByte } from './control-sequence.ts';
import { backspace } from './noise.ts';

const percent = 0x25;
const ampersand = 0x26;
const equals = 0x3d;
const backslash = 0x5c;
const openers = [percent, ampersand, equals, backslash, escapeByte, backspace] as const;

/** A first glance, which cannot miss: whether there may be an escape. */
export function mayBeEscaped(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte > backslash || opens[byte] !== 1) continue;
    if (isOpen(bytes, byte, at)) return true;
  }
  return false;
}

const opens = Uint8Array.from({ length: backslash + 1 }, (_, byte) =>
  [percent, ampersand, equals, backslash].includes(byte) ? 1 : 0,
);

/** How gzip begins in base64. */
const packed = Buffer.from('H4sI');

/** Finds what may open an escape or a control sequence, strikes over, or begins packed, one after the other. */
export class EscapeFinder {
  readonly #bytes: Buffer;
  readonly #next: number[];

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#next = [...openers, packed].map(() => -1);
  }

  /** The first place from `from` on; the length of the text if there is none. */
  find(from: number): number {
    let first = this.#bytes.length;
    for (let index = 0; index < this.#next.length; index += 1) {
      if ((this.#next[index] ?? 0) < from) this.#next[index] = this.#seek(openers[index], from);
      first = Math.min(first, this.#next[index] ?? first);
    }
    return first;
  }

  #seek(opener: number | undefined, from: number): number {
    let at = this.#bytes.indexOf(opener ?? packed, from);
    while (at !== -1 && opener !== undefined && !isOpen(this.#bytes, opener, at)) {
      at = this.#bytes.indexOf(opener, at + 1);
    }
    return at === -1 ? this.#bytes.length : at;
  }
}

/** Whether what follows can be an escape. */
function isOpen(bytes: Uint8Array, opener: number, at: number): boolean {
  const next = bytes[at + 1] ?? 0;
  if (opener === backspace) return true;
  if (opener === escapeByte) return next === 0x5b;
  if (opener === backslash) return next > 0x20;
  // The number sign is before it where everything is written backwards.
  if (opener === ampersand) return next === 0x23 || bytes[at - 1] === 0x23 || (isLetter(next) && hasEnd(bytes, at));
  return isHex(next, opener) && isHex(bytes[at + 2] ?? 0, opener);
}

function isLetter(byte: number): boolean {
  return (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
}

/** Quoted-printable has capital letters. */
function isHex(byte: number, opener: number): boolean {
  const letter = opener === equals ? byte : byte & 0xdf;
  return (byte >= 0x30 && byte <= 0x39) || (letter >= 0x41 && letter <= 0x46);
}

const semicolon = 0x3b;
const longestName = 8;

function hasEnd(bytes: Uint8Array, at: number): boolean {
  for (let end = at + 2; end < at + 2 + longestName; end += 1) if (bytes[end] === semicolon) return true;
  return false;
}
