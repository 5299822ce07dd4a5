import { isBlankByte } from './bytes.ts';
import { fewestLetters } from './codes.ts';
import { mayBeEscaped } from './escape-finder.ts';
import { Budget, type Judge, judgeDecodings, type OnSpan } from './judging.ts';
import { endsPacked } from './packed-words.ts';
import { Region } from './region.ts';
import { decodeLines, decodeWord, isCoded, mayHide } from './word-decodings.ts';

/** So much of a word is let out before anybody knows that it is long. */
const visibleBytes = 12;
/** What was wrapped goes on in the next line, after lines that are no shorter than this. */
const shortestLine = 16;
const mostBytes = 64 * 1024;
const overlap = 4096;
const newline = 0x0a;
const carriageReturn = 0x0d;
/** In quoted-printable, a line that ends in it goes on. */
const equals = 0x3d;

/**
 * Words that are written in some code, such as base32, or packed: a word is held back until it ends, and judged as a
 * whole. If it looks like code it goes on in the next line.
 */
export class HiddenWords {
  readonly #judge: Judge;
  readonly #budget: Budget | null;
  readonly #region = new Region();
  /** Where in the region the last line begins, after its margin. */
  #line = 0;
  #isBetweenLines = false;
  /** It is packed, and too long to be held: all that follows is hidden. */
  #isDropped = false;

  constructor(judge: Judge, budget: Budget | null) {
    this.#judge = judge;
    this.#budget = budget;
  }

  /** Goes on with the word that the last piece ended in. Returns where it ends. */
  resume(piece: Uint8Array, isFinal: boolean, onSpan: OnSpan): number {
    return this.#region.length === 0 ? 0 : this.#goOn(piece, 0, isFinal, onSpan);
  }

  /** Reads the word at a place, which begins after `done`; the next escape is at `nextEscape`. Returns where the word ends. */
  enter(piece: Uint8Array, at: number, nextEscape: number, done: number, isFinal: boolean, onSpan: OnSpan): number {
    let from = at;
    while (from > done && !isBlankByte(piece[from - 1] ?? 0)) from -= 1;
    const to = findBlank(piece, at);
    if (to < piece.length && !mayHide(piece, from, to, nextEscape < to)) return to;
    if (from >= piece.length) return from;
    this.#region.open(from, visibleBytes);
    this.#line = 0;
    this.#isBetweenLines = false;
    this.#isDropped = false;
    return this.#goOn(piece, from, isFinal, onSpan);
  }

  /** The piece has ended. Returns from where on bytes wait for more. */
  leave(piece: Uint8Array): number {
    const { liveFrom } = this.#region;
    this.#region.from -= piece.length;
    return liveFrom;
  }

  reset(): void {
    this.#region.open(0, 0);
  }

  #goOn(piece: Uint8Array, from: number, isFinal: boolean, onSpan: OnSpan): number {
    let at = from;
    for (;;) {
      if (this.#isBetweenLines) at = this.#takeMargin(piece, at, onSpan);
      const end = this.#isBetweenLines ? at : findBlank(piece, at);
      this.#take(piece, at, end, onSpan);
      if (end === piece.length && !isFinal) return end;
      if (end === piece.length || !this.#isWrapped(piece[end] ?? 0)) {
        if (!this.#isDropped) this.#report(onSpan);
        this.reset();
        return end;
      }
      this.#isBetweenLines = true;
      at = end;
    }
  }

  #takeMargin(piece: Uint8Array, from: number, onSpan: OnSpan): number {
    let at = from;
    while (at < piece.length && isMargin(piece[at] ?? 0)) at += 1;
    this.#take(piece, from, at, onSpan);
    if (at === piece.length) return at;
    this.#isBetweenLines = false;
    this.#line = this.#region.length;
    return at;
  }

  #take(piece: Uint8Array, from: number, end: number, onSpan: OnSpan): void {
    for (let at = from; at < end; ) {
      const to = Math.min(end, at + mostBytes - this.#region.length);
      this.#region.add(piece.subarray(at, to));
      if (this.#isDropped) onSpan(this.#judge.unknownOwner, at, to);
      at = to;
      if (this.#region.length === mostBytes) this.#cut(onSpan);
    }
  }

  #cut(onSpan: OnSpan): void {
    const { bytes, from, length, settled } = this.#region;
    if (!this.#isDropped && endsPacked(joinLines(bytes, this.#line > 0).text)) {
      onSpan(this.#judge.unknownOwner, from + settled, from + length);
      this.#isDropped = true;
    }
    if (!this.#isDropped) this.#report(onSpan);
    this.#line = Math.max(0, this.#line - mostBytes + overlap);
    this.#region.shorten(overlap);
  }

  #isWrapped(next: number): boolean {
    if (next !== newline && next !== carriageReturn) return false;
    const length = this.#region.length - this.#line;
    if (this.#line > 0) return length >= shortestLine;
    const { bytes } = this.#region;
    return length >= fewestLetters && (bytes.at(-1) === equals || isCoded(bytes, 0, length));
  }

  #report(onSpan: OnSpan): void {
    const { bytes, length, settled, from: start } = this.#region;
    if (this.#line === 0 && !mayHide(bytes, 0, length, mayBeEscaped(bytes, 0, length))) return;
    const { text, places } = joinLines(bytes, this.#line > 0);
    const budget = this.#budget ?? new Budget(bytes.length);
    const isJoined = places !== null;
    const decodings = [...decodeWord(text, isJoined), ...(isJoined ? decodeLines(bytes, text.length) : [])];
    for (const { owner, from, to } of judgeDecodings(decodings, this.#judge, budget)) {
      const end = (places?.[to - 1] ?? to - 1) + 1;
      if (end > settled) onSpan(owner, start + Math.max(places?.[from] ?? from, settled), start + end);
    }
  }
}

function findBlank(piece: Uint8Array, from: number): number {
  let at = from;
  while (at < piece.length && !isBlankByte(piece[at] ?? 0)) at += 1;
  return at;
}

const margins = Buffer.from('\r\n\t >|#*');

/** What stands before the lines of a quotation, a comment, or a box. */
function isMargin(byte: number): boolean {
  return margins.includes(byte);
}

/** Lines as one, without their margins; and the place that each byte had. */
function joinLines(bytes: Uint8Array, isWrapped: boolean): { text: Uint8Array; places: Int32Array | null } {
  if (!isWrapped) return { text: bytes, places: null };
  const text = new Uint8Array(bytes.length);
  const places = new Int32Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === newline || byte === carriageReturn) {
      while (at + 1 < bytes.length && isMargin(bytes[at + 1] ?? 0)) at += 1;
      if (length > 0 && text[length - 1] === equals) length -= 1;
      continue;
    }
    text[length] = byte;
    places[length] = at;
    length += 1;
  }
  return { text: text.subarray(0, length), places: places.subarray(0, length) };
}
