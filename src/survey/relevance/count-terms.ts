import type { IssueTerms } from './issue-terms.ts';
import { stemsOf } from './words.ts';

/** How often a text uses each term of the issue; a definition counts for several uses. */
export type TermCounts = ReadonlyMap<string, number>;

/** Of two characters and more: shorter ones name nothing. */
const identifiers = /[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]+/g;
const declaring = new Set(
  'function class interface type enum const let var def fn func fun struct trait impl module namespace record protocol message service rpc TABLE table'.split(
    ' ',
  ),
);
const definitionCounts = 5;
const longestIdentifier = 100;
const maxKnown = 50_000;

/** Counts the terms of one issue in many texts. A term is `n:` and a name, or `s:` and a stem. */
export class TermCounter {
  readonly #terms: IssueTerms;
  readonly #known = new Map<string, readonly string[]>();

  constructor(terms: IssueTerms) {
    this.#terms = terms;
  }

  count(text: string): TermCounts {
    const counts = new Map<string, number>();
    let before = '';
    for (const [identifier] of text.matchAll(identifiers)) {
      const found = this.termsOf(identifier);
      const amount = found.length > 0 && declaring.has(before) ? definitionCounts : 1;
      for (const term of found) counts.set(term, (counts.get(term) ?? 0) + amount);
      before = identifier;
    }
    return counts;
  }

  termsOf(identifier: string): readonly string[] {
    if (identifier.length > longestIdentifier) return [];
    const known = this.#known.get(identifier);
    if (known !== undefined) return known;
    if (this.#known.size >= maxKnown) this.#known.clear();
    const found = this.#find(identifier);
    this.#known.set(identifier, found);
    return found;
  }

  weightOf(term: string): number {
    const source = term.startsWith('n:') ? this.#terms.names : this.#terms.stems;
    return source.get(term.slice(2)) ?? 0;
  }

  #find(identifier: string): readonly string[] {
    const name = identifier.toLowerCase();
    const stems = new Set(stemsOf(identifier));
    return [
      ...(this.#terms.names.has(name) ? [`n:${name}`] : []),
      ...[...stems].filter((stem) => this.#terms.stems.has(stem)).map((stem) => `s:${stem}`),
    ];
  }
}
