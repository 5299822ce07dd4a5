import { isWordLike } from './fold.ts';
import type { Needles, OnHit } from './needles.ts';
import {
  digestBytes,
  digestPart,
  firstIndex,
  hashFactor,
  type RedactionSketch,
  recordBytes,
  secondIndex,
} from './sketch.ts';
import type { View } from './view.ts';

interface KnownPart {
  readonly owner: number;
  readonly before: number;
  readonly after: number;
}

/**
 * For a process that has only a sketch. It finds whole secrets in every spelling, and parts of about twenty characters
 * that are private; shorter ones, masked forms and unfinished secrets at the end need the secrets themselves. It cannot
 * tell what may be the beginning of one, so its streams always hold back some characters.
 */
export class SketchNeedles implements Needles {
  readonly names: readonly string[];
  readonly reach: number;
  readonly #sketch: RedactionSketch;
  readonly #parts: ReadonlyMap<string, KnownPart>;

  constructor(sketch: RedactionSketch) {
    this.#sketch = sketch;
    this.names = [...sketch.names];
    this.#parts = readParts(sketch.parts);
    const around = [...this.#parts.values()].map(({ before, after }) => before + after);
    this.reach = Math.max(0, ...sketch.sizes) + Math.max(0, ...around) + 1;
  }

  scan(view: View, isFinal: boolean, onHit: OnHit): void {
    for (const size of this.#sketch.sizes) this.#scanSize(view, size, isFinal, onHit);
  }

  #scanSize({ chars, start, length }: View, size: number, isFinal: boolean, onHit: OnHit): void {
    const { bits } = this.#sketch;
    const leaving = power(hashFactor, size);
    let sum = 0;
    for (let at = start; at < length; at += 1) {
      const gone = at - size >= start ? (chars[at - size] ?? 0) : 0;
      sum = (Math.imul(sum, hashFactor) + (chars[at] ?? 0) - Math.imul(gone, leaving)) | 0;
      if (isSet(bits, firstIndex(sum)) && isSet(bits, secondIndex(sum)) && at + 1 - size >= start) {
        this.#confirm(chars.subarray(0, length), at + 1 - size, size, isFinal, onHit);
      }
    }
  }

  #confirm(chars: Uint8Array, from: number, size: number, isFinal: boolean, onHit: OnHit): void {
    const to = from + size;
    const part = this.#parts.get(digestPart(this.#sketch.salt, chars.subarray(from, to)));
    if (part === undefined) return;
    // What stands after it has to be seen first; it is held back until then.
    if (to + part.after > chars.length && !isFinal) return;
    onHit(
      part.owner,
      from - countWordLike(chars, from - 1, -1, part.before),
      to,
      to + countWordLike(chars, to, 1, part.after),
    );
  }

  countLive(view: View, end: number): number {
    return Math.min(this.reach - 1, end - view.start);
  }

  isDeep(): boolean {
    return true;
  }

  findOwner(): number {
    return -1;
  }
}

function readParts(records: Uint8Array): Map<string, KnownPart> {
  const parts = new Map<string, KnownPart>();
  for (let at = 0; at < records.length; at += recordBytes) {
    const record = Buffer.from(records.subarray(at, at + recordBytes));
    const [high = 0, low = 0, before = 0, after = 0] = record.subarray(digestBytes);
    parts.set(record.toString('hex', 0, digestBytes), { owner: (high << 8) | low, before, after });
  }
  return parts;
}

/** How many characters of a key's kind stand there, at most so many. */
function countWordLike(chars: Uint8Array, from: number, step: 1 | -1, most: number): number {
  let count = 0;
  while (count < most && isWordLike[chars[from + count * step] ?? 0] === 1) count += 1;
  return count;
}

function isSet(bits: Int32Array, index: number): boolean {
  return (((bits[index >>> 5] ?? 0) >>> (index & 31)) & 1) === 1;
}

function power(base: number, exponent: number): number {
  let result = 1;
  for (let count = 0; count < exponent; count += 1) result = Math.imul(result, base);
  return result;
}
