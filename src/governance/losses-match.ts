import { dropHidden } from '../model/hidden-characters.ts';
import { readableText } from './hidden-text.ts';
import { dropEqual } from './pair-equal.ts';
import { sharedPart, significantWords } from './significant-words.ts';

/** What differs is compared by words, each with each: a document that has more of it is not revised but replaced. */
const mostCompared = 300;
const mostWords = 60;

/** Earlier items without a counterpart among later ones, and those whose counterpart says it in other words. */
interface Matched<Item> {
  readonly lost: readonly Item[];
  readonly reworded: readonly (readonly [earlier: Item, later: Item])[];
}

/**
 * What became of earlier items. Each later item is the counterpart of one: first of an equal one, then, best likeness
 * first, of one that shares enough words. `textsOf` gives the texts by which two items may be alike, the first of which
 * tells whether they are equal; of each only what a reader of the page sees counts.
 */
export function matchItems<Item>(
  earlier: readonly Item[],
  later: readonly Item[],
  textsOf: (item: Item) => readonly string[],
  leastShared: number,
): Matched<Item> {
  const keyOf = (item: Item) => foldSeen(textsOf(item)[0] ?? '');
  const rest = dropEqual(earlier, later, keyOf);
  const wordsOf = (item: Item) => textsOf(item).map((text) => significantWords(seen(text), mostWords));
  const old = rest.some.slice(0, mostCompared).map(wordsOf);
  const young = rest.others.slice(0, mostCompared).map(wordsOf);
  const pairs = old.flatMap((words, from) =>
    young.map((others, to) => ({ from, to, part: likeness(words, others) })).filter(({ part }) => part >= leastShared),
  );
  const matched = new Map<Item, Item>();
  const taken = new Set<Item>();
  for (const { from, to } of pairs.sort((a, b) => b.part - a.part || a.from - b.from || a.to - b.to)) {
    const [one, other] = [rest.some[from], rest.others[to]];
    if (one === undefined || other === undefined || matched.has(one) || taken.has(other)) continue;
    matched.set(one, other);
    taken.add(other);
  }
  const reworded = [...matched].filter(([one, other]) => keyOf(one) !== keyOf(other));
  return { lost: rest.some.filter((item) => !matched.has(item)), reworded };
}

function likeness(words: readonly ReadonlySet<string>[], others: readonly ReadonlySet<string>[]): number {
  const parts = words.map((set, at) => sharedPart(set, others[at] ?? new Set()));
  return Math.max(...parts);
}

/** What stands in a comment, is struck out or is no text of the page was not said. */
function seen(text: string): string {
  return dropHidden(readableText(text));
}

/** Letter case, marks, white space and how accents are spelt make no other text. */
export function foldSeen(text: string): string {
  return seen(text)
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s*_`]+/g, ' ')
    .trim();
}
