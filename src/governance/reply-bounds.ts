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

/** A number, also as a text or a name that ends in it: `"1"`, `REQ-1`, `Finding 1`. */
export function namedNumber() {
  return z.pipe(z.transform(readNumber), z.int());
}

const name = /^\s*(?:[a-z]{1,12}[ -]?|#)?0*(\d{1,9})\s*$/i;

function readNumber(value: unknown): unknown {
  const digits = typeof value === 'string' ? name.exec(value)?.[1] : undefined;
  return digits === undefined ? value : Number(digits);
}

/** One of these words, in any letter case. */
export function oneOf<const Word extends string>(words: readonly Word[]) {
  const known = new Map<unknown, Word>(words.map((word) => [word.toLowerCase(), word]));
  const read = (value: unknown) => (typeof value === 'string' ? (known.get(value.toLowerCase()) ?? value) : value);
  return z.pipe(z.transform(read), z.enum(words));
}
