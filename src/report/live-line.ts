import type { Redacted } from '../model/redacted.ts';

/** Where lines go besides the terminal itself. */
export interface LineSink {
  write(text: Redacted): unknown;
}

export interface LiveLineSetup {
  /** The terminal that shows the line: control sequences of ours round what was redacted. */
  readonly terminal: { write(text: string): unknown };
  /** False where nobody watches or the terminal is dumb: then whatever is printed goes through as it is. */
  readonly isEnabled: boolean;
  readonly columns: number;
  /** The line as it is now, not wider than that many cells, without a newline. */
  render(columns: number): Redacted;
}

/** Shown at once by terminals that can. Nothing wraps: the terminal may be narrower already than we know. */
const beginFrame = '\u001b[?2026h';
const endFrame = '\u001b[?2026l';
const forbidWrap = '\u001b[?7l';
const allowWrap = '\u001b[?7h';
const hideCursor = '\u001b[?25l';
const showCursor = '\u001b[?25h';
/**
 * The row, then all below: a narrower terminal may have made several rows of the line. Not in one: erasing from the first
 * cell of the screen makes some terminals keep what was there as history.
 */
const erase = '\r\u001b[K\u001b[C\u001b[J\r';

/**
 * One line that stays below scrolled output. The cursor rests at its start, where a resized terminal keeps it, so that
 * erasing never touches what was printed. The last column stays free. The caller has the timer.
 */
export class LiveLine {
  readonly #setup: LiveLineSetup;
  #columns: number;
  #shown = '';
  #isActive: boolean;
  #isCursorHidden = false;

  constructor(setup: LiveLineSetup) {
    this.#setup = setup;
    this.#columns = setup.columns;
    this.#isActive = setup.isEnabled;
  }

  /** Writes whole lines above the line; `sink` may be another stream of the same terminal. */
  print(lines: Redacted, sink: LineSink = this.#setup.terminal): void {
    if (lines.length === 0) return;
    if (this.#shown === '') {
      sink.write(lines);
      return;
    }
    this.#setup.terminal.write(`${beginFrame}${erase}`);
    sink.write(lines);
    this.#setup.terminal.write(`${placed(this.#shown)}${endFrame}`);
  }

  /** Draws what has changed. */
  update(): void {
    if (!this.#isActive) return;
    const line = this.#setup.render(Math.max(0, this.#columns - 1));
    if (line !== this.#shown) this.#draw(line);
  }

  /** The terminal has another width: what it made of the line is erased, and the line drawn anew. */
  resize(columns: number): void {
    this.#columns = columns;
    if (!this.#isActive) return;
    this.#draw(this.#setup.render(Math.max(0, columns - 1)));
  }

  /** Erases the line and gives the cursor back, until it is drawn again. */
  hide(): void {
    if (this.#isCursorHidden) this.#setup.terminal.write(`${erase}${showCursor}`);
    this.#isCursorHidden = false;
    this.#shown = '';
  }

  /** Hides it for good. */
  stop(): void {
    this.hide();
    this.#isActive = false;
  }

  #draw(line: string): void {
    const cursor = this.#isCursorHidden ? '' : hideCursor;
    this.#isCursorHidden = true;
    this.#shown = line;
    this.#setup.terminal.write(`${beginFrame}${cursor}${erase}${placed(line)}${endFrame}`);
  }
}

function placed(line: string): string {
  return `${forbidWrap}${line}${allowWrap}\r`;
}
