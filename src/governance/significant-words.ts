/** Words that say nothing about what a text is about. Negations are among them: a text and its denial speak of the same. */
const emptyWords: ReadonlySet<string> = new Set(
  [
    'the and for are was were been being its his her their our your this that these those there then than with without',
    'from into onto over under upon about after before between during while when where which who whom whose what why how',
    'has have had does did done not nor but yet also only even just such each every any all both some more most other',
    'must shall should will would can could may might cannot never none section sections line lines',
  ].flatMap((words) => words.split(' ')),
);

/** Scripts that write no spaces between words, or none before their particles. */
const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/** More than any sentence has; a longer text is told by its first ones. */
const mostWords = 10_000;

/**
 * The words that carry a text: folded and composed, without short and empty ones, each once. Of text without spaces every pair of
 * neighbours counts as a word. A text of nothing but short words is told by all of them.
 */
export function significantWords(text: string, most: number = mostWords): ReadonlySet<string> {
  const words = new Set<string>();
  const short = new Set<string>();
  for (const [word] of text
    .normalize('NFC')
    .toLowerCase()
    .matchAll(/[\p{L}\p{N}]+/gu)) {
    if (words.size >= most) return words;
    if (spaceless.test(word)) addPairs(word, words, most);
    else if (isSignificant(word)) words.add(word);
    else if (short.size < most) short.add(word);
  }
  return words.size > 0 ? words : short;
}

/** The part of the words of one text that stand in another, from 0 to 1; of no words all do. */
export function sharedPart(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  return words.size === 0 ? 1 : countShared(words, others) / words.size;
}

function countShared(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of words) if (others.has(word)) shared += 1;
  return shared;
}

function isSignificant(word: string): boolean {
  return (word.length > 2 || /\p{N}/u.test(word)) && !emptyWords.has(word);
}

function addPairs(word: string, words: Set<string>, most: number): void {
  if (word.length < 3) words.add(word);
  for (let at = 0; at + 3 <= word.length + 1 && words.size < most; at += 1) words.add(word.slice(at, at + 2));
}
