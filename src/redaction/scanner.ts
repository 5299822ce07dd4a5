import { longestEscape } from './escapes.ts';
import { Memory } from './memory.ts';
import type { Needles } from './needles.ts';
import { decodeDecimal, decodeHex, findLastRun, mayBeDecimal, type Run, scanRuns } from './numbers.ts';
import { Reading } from './reading.ts';
import { unescapeView } from './unescape.ts';
import { View } from './view.ts';

/** Bytes of a piece, from the first to before the last, that are of a secret. Below 0: of the pieces before. */
export interface Span {
  readonly owner: number;
  readonly from: number;
  readonly to: number;
}

export interface Findings {
  /** In no order; they may overlap, and be known from the piece before. */
  readonly spans: readonly Span[];
  /** Bytes from here on may be the beginning of a secret. */
  readonly liveFrom: number;
}

/** Characters that are further apart do not belong together. */
const widestGap = 4096;
const mostLevels = 3;

/**
 * Looks at a piece of a stream in all ways that it can be read. One for all streams: it keeps nothing between two calls.
 *
 * What is found depends on the text alone, never on where it was cut. A line break belongs to what is unseen, because
 * terminals and encoders wrap; but the last few characters of a line that are no more than the beginning of a secret
 * (less than `isDeep`) are not held back for the next line, and so are never a part of a hit that goes on there.
 */
export class Scanner {
  readonly #needles: Needles;
  readonly #reading: Reading;
  readonly #memorySize: number;
  readonly #levels = Array.from({ length: mostLevels }, () => new View());
  readonly #numbers = new View();
  #spans: Span[] = [];
  #liveFrom = 0;
  #isFinal = false;

  constructor(needles: Needles) {
    this.#needles = needles;
    this.#memorySize = ((needles.reach + 1) * longestEscape + 7) & ~7;
    this.#reading = new Reading(this.#memorySize);
  }

  makeMemory(): Memory {
    return new Memory(this.#memorySize);
  }

  /** `isFinal`: nothing follows, so that what is unfinished is taken as it is, and enough of a secret is hidden. */
  scan(piece: Uint8Array, memory: Memory, isFinal: boolean): Findings {
    this.#spans = [];
    this.#isFinal = isFinal;
    this.#liveFrom = piece.length;
    this.#reading.read(piece, memory);
    this.#scanLevels();
    this.#reading.remember(memory);
    return { spans: this.#spans, liveFrom: this.#liveFrom };
  }

  /** As it stands; then with escapes resolved; then with those resolved that came out of escapes. */
  #scanLevels(): void {
    let source = this.#reading.view;
    this.#scanWithNumbers(source);
    this.#judgeEnd(source, -1);
    let hasEscapes = this.#reading.hasEscapes;
    for (const level of this.#levels) {
      if (!hasEscapes) return;
      const { isNested, reachesEnd, cutAt } = unescapeView(source, level, this.#needles.reach - 1, this.#isFinal);
      this.#scanWithNumbers(level);
      if (reachesEnd) this.#judgeEnd(level, cutAt);
      hasEscapes = isNested;
      source = level;
    }
  }

  #scanWithNumbers(view: View): void {
    this.#scanView(view);
    scanRuns(view, (run) => this.#decodeRun(view, run, () => this.#scanView(this.#numbers)));
  }

  /** Each way to read a run of numbers, one after the other. */
  #decodeRun(view: View, run: Run, onDecoded: (pendingAt: number) => void): void {
    for (const phase of [0, 1] as const) onDecoded(decodeHex(view, run, phase, this.#numbers, this.#isFinal));
    if (!mayBeDecimal(view, run)) return;
    this.#reading.locate(view.first[run.from] ?? 0, view.last[run.to - 1] ?? 0);
    const isApart = (at: number) => this.#gap(view.last[at - 1] ?? 0, view.first[at] ?? 0) > 1;
    onDecoded(decodeDecimal(view, run, isApart, this.#numbers, this.#isFinal));
  }

  /** Hits that overlap are one. */
  #scanView(view: View): void {
    let hit: Span | null = null;
    this.#needles.scan(view, this.#isFinal, (owner, from, to) => {
      if (hit !== null && from < hit.to) {
        hit = { ...hit, from: Math.min(hit.from, from), to: Math.max(hit.to, to) };
        return;
      }
      if (hit !== null) this.#addHit(view, hit);
      hit = { owner, from, to };
    });
    if (hit !== null) this.#addHit(view, hit);
  }

  /** What stands at the end may go on: that is held back, or hidden if nothing follows. */
  #judgeEnd(view: View, cutAt: number): void {
    this.#judgePartial(view, cutAt);
    const run = findLastRun(view, this.#memorySize);
    if (run.from === run.to) return;
    this.#decodeRun(view, run, (pendingAt) =>
      this.#judgePartial(this.#numbers, pendingAt === -1 ? -1 : (view.first[pendingAt] ?? 0)),
    );
  }

  /** `cutAt`: the plain character from which on something is not complete; -1 if all is. */
  #judgePartial(view: View, cutAt: number): void {
    const from = view.length - this.#needles.countLive(view, view.length);
    if (!this.#isFinal) this.#holdBack(view, from, from < view.length ? (view.first[from] ?? 0) : cutAt);
    const owner = this.#isFinal ? this.#needles.findOwner(view, view.length - from) : -1;
    if (owner !== -1) this.#addHit(view, { owner, from, to: view.length });
  }

  /** `first`: the plain character at the index `from` of the view; -1 if nothing has begun. */
  #holdBack(view: View, from: number, first: number): void {
    const { at, byteLength, view: plain } = this.#reading;
    if (first === -1 || byteLength - (at[plain.length - 1] ?? 0) > widestGap) return;
    const start = this.#skipGaps(this.#skipLines(view, from, first, plain.length), plain.length);
    if (start < plain.length) this.#liveFrom = Math.min(this.#liveFrom, at[start] ?? 0);
  }

