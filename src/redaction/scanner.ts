import { longestEscape } from './escapes.ts';
import { Memory } from './memory.ts';
import type { Needles } from './needles.ts';
import { decodeDecimal, decodeHex, glanceHex } from './numbers.ts';
import { Reading } from './reading.ts';
import { findLastRun, type Run, scanDecimals, scanRuns } from './runs.ts';
import { unescapeView } from './unescape.ts';
import { View } from './view.ts';

/** Bytes of a piece, from the first to before the last, that are of a secret. Below 0: of the pieces before. */
export interface Span {
  readonly owner: number;
  readonly from: number;
  readonly to: number;
}

/** The same in a view; see `OnHit`. */
interface Hit extends Span {
  readonly sure: number;
}

export interface Findings {
  /** In no order; they may overlap, and be known from the piece before. */
  readonly spans: readonly Span[];
  /** Bytes from here on may be the beginning of a secret. */
  readonly liveFrom: number;
}

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
  readonly #glances: readonly [View, View] = [new View(), new View()];
  #spans: Span[] = [];
  #liveFrom = 0;
  #isFinal = false;
  /** What is unfinished at the end stays so. */
  #isClosed = false;

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
    this.#isClosed = isFinal || this.#reading.isClosed;
    if (!isFinal) this.#liveFrom -= this.#reading.countUnfinished();
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
      const { isNested, reachesEnd, cutAt } = unescapeView(source, level, this.#needles.reach - 1, this.#isClosed);
      this.#scanWithNumbers(level);
      if (reachesEnd) this.#judgeEnd(level, cutAt);
      hasEscapes = isNested;
      source = level;
    }
  }

  #scanWithNumbers(view: View): void {
    this.#scanView(view);
    const scan = () => this.#scanView(this.#numbers);
    scanRuns(view, (run) => {
      if (this.#mayHoldHex(view, run)) this.#decodeHex(view, run, scan);
      scanDecimals(view, run, (part) => this.#decodeDecimal(view, part, scan));
    });
  }

  #mayHoldHex(view: View, run: Run): boolean {
    glanceHex(view, run, ...this.#glances);
    let isHit = false;
    for (const glance of this.#glances) {
      this.#needles.scan(glance, true, () => {
        isHit = true;
      });
    }
    return isHit;
  }

  #decodeHex(view: View, run: Run, onDecoded: (pendingAt: number) => void): void {
    for (const phase of [0, 1] as const) onDecoded(decodeHex(view, run, phase, this.#numbers, this.#isClosed));
  }

  #decodeDecimal(view: View, run: Run, onDecoded: (pendingAt: number) => void): void {
    this.#reading.locate(view.first[run.from] ?? 0, view.last[run.to - 1] ?? 0);
    const isApart = (at: number) => this.#hasGap(view.last[at - 1] ?? 0, at < view.length ? (view.first[at] ?? 0) : -1);
    onDecoded(decodeDecimal(view, run, isApart, this.#numbers, this.#isClosed));
  }

  #scanView(view: View): void {
    this.#needles.scan(view, this.#isClosed, (owner, from, sure, to) => this.#addHit(view, { owner, from, sure, to }));
  }

  /** What stands at the end may go on: that is held back, or hidden if nothing follows. */
  #judgeEnd(view: View, cutAt: number): void {
    this.#judgePartial(view, cutAt);
    const run = findLastRun(view, this.#memorySize);
    if (run.from === run.to) return;
    const judge = (pendingAt: number) =>
      this.#judgePartial(this.#numbers, pendingAt === -1 ? -1 : (view.first[pendingAt] ?? 0));
    this.#decodeHex(view, run, judge);
    this.#decodeDecimal(view, run, judge);
  }

  /** `cutAt`: the plain character from which on something is not complete; -1 if all is. */
  #judgePartial(view: View, cutAt: number): void {
    const from = view.length - this.#needles.countLive(view, view.length);
    if (!this.#isFinal) this.#holdBack(view, from, from < view.length ? (view.first[from] ?? 0) : cutAt);
    const owner = this.#isFinal ? this.#needles.findOwner(view, view.length - from) : -1;
    if (owner !== -1) this.#addHit(view, { owner, from, sure: view.length, to: view.length });
  }

  /** `first`: the plain character at the index `from` of the view; -1 if nothing has begun. */
  #holdBack(view: View, from: number, first: number): void {
    const { at, view: plain } = this.#reading;
    if (first === -1 || this.#isClosed) return;
    const start = this.#skipLines(view, from, first, plain.length);
    if (start < plain.length) this.#liveFrom = Math.min(this.#liveFrom, at[start] ?? 0);
  }

  #addHit(view: View, { owner, from, sure, to }: Hit): void {
    const first = view.first[from] ?? 0;
    const last = view.last[to - 1] ?? 0;
    this.#reading.locate(first, last);
    const { at } = this.#reading;
    const start = this.#skipLines(view, from, first, view.last[sure - 1] ?? 0);
    this.#spans.push({ owner, from: at[start] ?? 0, to: (at[last] ?? 0) + 1 });
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

  /** Whether there is something unseen between two plain characters, or after the first if there is no other (-1). */
  #hasGap(previous: number, next: number): boolean {
    const { at, byteLength } = this.#reading;
    return (next === -1 ? byteLength : (at[next] ?? 0)) - (at[previous] ?? 0) > 1;
  }
}
