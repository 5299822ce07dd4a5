import { byteMarks, isBlank, isListed } from './byte-marks.ts';
import { endsInColumn } from './dump-rows.ts';
import { Budget, type Judge, judgeDecodings, type OnSpan } from './judging.ts';
import { decodeList } from './list-decodings.ts';
import { ListWeight } from './list-weight.ts';
import { Region } from './region.ts';

/** What is shorter is no list: a first look could miss it. */
const shortestList = 48;
/** After so many spaces, a list is at its end. */
const mostBlanks = 64;
const mostBytes = 64 * 1024;
const overlap = 4096;

/**
 * Lists of single characters or of numbers: no two bytes stand side by side that are neither digits, nor spaces, nor what
 * lists are written with. A list is held back until it ends, and judged as a whole.
 */
export class HiddenLists {
  readonly #judge: Judge;
  readonly #budget: Budget | null;
  readonly #region = new Region();
  readonly #weight = new ListWeight();
  #blanks = 0;
  /** What is known of the last byte. */
  #before = isListed;
  /** Beside the numbers of a dump, where they are shown as characters. */
  #isInColumn = false;

  constructor(judge: Judge, budget: Budget | null) {
    this.#judge = judge;
    this.#budget = budget;
  }

  /** Goes on with the list that the last piece ended in. Returns where it ends. */
  resume(piece: Uint8Array, isFinal: boolean, onSpan: OnSpan): number {
    return this.#region.length === 0 ? 0 : this.#goOn(piece, 0, isFinal, onSpan);
  }

  /** Reads the list at a place, which begins after `done`. Returns where it ends. */
  enter(piece: Uint8Array, at: number, done: number, isFinal: boolean, onSpan: OnSpan): number {
    const from = findStart(piece, at, done);
    this.#region.open(from, Number.POSITIVE_INFINITY);
    this.#isInColumn = false;
    this.#begin();
    const end = this.#findEnd(piece, from);
    if (end < piece.length && !this.#isWorthReading(piece, from, end)) return end;
    this.#weight.reset(0);
    this.#begin();
    return this.#goOn(piece, from, isFinal, onSpan);
  }

  #isWorthReading(piece: Uint8Array, from: number, end: number): boolean {
    if (end - from < shortestList) return false;
    this.#weight.reset(from);
    this.#weight.add(piece, from, end);
    return this.#weight.kinds !== 0;
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
    while (at < piece.length) {
      const end = this.#isInColumn ? findNewline(piece, at) : this.#findEnd(piece, at);
      this.#take(piece, at, end, onSpan);
      at = end;
      if (end === piece.length) break;
      if (!this.#isInColumn && !(this.#isList && endsInColumn(this.#region.bytes))) break;
      this.#isInColumn = !this.#isInColumn;
      this.#begin();
    }
    if (at < piece.length || isFinal) this.#finish(onSpan);
    return at;
  }

  #take(piece: Uint8Array, from: number, end: number, onSpan: OnSpan): void {
    for (let at = from; at < end; ) {
      const to = Math.min(end, at + mostBytes - this.#region.length);
      const { length } = this.#region;
      this.#region.add(piece.subarray(at, to));
      if (!this.#isInColumn) this.#weight.add(this.#region.bytes, length, this.#region.length);
      this.#region.settled = Math.min(this.#region.settled, this.#weight.visible);
      at = to;
      if (this.#region.length === mostBytes) this.#cut(onSpan);
    }
  }

  #begin(): void {
    this.#blanks = 0;
    this.#before = isListed;
  }

  #findEnd(piece: Uint8Array, from: number): number {
    const known = byteMarks;
    let before = this.#before;
    let blanks = this.#blanks;
    let at = from;
    for (; at < piece.length; at += 1) {
      const mark = known[piece[at] ?? 0] ?? 0;
      blanks = (mark & isBlank) === 0 ? 0 : blanks + 1;
      // Two characters side by side are no list.
      if (((mark | before) & isListed) === 0 || blanks > mostBlanks) break;
      before = mark;
    }
    this.#before = before;
    this.#blanks = blanks;
    return at;
  }

  #cut(onSpan: OnSpan): void {
    if (this.#isList) this.#report(onSpan);
    this.#weight.shorten(this.#region.length - overlap);
    this.#region.shorten(overlap);
  }

  #finish(onSpan: OnSpan): void {
    if (this.#isList) this.#report(onSpan);
    this.reset();
  }

  get #isList(): boolean {
    return this.#region.length >= shortestList && this.#weight.kinds !== 0;
  }

  #report(onSpan: OnSpan): void {
    const { bytes, settled, from: start } = this.#region;
    const budget = this.#budget ?? new Budget(bytes.length);
    for (const { owner, from, to } of judgeDecodings(decodeList(bytes), this.#judge, budget)) {
      if (to > settled) onSpan(owner, start + Math.max(from, settled), start + to);
    }
  }
}

const newline = 0x0a;

function findNewline(piece: Uint8Array, from: number): number {
  const at = piece.indexOf(newline, from);
  return at === -1 ? piece.length : at;
}

/** Where the list begins that a place is in: after two characters side by side, or after many spaces. */
function findStart(piece: Uint8Array, at: number, done: number): number {
  const known = byteMarks;
  let from = at;
  let blanks = 0;
  let after = at < piece.length ? (known[piece[at] ?? 0] ?? 0) : isListed;
  for (; from > done; from -= 1) {
    const mark = known[piece[from - 1] ?? 0] ?? 0;
    blanks = (mark & isBlank) === 0 ? 0 : blanks + 1;
    if (((mark | after) & isListed) === 0 || blanks > mostBlanks) break;
    after = mark;
  }
  while (from < piece.length && ((known[piece[from] ?? 0] ?? 0) & isBlank) !== 0) from += 1;
  return from;
}
