import type { HiddenText } from './hidden-text.ts';
import type { Memory } from './memory.ts';
import type { Scanner, Span } from './scanner.ts';

/** So much is looked at in one go; memory for it exists once, for all streams. */
const pieceBytes = 64 * 1024;
const nothing = new Uint8Array(0);

/**
 * One stream without its secrets. Contract: what comes out depends on the bytes alone, never on where the chunks were
 * cut; without a secret in them it is the same bytes. Only what may be the beginning of a secret is held back, for as
 * long as it may: no timer and no idle moment sets it free.
 */
export class MaskedStream {
  readonly #scanner: Scanner;
  readonly #masks: readonly Uint8Array[];
  readonly #memory: Memory;
  /** Null if nothing that is hidden shall be looked for. */
  readonly #hidden: HiddenText | null;
  /** What was not let out yet: the last bytes before the next chunk. */
  #held: Uint8Array = nothing;
  /** Found, but not let out yet. Places count from the start of the next chunk. */
  #spans: readonly Span[] = [];
  /** Everything before is hidden already, by the last mask. */
  #maskedTo = Number.NEGATIVE_INFINITY;
  /** How many masks were let out, ever. */
  maskCount = 0;
  /** Whose the last one was. */
  lastOwner = -1;

  constructor(scanner: Scanner, masks: readonly Uint8Array[], hidden: HiddenText | null) {
    this.#scanner = scanner;
    this.#masks = masks;
    this.#memory = scanner.makeMemory();
    this.#hidden = hidden;
  }

  /** What comes out may be the memory that went in. */
  push(chunk: Uint8Array): Uint8Array {
    const parts: Uint8Array[] = [];
    for (let at = 0; at < chunk.length; at += pieceBytes) {
      this.#take(chunk.subarray(at, at + pieceBytes), false, parts);
    }
    return isUntouched(parts, chunk) ? chunk : join(parts);
  }

  /** What is left. The stream can begin anew. */
  end(): Uint8Array {
    const parts: Uint8Array[] = [];
    this.#take(nothing, true, parts);
    this.reset();
    return join(parts);
  }

  /** A text that is all there is: the same as to push it and to end, in one look. */
  redact(text: Uint8Array): Uint8Array {
    const parts: Uint8Array[] = [];
    let at = 0;
    for (; at + pieceBytes < text.length; at += pieceBytes) {
      this.#take(text.subarray(at, at + pieceBytes), false, parts);
    }
    this.#take(text.subarray(at), true, parts);
    this.reset();
    return isUntouched(parts, text) ? text : join(parts);
  }

  /** As if nothing had been; what was held back is lost. */
  reset(): void {
    this.#memory.forget();
    this.#hidden?.reset();
    this.#held = nothing;
    this.#spans = [];
    this.#maskedTo = Number.NEGATIVE_INFINITY;
  }

  #take(piece: Uint8Array, isFinal: boolean, parts: Uint8Array[]): void {
    const { spans, liveFrom } = this.#scanner.scan(piece, this.#memory, isFinal);
    const all = [...this.#spans, ...spans];
    const hiddenFrom = this.#hidden?.scan(piece, isFinal, (owner, from, to) => all.push({ owner, from, to }));
    const end = isFinal ? piece.length : Math.max(Math.min(liveFrom, hiddenFrom ?? liveFrom), -this.#held.length);
    all.sort((a, b) => a.from - b.from || b.to - a.to);
    this.#letOut(piece, all, end, parts);
    this.#held = end < piece.length ? Buffer.concat(this.#cut(piece, end, piece.length)) : nothing;
    this.#spans = all.filter(({ from }) => from >= end).map((span) => move(span, -piece.length));
    this.#maskedTo -= piece.length;
  }

  /** All bytes before `end`. */
  #letOut(piece: Uint8Array, spans: readonly Span[], end: number, parts: Uint8Array[]): void {
    let done = Math.max(-this.#held.length, this.#maskedTo);
    for (const { owner, from, to } of spans) {
      if (to <= done || from >= end) continue;
      // What follows at once is one with it.
      if (from > this.#maskedTo) {
        parts.push(...this.#cut(piece, done, from), this.#masks[owner] ?? nothing);
        this.maskCount += 1;
        this.lastOwner = owner;
      }
      done = to;
      this.#maskedTo = to;
    }
    parts.push(...this.#cut(piece, done, end));
  }

  #cut(piece: Uint8Array, from: number, to: number): Uint8Array[] {
    const held = this.#held.length;
    return [
      this.#held.subarray(Math.max(from + held, 0), Math.max(Math.min(to, 0) + held, 0)),
      piece.subarray(Math.max(from, 0), Math.max(to, 0)),
    ].filter(({ length }) => length > 0);
  }
}

function move({ owner, from, to }: Span, by: number): Span {
  return { owner, from: from + by, to: to + by };
}

/** True if the parts are the chunk itself, cut or not. */
function isUntouched(parts: readonly Uint8Array[], chunk: Uint8Array): boolean {
  let at = chunk.byteOffset;
  for (const { buffer, byteOffset, length } of parts) {
    if (buffer !== chunk.buffer || byteOffset !== at) return false;
    at += length;
  }
  return at === chunk.byteOffset + chunk.length;
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  return parts.length === 1 ? (parts[0] ?? nothing) : Buffer.concat(parts);
}
