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

/** What stands for words that were left out. */
const omission = / ?(?:\[(?:\.{3}|…)\]|\.{3,}|…) ?/;
/** Shorter words on one side of an omission stand in any text. */
const leastPart = 8;
/** More is never left out of one statement. */
const mostOmitted = 500;

/**
 * Finds words that somebody says to have read in a text: white space may differ, as may signs that no keyboard has; marks of
 * quotation may stand around them, a full stop behind them, and an ellipsis for what was left out. The text is read as
 * prompts show it, with hidden characters as escapes, so that what was read can be quoted. Gives the first and the last
 * place, or null if nobody wrote that.
 */
export function makeQuoteFinder(text: string): (quote: string) => readonly [first: Span, last: Span] | null {
  const folded = foldQuote(text);
  return (quote) => {
    const words = foldQuote(quote);
    const bare = /^["'“”‘’«»](.*)["'“”‘’«»]$/s.exec(words)?.[1]?.trim() ?? words;
    const open = bare.replace(/(?<!\.)[.,;:!]$/, '');
    const parts = open.split(omission).filter((part) => part !== '');
    for (const candidate of [words, bare, open, ...(parts.length === 1 ? parts : [])]) {
      const places = findOccurrences(folded, candidate, mostPlaces);
      const [first, last] = [places[0], places.at(-1)];
      if (first !== undefined && last !== undefined) return [spanAt(first, candidate), spanAt(last, candidate)];
    }
    const whole =
      parts.length > 1 && parts.every(({ length }) => length >= leastPart) ? findInOrder(folded, parts) : null;
    return whole && [whole, whole];
  };
}

function spanAt(start: number, { length }: string): Span {
  return { start, end: start + length };
}

/** From the first part to the last, each near the one before it. */
function findInOrder(text: string, [first = '', ...others]: readonly string[]): Span | null {
  return (
    findOccurrences(text, first, mostPlaces)
      .map((start) =>
        others.reduce<Span | null>((span, part) => span && extend(text, span, part), spanAt(start, first)),
      )
      .find((span) => span !== null) ?? null
  );
}

function extend(text: string, { start, end }: Span, part: string): Span | null {
  const at = text.slice(end, end + mostOmitted + part.length).indexOf(part);
  return at < 0 ? null : { start, end: end + at + part.length };
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
