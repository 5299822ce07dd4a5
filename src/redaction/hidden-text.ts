import { lookOver } from './first-look.ts';
import { HiddenLists } from './hidden-lists.ts';
import { HiddenWords } from './hidden-words.ts';
import type { Budget, Judge, OnSpan } from './judging.ts';

/**
 * What is hidden in one stream: written in a code, listed character by character, packed, or all of that in turn.
 * Contract: what is found does not depend on where the stream was cut. Of what is found, no more was let out than the
 * first few characters, before anybody could know what they are of.
 */
export class HiddenText {
  readonly #words: HiddenWords;
  readonly #lists: HiddenLists;

  /** `budget`: that of the text that this one was hidden in; null if it was in none. */
  constructor(judge: Judge, budget: Budget | null) {
    this.#words = new HiddenWords(judge, budget);
    this.#lists = new HiddenLists(judge, budget);
  }

  /** Returns from where on bytes wait for more. */
  scan(piece: Uint8Array, isFinal: boolean, onSpan: OnSpan): number {
    let words = this.#words.resume(piece, isFinal, onSpan);
    let lists = this.#lists.resume(piece, isFinal, onSpan);
    const enterWord = (at: number, nextEscape: number) => {
      words = this.#words.enter(piece, at, nextEscape, words, isFinal, onSpan);
      return words;
    };
    const enterList = (at: number) => {
      lists = this.#lists.enter(piece, at, lists, isFinal, onSpan);
      return lists;
    };
    lookOver(piece, words, lists, enterWord, enterList);
    // What stands at the end may be the beginning of something.
    if (words < piece.length) enterWord(piece.length, piece.length);
    if (lists < piece.length) enterList(piece.length);
    return Math.min(this.#words.leave(piece), this.#lists.leave(piece), piece.length);
  }

  reset(): void {
    this.#words.reset();
    this.#lists.reset();
  }
}
