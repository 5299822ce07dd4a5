/** When a line about a batch is made anew: when there is news, and once a second for what time alone changes. */
export class Redraw {
  #newsAt = Number.NaN;
  #second = Number.NaN;

  /** `newsAt`: when the last thing happened. */
  isDue(newsAt: number, now: number): boolean {
    const second = Math.floor(now / 1000);
    if (newsAt === this.#newsAt && second === this.#second) return false;
    this.#newsAt = newsAt;
    this.#second = second;
    return true;
  }
}
