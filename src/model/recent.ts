/**
 * Keeps what was worked out last for a text, up to a number of characters of those texts: for pure functions that are
 * asked about the same text again and again.
 */
export class Recent<Value> {
  readonly #maxCharacters: number;
  readonly #known = new Map<string, Value>();
  #characters = 0;

  constructor(maxCharacters: number) {
    this.#maxCharacters = maxCharacters;
  }

  get(text: string, workOut: (text: string) => Value): Value {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const value = workOut(text);
    this.#add(text, value);
    return value;
  }

  /** The oldest go first; a text that is too large for all is not kept. */
  #add(text: string, value: Value): void {
    if (text.length > this.#maxCharacters) return;
    for (const oldest of this.#known.keys()) {
      if (this.#characters + text.length <= this.#maxCharacters) break;
      this.#known.delete(oldest);
      this.#characters -= oldest.length;
    }
    this.#known.set(text, value);
    this.#characters += text.length;
  }
}
