/** What a model says and does, for the task's output: words as they come, what it does on lines of their own. */
export class Speech {
  readonly #print: (text: string) => void;
  #isLineOpen = false;

  constructor(print: (text: string) => void) {
    this.#print = print;
  }

  say(text: string): void {
    if (text === '') return;
    this.#print(text);
    this.#isLineOpen = !text.endsWith('\n');
  }

  note(line: string): void {
    this.endLine();
    this.#print(`${line}\n`);
  }

  endLine(): void {
    if (this.#isLineOpen) this.#print('\n');
    this.#isLineOpen = false;
  }
}
