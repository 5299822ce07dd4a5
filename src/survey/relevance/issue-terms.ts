import { limits } from '../limits.ts';
import { identifiersOf, splitWords, stemOf, stemsOf } from './words.ts';

export interface Issue {
  readonly title: string;
  readonly text: string;
}

/** What the issue speaks of. Names are looked for as they are, in any case; words by their stems, also within names. */
export interface IssueTerms {
  /** Lower case, with the weight of each. */
  readonly names: ReadonlyMap<string, number>;
  readonly stems: ReadonlyMap<string, number>;
  /** A word for each stem, as somebody would read it. */
  readonly words: ReadonlyMap<string, string>;
  /** Names as they are written: what excerpts are cut around. */
  readonly symbols: ReadonlySet<string>;
}

const weights = { quotedName: 4, shapedName: 2.5, quotedWord: 1.5, titleWord: 1.5, word: 1 } as const;

const codeSpans = /```[^`\n]{0,80}\n([\s\S]*?)```|`([^`\n]{1,200})`/g;
/** camelCase, PascalCase of two words, snake_case, CONSTANT_CASE. */
const shaped = /[a-z0-9][A-Z]|[A-Z]{2}[a-z]|[A-Za-z0-9]_[A-Za-z0-9]/;
const unspaced =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]+/gu;

export function readIssueTerms(issue: Issue): IssueTerms {
  const title = separateScripts(issue.title.slice(0, limits.issueCharacters));
  const body = separateScripts(issue.text.slice(0, limits.issueCharacters));
  const quoted = [...body.matchAll(codeSpans)].map(([, block, span]) => block ?? span ?? '').join('\n');
  const names = new Map<string, number>();
  const stems = new Map<string, number>();
  const words = new Map<string, string>();
  const symbols = new Set<string>();
  const addName = (name: string, weight: number) => {
    if (name.length < 3 || name.length > 100 || stemsOf(name).length === 0) return;
    raise(names, name.toLowerCase(), weight);
    symbols.add(name);
  };
  for (const name of identifiersOf(quoted)) addName(name, shaped.test(name) ? weights.quotedName : weights.quotedWord);
  for (const name of identifiersOf(`${title}\n${body}`)) if (shaped.test(name)) addName(name, weights.shapedName);
  const addStems = (source: string, weight: number) => {
    for (const word of [...identifiersOf(source)].flatMap(splitWords)) {
      const stem = stemOf(word);
      if (stem === null) continue;
      raise(stems, stem, weight);
      if (!words.has(stem)) words.set(stem, word);
    }
  };
  addStems(title, weights.titleWord);
  addStems(quoted, weights.quotedWord);
  addStems(body, weights.word);
  return { names: heaviest(names), stems: heaviest(stems), words, symbols };
}

/** Some scripts put no blank between a name and the words around it. */
function separateScripts(text: string): string {
  return text.replace(unspaced, ' $& ');
}

function raise(terms: Map<string, number>, term: string, weight: number): void {
  terms.set(term, Math.max(terms.get(term) ?? 0, weight));
}

/** Bounded; among equals those that came first. */
function heaviest(terms: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  return new Map([...terms].sort(([, a], [, b]) => b - a).slice(0, limits.terms));
}
