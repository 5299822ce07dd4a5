/**
 * Text as one reader would see it: as it stands, with escapes resolved, or as the bytes that its numbers mean.
 * For each character (folded; 0 is none) the first and the last of the plain characters that it was made from.
 */
export class View {
  chars = new Uint8Array(0);
  /** The same memory, four characters in one number. */
  words = new Int32Array(0);
  first = new Int32Array(0);
  last = new Int32Array(0);
  /** Where the characters begin and end. */
  start = 0;
  length = 0;

  /** Empties it and makes room for so many characters. */
  clear(capacity: number): void {
    this.start = 0;
    this.length = 0;
    if (this.chars.length >= capacity) return;
    const size = (capacity + (capacity >>> 2) + 63) & ~63;
    this.chars = new Uint8Array(size);
    this.words = new Int32Array(this.chars.buffer);
    this.first = new Int32Array(size);
    this.last = new Int32Array(size);
  }

  add(char: number, first: number, last: number): void {
    const at = this.length;
    this.chars[at] = char;
    this.first[at] = first;
    this.last[at] = last;
    this.length = at + 1;
  }
}
