import { fold } from './fold.ts';
import type { Needles, OnHit } from './needles.ts';
import type { Spelling } from './spelling.ts';
import { markSurprising } from './unknown-part.ts';
import { makeVariants } from './variants.ts';
import type { View } from './view.ts';
import { WordFilter } from './word-filter.ts';

/** How many characters of any spelling make a hit. */
const gram = 12;
/** Around a hit, so many characters more are taken in on each side, if they go on as the secret does. */
const margin = 16;
/** So many characters at the end of a line stay held back; of fewer, a reader learns nothing. */
const deep = 6;
/** So many characters at the very end are hidden, though more may have been to come. */
const partial = 8;
/** A hit holds at least so many characters that only the secret's owner knows. */
const fewestSurprises = 3;

export interface NamedSecret {
  readonly name: string;
  readonly secret: string;
}

/**
 * For the process that holds the secrets: every spelling in plain, and the places in it in the order of the alphabet, so
 * that any part of any spelling is found by halving.
 */
export class OwnNeedles implements Needles {
  readonly names: readonly string[];
  readonly reach = gram + margin;
  readonly #text: Uint8Array;
  /** Places in the text, ordered by the characters there. */
  readonly #order: Int32Array;
  readonly #owners: Uint16Array;
  /** How many characters of its spelling are left, from each place on; 0 between spellings. */
  readonly #left: Uint16Array;
  /** How much surprise stands before each place. */
  readonly #surprise: Float32Array;
  readonly #filter: WordFilter;

  constructor(secrets: readonly NamedSecret[]) {
    this.names = secrets.map(({ name }) => name);
    const entries = secrets.flatMap(({ secret }, owner) => foldVariants(secret, owner));
    const size = entries.reduce((sum, { chars }) => sum + chars.length + 1, this.reach);
    this.#text = new Uint8Array(size);
    this.#owners = new Uint16Array(size);
    this.#left = new Uint16Array(size);
    this.#surprise = new Float32Array(size + 1);
    let end = 0;
    for (const entry of entries) end = this.#append(entry, end);
    this.#surprise.fill(this.#surprise[end] ?? 0, end);
    this.#order = this.#sortPlaces();
    this.#filter = new WordFilter(this.#text);
  }

  #append({ chars, surprises, owner }: FoldedVariant, from: number): number {
    this.#text.set(chars, from);
    this.#owners.fill(owner, from, from + chars.length);
    for (const [at, surprise] of surprises.entries()) {
      this.#left[from + at] = chars.length - at;
      this.#surprise[from + at + 1] = (this.#surprise[from + at] ?? 0) + surprise;
    }
    const end = from + chars.length;
    this.#surprise[end + 1] = this.#surprise[end] ?? 0;
    return end + 1;
  }

  #sortPlaces(): Int32Array {
    const places = Int32Array.from(this.#left.keys()).filter((place) => this.#left[place] !== 0);
    return places.sort((a, b) => this.#compare(this.#text, a, b, this.reach));
  }

  scan(view: View, _isFinal: boolean, onHit: OnHit): void {
    let next = view.start;
    this.#filter.scan(view, (word) => {
      for (let at = Math.max(next, word - gram + 4); at <= word && at + gram <= view.length; at = next) {
        const place = this.#findStrong(view.chars, at, gram);
        next = place === -1 ? at + 1 : this.#report(view, at, place, onHit);
      }
    });
  }

  /** Follows a hit for as long as the next one is the same hit, further on. Returns where to look next. */
  #report(view: View, at: number, place: number, onHit: OnHit): number {
    let more = 0;
    while (
      at + gram + more < view.length &&
      view.chars[at + gram + more] === this.#text[place + gram + more] &&
      this.#isStrong(place + more + 1, gram)
    ) {
      more += 1;
    }
    const from = at - this.#extend(view, at - 1, place - 1, -1);
    const end = at + gram + more;
    onHit(this.#owners[place] ?? 0, from, at + gram, end + this.#extend(view, end, place + gram + more, 1));
    return at + more + 1;
  }

  countLive(view: View, end: number): number {
    let count = 0;
    while (count + 1 < this.reach && end - count > view.start && this.#goesOn(view.chars, end - count - 1, count + 1))
      count += 1;
    return count;
  }

  isDeep(view: View, end: number): boolean {
    return end - deep >= view.start && this.#goesOn(view.chars, end - deep, deep);
  }

  findOwner(view: View, count: number): number {
    const place = count < partial ? -1 : this.#findStrong(view.chars, view.length - count, count);
    return place === -1 ? -1 : (this.#owners[place] ?? 0);
  }

  /** Whether these characters stand in some spelling, and more after them. */
  #goesOn(chars: Uint8Array, at: number, count: number): boolean {
    for (let index = this.#findFirst(chars, at, count); ; index += 1) {
      const place = this.#order[index];
      if (place === undefined || this.#compare(chars, at, place, count) !== 0) return false;
      if ((this.#left[place] ?? 0) > count) return true;
    }
  }

  /** How far text and spelling are the same from here on. */
  #extend({ chars, start, length }: View, at: number, place: number, step: 1 | -1): number {
    let count = 0;
    while (count < margin) {
      const index = at + count * step;
      const char = this.#text[place + count * step] ?? 0;
      if (char === 0 || index < start || index >= length || chars[index] !== char) break;
      count += 1;
    }
    return count;
  }

  /** A place of these characters where they are not just public or plain; -1 if there is none. */
  #findStrong(chars: Uint8Array, at: number, count: number): number {
    for (let index = this.#findFirst(chars, at, count); ; index += 1) {
      const place = this.#order[index];
      if (place === undefined || this.#compare(chars, at, place, count) !== 0) return -1;
      if (this.#isStrong(place, count)) return place;
    }
  }

  #isStrong(place: number, count: number): boolean {
    const surprise = (this.#surprise[place + count] ?? 0) - (this.#surprise[place] ?? 0);
    return (this.#left[place] ?? 0) >= count && surprise >= fewestSurprises;
  }

  /** The first place in order whose characters are not before these. */
  #findFirst(chars: Uint8Array, at: number, count: number): number {
    let low = 0;
    let high = this.#order.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(chars, at, this.#order[middle] ?? 0, count) > 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #compare(chars: Uint8Array, at: number, place: number, count: number): number {
    for (let offset = 0; offset < count; offset += 1) {
      const difference = (chars[at + offset] ?? 0) - (this.#text[place + offset] ?? 0);
      if (difference !== 0) return difference;
    }
    return 0;
  }
}

interface FoldedVariant {
  readonly owner: number;
  readonly chars: readonly number[];
  readonly surprises: readonly number[];
}

function foldVariants(secret: string, owner: number): FoldedVariant[] {
  const isSurprising = markSurprising(secret);
  return makeVariants(secret).map((spelling) => foldVariant(spelling, isSurprising, owner));
}

function foldVariant(
  { text, origins, density }: Spelling,
  isSurprising: readonly boolean[],
  owner: number,
): FoldedVariant {
  const all = Array.from(text, (character) => fold(character.charCodeAt(0)));
  const surprises = origins.map((origin) => (isSurprising[origin] === true ? density : 0));
  return { owner, chars: all.filter((char) => char !== 0), surprises: surprises.filter((_, at) => all[at] !== 0) };
}
