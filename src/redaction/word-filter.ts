import type { View } from './view.ts';

const indexBits = 21;
const wordBytes = 4;

/**
 * The first look at all text, which cannot miss. Twelve characters hold two whole words of four, side by side, and one
 * of them stands at an even place. So one word in eight characters is looked up among those of the secrets, and its
 * neighbours only if it is there.
 */
export class WordFilter {
  readonly #bits = new Int32Array(1 << (indexBits - 5));

  /** Knows all words of this text, at any place; 0 stands between texts. */
  constructor(text: Uint8Array) {
    const word = new Int32Array(1);
    const bytes = new Uint8Array(word.buffer);
    for (let at = 0; at + wordBytes <= text.length; at += 1) {
      bytes.set(text.subarray(at, at + wordBytes));
      if (bytes.includes(0)) continue;
      const index = hash(word[0] ?? 0);
      this.#bits[index >>> 5] = (this.#bits[index >>> 5] ?? 0) | (1 << (index & 31));
    }
  }

  /** Calls with the place of each word that may be part of a hit, in order. */
  scan({ words, start, length }: View, onWord: (at: number) => void): void {
    const bits = this.#bits;
    const end = length >>> 2;
    for (let at = (start >>> 3) << 1; at < end; at += 2) {
      if (look(bits, words[at] ?? 0) === 0) continue;
      if ((look(bits, words[at - 1] ?? 0) | look(bits, words[at + 1] ?? 0)) !== 0) onWord(at * wordBytes);
    }
  }
}

function look(bits: Int32Array, word: number): number {
  const index = hash(word);
  return ((bits[index >>> 5] ?? 0) >>> (index & 31)) & 1;
}

function hash(word: number): number {
  return Math.imul(word, 0x9e3779b1) >>> (32 - indexBits);
}
