import { isNoise } from './bytes.ts';
import { escapeByte, stepSequence } from './control-sequence.ts';

export const backspace = 0x08;
const noisyBytes = 40;
const widestQuiet = 8;

/** So many control sequences, or strikes over others, are more than one colour. */
const fewestStrikes = 3;

/** Whether somewhere, for 40 bytes, noise is never far; or whether there are many colours in it. */
export function isNoisy(bytes: Uint8Array, from: number, to: number): boolean {
  let since = -1;
  let last = -1;
  let strikes = 0;
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] ?? 0;
    if (!isNoise(byte)) continue;
    if (byte === escapeByte || byte === backspace) strikes += 1;
    if (at - last > widestQuiet || since === -1) since = at;
    last = at;
    if (at - since >= noisyBytes || strikes >= fewestStrikes) return true;
  }
  return false;
}

/** What one sees: without noise, and with the last of the characters that were written over each other. */
export function undress(word: Uint8Array): Uint8Array {
  const seen = new Uint8Array(word.length);
  let count = 0;
  let state = 0;
  for (const byte of word) {
    // As in text of two bytes for each character.
    if (byte === 0) continue;
    const next = stepSequence(state, byte);
    state = Math.max(next, 0);
    if (next !== -1) continue;
    if (byte === backspace) {
      count = Math.max(count - 1, 0);
    } else if (!isNoise(byte)) {
      seen[count] = byte;
      count += 1;
    }
  }
  return seen.subarray(0, count);
}
