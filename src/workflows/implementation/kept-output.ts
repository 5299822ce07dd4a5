const mostAtStart = 1024 * 1024;
const mostAtEnd = 1024 * 1024;

/** What a command said, in the order in which it was heard; of very much the beginning and the end. */
export class KeptOutput {
  #start = '';
  #end = '';
  #lost = 0;

  get isEmpty(): boolean {
    return this.#start === '';
  }

  push(text: string): void {
    const room = mostAtStart - this.#start.length;
    if (room > 0) this.#start += text.slice(0, room);
    if (text.length <= room) return;
    this.#end += text.slice(Math.max(0, room));
    if (this.#end.length <= mostAtEnd * 2) return;
    this.#lost += this.#end.length - mostAtEnd;
    this.#end = this.#end.slice(-mostAtEnd);
  }

  get text(): string {
    const gap = this.#lost === 0 ? '' : `\n[${this.#lost} characters are left out here]\n`;
    return `${this.#start}${gap}${this.#end}`.toWellFormed();
  }
}
