const patienceMs = 100;
const muchLength = 64 * 1024;

/**
 * Gathers texts or bytes and passes them on together, ten times a second, or when there are many: for what costs more for
 * each time than for each piece, and that nobody waits for.
 */
export class Gatherer<Piece extends { readonly length: number }> {
  readonly #pass: (pieces: readonly Piece[]) => void;
  #pieces: Piece[] = [];
  #length = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(pass: (pieces: readonly Piece[]) => void) {
    this.#pass = pass;
  }

  add(piece: Piece): void {
    this.#pieces.push(piece);
    this.#length += piece.length;
    this.#timer ??= setTimeout(() => this.flush(), patienceMs);
    if (this.#length >= muchLength) this.flush();
  }

  /** Passes on at once what has been gathered. */
  flush(): void {
    if (this.#timer === null) return;
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#length = 0;
    this.#pass(this.#pieces.splice(0));
  }
}
