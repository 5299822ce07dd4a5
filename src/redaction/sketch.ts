import { fold } from './fold.ts';
import type { NamedSecret } from './own-needles.ts';
import type { Spelling } from './spelling.ts';
import { markPrivate } from './unknown-part.ts';
import { makeWholeVariants } from './variants.ts';

/**
 * What another process needs to recognise secrets that it must not know. Plain data, made to be sent.
 *
 * Whoever has it can ask, as often as he likes, whether some characters are a part of a secret. So it answers only for
 * parts that nobody can guess: each holds sixteen characters of the secret (84 bits and more, also without case), none
 * of them public by the key's format, and none of the first and last ones, which providers show. Otherwise the secret
 * could be read off it, one character after the other, from its public beginning on. Somebody who knows a dozen
 * characters in a row from elsewhere could still do that: a sketch is sent, and never written down.
 */
export interface RedactionSketch {
  readonly names: readonly string[];
  readonly salt: Uint8Array;
  /** All lengths of parts. */
  readonly sizes: Uint8Array;
  /** A filter over a cheap hash of each part: bits that many other texts set, too. */
  readonly bits: Int32Array;
  /** For each part a record of `recordBytes`: digest, owner, and how much of the secret is known to be around it. */
  readonly parts: Uint8Array;
}

const filterBits = 19;
export const digestBytes = 8;
export const recordBytes = digestBytes + 4;

const privateCharacters = 16;
/** Providers show so many characters of a key, at both ends, or fewer. */
const shownCharacters = 4;
/** Shorter secrets are nowhere shown in part, and their parts could be guessed: they are known as a whole. */
const shortSecret = privateCharacters + 2 * shownCharacters;
/** Parts overlap, so that together they cover all between the first and the last one. */
const stride = 4;

/** A piece of a spelling: folded characters, and how many more there are on both sides. */
interface Part {
  readonly owner: number;
  readonly chars: Uint8Array;
  readonly before: number;
  readonly after: number;
}

export function makeSketch(secrets: readonly NamedSecret[], salt: Uint8Array): RedactionSketch {
  const parts = secrets.flatMap(({ secret }, owner) =>
    makeWholeVariants(secret).flatMap((spelling) => cutParts(spelling, secret, owner)),
  );
  const bits = new Int32Array(1 << (filterBits - 5));
  for (const { chars } of parts) {
    for (const index of indexesOf(hashChars(chars))) bits[index >>> 5] = (bits[index >>> 5] ?? 0) | (1 << (index & 31));
  }
  return {
    names: secrets.map(({ name }) => name),
    salt,
    sizes: Uint8Array.from(new Set(parts.map(({ chars }) => chars.length))).sort(),
    bits,
    parts: Uint8Array.from(Buffer.concat(parts.map((part) => writeRecord(part, salt)).sort(Buffer.compare))),
  };
}

function cutParts({ text, origins, density }: Spelling, secret: string, owner: number): Part[] {
  const isUsable = markUsable(secret);
  const all = Array.from(text, (character, at) => ({ char: fold(character.charCodeAt(0)), origin: origins[at] ?? 0 }));
  const seen = all.filter(({ char }) => char !== 0);
  const chars = Uint8Array.from(seen, ({ char }) => char);
  const size = secret.length < shortSecret ? chars.length : Math.ceil(privateCharacters / density);
  return scanRegions(seen.map(({ origin }) => isUsable[origin] === true)).flatMap(({ from, to }) =>
    placeParts(from, to, size).map((at) => ({
      owner,
      chars: chars.slice(at, at + size),
      before: Math.min(at === from ? at : 0, 255),
      after: Math.min(at + size === to ? chars.length - to : 0, 255),
    })),
  );
}

function markUsable(secret: string): boolean[] {
  if (secret.length < shortSecret) return Array.from(secret, () => true);
  const end = secret.length - shownCharacters;
  const isPrivate = markPrivate(secret);
  const start = isPrivate.indexOf(true) + shownCharacters;
  return isPrivate.map((mark, at) => mark && at >= start && at < end);
}

/** From where to where the marks are set. */
function scanRegions(marks: readonly boolean[]): { from: number; to: number }[] {
  const starts = [...marks.keys()].filter((at) => marks[at] === true && marks[at - 1] !== true);
  return starts.map((from) => {
    const to = marks.indexOf(false, from);
    return { from, to: to === -1 ? marks.length : to };
  });
}

/** Every few characters, and one that ends where the region does. */
function placeParts(from: number, to: number, size: number): number[] {
  if (to - from < size) return [];
  const count = Math.ceil((to - size - from) / stride);
  return [...Array.from({ length: count }, (_, index) => from + index * stride), to - size];
}

function writeRecord({ owner, chars, before, after }: Part, salt: Uint8Array): Buffer {
  const tail = Buffer.from([owner >>> 8, owner & 0xff, before, after]);
  return Buffer.concat([Buffer.from(digestPart(salt, chars), 'hex'), tail]);
}

/** What a part is known by, as hexadecimal digits. */
export function digestPart(salt: Uint8Array, chars: Uint8Array): string {
  const { hash } = process.getBuiltinModule('node:crypto');
  return hash('sha256', Buffer.concat([salt, chars]), 'hex').slice(0, digestBytes * 2);
}

export const hashFactor = 0x01000193;

/** A hash that can roll on: the next one follows from the character that comes and the one that goes. */
function hashChars(chars: Uint8Array): number {
  return chars.reduce((sum, char) => (Math.imul(sum, hashFactor) + char) | 0, 0);
}

/** Which two bits of the filter a hash sets. */
function indexesOf(sum: number): [number, number] {
  return [firstIndex(sum), secondIndex(sum)];
}

export function firstIndex(sum: number): number {
  return Math.imul(sum ^ (sum >>> 15), 0x2c1b3c6d) >>> (32 - filterBits);
}

export function secondIndex(sum: number): number {
  return Math.imul(sum ^ (sum >>> 13), 0x297a2d39) >>> (32 - filterBits);
}
