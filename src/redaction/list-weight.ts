import { isBlankByte } from './bytes.ts';
import { backspace } from './noise.ts';

/** So many bytes of the same kind are written in it, at least. */
const fewestBytes = 12;
/** And so many of them anybody may see. */
const visibleBytes = 8;
const longestThing = 8;
/** What is no such thing counts against so many that are. */
const leak = 2;

const separators = Buffer.from(',:;\'"[]{}()\\&');
const isBetween = Uint8Array.from({ length: 256 }, (_, byte) =>
  isBlankByte(byte) || separators.includes(byte) ? 1 : 0,
);
/** How many bytes a number of so many digits stands for. */
const widths = [0, 1, 1, 1, 2, 2, 2, 0, 4];
const isDecimal = 1;
const isOther = 4;
/** By byte: decimal digits, those that are hexadecimal only, and all else. */
const digitKinds = Uint8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  if (/[0-9]/.test(character)) return isDecimal;
  if (byte === 0 || byte === backspace) return 0;
  return /[a-f]/i.test(character) ? 2 : isOther;
});

/** Up to three decimal digits; the other kinds of things are known by their length, as bits. */
export const decimalKind = 1;

/**
 * What stands between separators, by its length: single characters, or numbers in some notation. If there is enough of a
 * kind, it is a list.
 */
export class ListWeight {
  /** Bytes by the length of what they are written in; at 0, of those in up to three decimal digits. */
  readonly #counts = new Uint32Array(longestThing + 1);
  #found = 0;
  /** Where the next thing begins. */
  #thing = 0;
  /** The place up to which it may be seen: nobody can tell yet whether it is a list. */
  visible = Number.POSITIVE_INFINITY;

  /** `from`: where the list begins. */
  reset(from: number): void {
    this.#counts.fill(0);
    this.#found = 0;
    this.#thing = from;
    this.visible = Number.POSITIVE_INFINITY;
  }

  /** What there is enough of; 0 if it is no list. */
  get kinds(): number {
    return this.#found;
  }

  /** All bytes from the beginning of the list on are there, and those before `from` are known. */
  add(bytes: Uint8Array, from: number, to: number): void {
    const between = isBetween;
    let thing = this.#thing;
    for (let at = from; at < to; at += 1) {
      if (between[bytes[at] ?? 0] === 0) continue;
      if (at > thing) this.#count(bytes, thing, at);
      thing = at + 1;
    }
    this.#thing = thing;
  }

  /** So many bytes at the beginning are gone. */
  shorten(by: number): void {
    this.#thing = Math.max(this.#thing - by, 0);
  }

  #count(bytes: Uint8Array, from: number, to: number): void {
    const first = bytes[from] ?? 0;
    // As in `0x41`.
    const start = first === 0x30 && bytes[from + 1] === 0x78 ? from + 2 : from;
    let length = 0;
    let kinds = 0;
    for (let at = start; at < to && length <= longestThing; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte === backspace) length -= 1;
      else if (byte !== 0) length += 1;
      kinds |= digitKinds[byte] ?? 0;
    }
    if (length > longestThing || ((kinds & isOther) !== 0 && length !== 1)) {
      if (first !== 0x23 && first !== 0x3d) this.#lower();
      return;
    }
    this.#raise(length, widths[length] ?? 0, to);
    if (kinds === isDecimal && length <= 3) this.#raise(0, 1, to);
  }

  #raise(kind: number, by: number, at: number): void {
    const count = (this.#counts[kind] ?? 0) + by;
    this.#counts[kind] = count;
    if (count >= visibleBytes) this.visible = Math.min(this.visible, at);
    if (count >= fewestBytes) this.#found |= 1 << kind;
  }

  /** In a list, there is little else; but for what is left of an escape, as in `=0A` and `&#39;`. */
  #lower(): void {
    for (let kind = 0; kind <= longestThing; kind += 1) {
      this.#counts[kind] = Math.max((this.#counts[kind] ?? 0) - leak, 0);
    }
  }
}

/** The kinds of a whole text. */
export function findKinds(bytes: Uint8Array): number {
  const whole = Buffer.concat([bytes, end]);
  const weight = new ListWeight();
  weight.add(whole, 0, whole.length);
  return weight.kinds;
}

/** The last thing ends, too. */
const end = Buffer.from(' ');
