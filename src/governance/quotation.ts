import { escapeUnsafe } from '../model/text.ts';
import { findOccurrences } from './occurrences.ts';
import { asTyped } from './typed-signs.ts';

/** Where a quote stands in a text of which white space was folded; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Words that stand more often are no quote of one place anyhow. */
const mostPlaces = 1000;

/**
 * Finds words that somebody says to have read in a text: white space may differ, as may signs that no keyboard has, and
 * marks of quotation may stand around them. The text is read as prompts show it, with hidden characters as escapes, so
 * that what was read can be quoted. Gives the first and the last place, or null if nobody wrote that.
 */
export function makeQuoteFinder(text: string): (quote: string) => readonly [first: Span, last: Span] | null {
  const folded = foldQuote(text);
  return (quote) => {
    const words = foldQuote(quote);
    for (const candidate of [words, /^["'“”‘’«»](.*)["'“”‘’«»]$/s.exec(words)?.[1]?.trim()]) {
      if (candidate === undefined || candidate === '') continue;
      const places = findOccurrences(folded, candidate, mostPlaces);
      const [first] = places;
      const last = places.at(-1);
      if (first === undefined || last === undefined) continue;
      const { length } = candidate;
      return [
        { start: first, end: first + length },
        { start: last, end: last + length },
      ];
    }
    return null;
  };
}

/** Whether these hide something depends on what stands around them, and a quote may begin or end there. */
const emojiParts = /[\u200d\ufe0e\ufe0f]|\\u(?:200d|fe0[ef])/gu;

/** A text as quotes are compared: composed, as it is typed, without marks of emphasis and code, every run of white space one space. */
export function foldQuote(text: string): string {
  const plain = escapeUnsafe(text.toWellFormed().normalize('NFC').replaceAll('\r\n', '\n').replace(/\r/g, '\n'));
  return asTyped(plain)
    .replace(emojiParts, '')
    .replace(/[*_`]+/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
