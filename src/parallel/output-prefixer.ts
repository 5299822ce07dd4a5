import { AgentOsError } from '../model/errors.ts';
import { showSafely } from '../model/text.ts';
import { isPlainText } from './plain-bytes.ts';
import { type ByteText, measurePiece, overwriteLines, showBytes, toByteText } from './safe-lines.ts';

export interface PrefixerOptions {
  /** What each line starts with, such as `[LLD-137] `. */
  readonly prefix: string;
  /** Gets whole lines only, each with the prefix and a newline. */
  write(lines: string): void;
  /** A longer line is shown in pieces, each a line of its own. Counted in bytes of input; 4 or more, 64 KiB if absent. */
  readonly maxLineBytes?: number;
}

const longestLine = 64 * 1024;

/**
 * Turns the bytes of one task into whole lines that say whose they are and that cannot drive a terminal.
 *
 * Contract: what is written depends on the bytes alone, never on where the chunks were cut. A carriage return
 * overwrites what its line has held so far, as on a terminal; pieces of a long line that were written stay.
 * Memory: one line of `maxLineBytes`, and what one chunk becomes.
 */
export class OutputPrefixer {
  readonly #options: PrefixerOptions;
  readonly #prefix: string;
  /** A newline and the prefix, as the replacement in `replaceAll`, where `$` has a meaning. */
  readonly #nextLine: string;
  readonly #maxLineBytes: number;
  /** What the unfinished line shows so far. */
  #held: ByteText = '';
  /** A carriage return came last: the next character takes the place of what is held. */
  #isAtLineStart = false;

  constructor(options: PrefixerOptions) {
    const { prefix, maxLineBytes = longestLine } = options;
    if (!Number.isInteger(maxLineBytes) || maxLineBytes < 4) {
      throw new AgentOsError('OPTION_INVALID', `maxLineBytes must be an integer of 4 or more, not ${maxLineBytes}`);
    }
    this.#options = options;
    this.#prefix = showSafely(prefix);
    this.#nextLine = `\n${this.#prefix.replaceAll('$', '$$$$')}`;
    this.#maxLineBytes = maxLineBytes;
  }

  push(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length; at += this.#maxLineBytes) {
      const lines = this.#take(chunk.subarray(at, at + this.#maxLineBytes));
      if (lines !== '') this.#options.write(lines);
    }
  }

  /** Writes what is left as a whole line. */
  end(): void {
    if (this.#held !== '') this.#options.write(this.#finishLine());
  }

  /** Of the lines in a chunk that is no longer than a line may be, only the first can be too long. */
  #take(chunk: Uint8Array): string {
    const text = toByteText(chunk);
    const first = text.indexOf('\n');
    if (first === -1) return this.#extendLine(text);
    const last = text.lastIndexOf('\n');
    return (
      this.#extendLine(text.slice(0, first)) +
      this.#finishLine() +
      (last === first ? '' : this.#showLines(text.slice(first + 1, last), isPlainText(chunk))) +
      this.#extendLine(text.slice(last + 1))
    );
  }

  /** Adds to the unfinished line; returns the pieces that made it too long. */
  #extendLine(text: ByteText): string {
    let pieces = '';
    for (const [at, segment] of text.split('\r').entries()) {
      if (at > 0) this.#isAtLineStart = true;
      if (segment === '') continue;
      this.#held = this.#isAtLineStart ? segment : this.#held + segment;
      this.#isAtLineStart = false;
      while (this.#held.length > this.#maxLineBytes) pieces += this.#cutPiece();
    }
    return pieces;
  }

  #cutPiece(): string {
    const length = measurePiece(this.#held, this.#maxLineBytes);
    const piece = this.#showLines(this.#held.slice(0, length), false);
    this.#held = this.#held.slice(length);
    return piece;
  }

  #finishLine(): string {
    const line = this.#showLines(this.#held, false);
    this.#held = '';
    return line;
  }

  #showLines(lines: ByteText, isPlain: boolean): string {
    const shown = isPlain ? lines : showBytes(overwriteLines(lines));
    return `${this.#prefix}${shown.replace(/\n/g, this.#nextLine)}\n`;
  }
}
