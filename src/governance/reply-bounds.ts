import * as z from 'zod/mini';

/** The characters of one line of words. */
export const longestLine = 4000;

/** One line of words: a cell, a title, a sentence. */
export function shortText() {
  return z.string().check(z.maxLength(longestLine));
}

/** Markdown of a section. */
export function longText() {
  return z.string().check(z.maxLength(100_000));
}

/** A list that is counted before its items are read: reading a million wrong ones costs more than they are worth. */
export function listOf<Item extends z.core.$ZodType>(item: Item, most: number) {
  return z.pipe(z.array(z.unknown()).check(z.maxLength(most)), z.array(item));
}