  #addHit(view: View, { owner, from, to }: Span): void {
    const first = view.first[from] ?? 0;
    const last = view.last[to - 1] ?? 0;
    this.#reading.locate(first, last);
    if (this.#skipGaps(first, last + 1) !== first) {
      this.#addParts(view, { owner, from, to });
      return;
    }
    const { at } = this.#reading;
    const end = view.last[Math.min(to, from + this.#needles.reach) - 1] ?? 0;
    const start = this.#skipLines(view, from, first, end);
    this.#spans.push({ owner, from: at[start] ?? 0, to: (at[last] ?? 0) + 1 });
  }

  /** Two hits may stand far apart and look like one, for there is nothing between them. */
  #addParts(view: View, { owner, from, to }: Span): void {
    let start = from;
    for (let index = from + 1; index <= to; index += 1) {
      const isEnd = index === to || this.#gap(view.last[index - 1] ?? 0, view.first[index] ?? 0) > widestGap;
      if (!isEnd) continue;
      const isWhole = this.#skipGaps(view.first[start] ?? 0, (view.last[index - 1] ?? 0) + 1) === view.first[start];
      if (isWhole && index - start >= this.#needles.reach) this.#addHit(view, { owner, from: start, to: index });
      start = index;
    }
  }

  /** The first plain character, from `first` on, that no line break before `end` has set free. */
  #skipLines(view: View, index: number, first: number, end: number): number {
    const { line } = this.#reading;
    let from = first;
    let complete = index;
    for (let char = first + 1; char <= end; char += 1) {
      if (line[char] !== 1) continue;
      while (complete < view.length && (view.last[complete] ?? 0) < char) complete += 1;
      if (!this.#needles.isDeep(view, complete)) from = char;
    }
    return from;
  }

  /** The first plain character, from `first` on, after which no gap is too wide. */
  #skipGaps(first: number, end: number): number {
    let from = first;
    for (let char = first + 1; char < end; char += 1) if (this.#gap(char - 1, char) > widestGap) from = char;
    return from;
  }

  #gap(previous: number, char: number): number {
    return (this.#reading.at[char] ?? 0) - (this.#reading.at[previous] ?? 0);
  }
}
