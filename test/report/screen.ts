/**
 * A terminal, as far as the live line needs one: it wraps at its width unless told not to, folds long lines anew when it gets narrower, and
 * keeps the cursor at the character where it was. Lines are kept whole; rows are what is seen of them.
 */
export class Screen {
  written = '';
  isCursorShown = true;
  /** Begun, and not ended. */
  openFrames = 0;
  readonly history: string[] = [];
  #canWrap = true;
  #lines: string[] = [''];
  #line = 0;
  #column = 0;
  #columns: number;

  constructor(columns: number) {
    this.#columns = columns;
  }

  resize(columns: number): void {
    this.#columns = columns;
  }

  write(text: string): void {
    this.written += text;
    for (const [piece] of text.matchAll(/\u001b\[\??\d*[A-Za-z]|[\s\S]/g)) this.#take(piece);
  }

  /** Without an empty last line. */
  rows(): string[] {
    const width = Math.max(1, this.#columns);
    const rows = this.#lines.flatMap((line) => line.match(new RegExp(`.{1,${width}}`, 'g')) ?? ['']);
    return rows.at(-1) === '' ? rows.slice(0, -1) : rows;
  }

  /** A carriage return goes to the start of the row, not of a line that was folded. */
  #take(piece: string): void {
    if (piece === '\n') this.#breakLine();
    else if (piece === '\r') this.#column -= this.#column % Math.max(1, this.#columns);
    else if (piece === '\u001b[K') this.#eraseRow();
    else if (piece === '\u001b[C') this.#goRight();
    else if (piece === '\u001b[J') this.#eraseBelow();
    else if (piece === '\u001b[?7l') this.#canWrap = false;
    else if (piece === '\u001b[?7h') this.#canWrap = true;
    else if (piece === '\u001b[?25l') this.isCursorShown = false;
    else if (piece === '\u001b[?25h') this.isCursorShown = true;
    else if (piece === '\u001b[?2026h') this.openFrames += 1;
    else if (piece === '\u001b[?2026l') this.openFrames -= 1;
    else this.#put(piece);
  }

  #breakLine(): void {
    this.#line += 1;
    this.#column = 0;
    if (this.#lines.length === this.#line) this.#lines.push('');
  }

  #put(character: string): void {
    if (character.startsWith('\u001b')) throw new Error(`no terminal of ours knows ${JSON.stringify(character)}`);
    const line = (this.#lines[this.#line] ?? '').padEnd(this.#column);
    this.#lines[this.#line] = line.slice(0, this.#column) + character + line.slice(this.#column + 1);
    const width = Math.max(1, this.#columns);
    if (this.#canWrap || this.#column % width < width - 1) this.#column += 1;
  }

  #eraseRow(): void {
    const width = Math.max(1, this.#columns);
    const line = this.#lines[this.#line] ?? '';
    const rowEnd = this.#column - (this.#column % width) + width;
    this.#lines[this.#line] = `${line.slice(0, this.#column).padEnd(rowEnd)}${line.slice(rowEnd)}`.trimEnd();
  }

  #goRight(): void {
    const width = Math.max(1, this.#columns);
    if (this.#column % width < width - 1) this.#column += 1;
  }

  /** From the first cell of the screen, all that is there goes to the history first. */
  #eraseBelow(): void {
    if (this.#line === 0 && this.#column === 0) this.history.push(...this.#lines);
    this.#lines[this.#line] = (this.#lines[this.#line] ?? '').slice(0, this.#column).trimEnd();
    this.#lines.length = this.#line + 1;
  }
}
