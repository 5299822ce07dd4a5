import { foldQuote, makeQuoteFinder } from '../quotation.ts';
import type { Verdict } from './verdict.ts';

/** A quote that the document does not hold. */
export interface FalseQuote {
  /** The place of its finding in the verdict, from 1. */
  readonly finding: number;
  readonly quote: string;
}

/** A finding about words that nobody wrote is shown as such: what it demands cannot be looked up. */
export function verifyQuotes({ findings }: Pick<Verdict, 'findings'>, document: string): FalseQuote[] {
  const find = makeQuoteFinder(document);
  return findings.flatMap(({ quote }, at) =>
    quote === null || foldQuote(quote) === '' || find(quote) !== null ? [] : [{ finding: at + 1, quote }],
  );
}
