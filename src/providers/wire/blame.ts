import type { Dimension } from '../../model/exchange.ts';
import type { ErrorFacts } from './error-facts.ts';

const inText: readonly (readonly [RegExp, Dimension])[] = [
  [/\binput tokens per (?:min|day)/i, 'input-tokens'],
  [/\boutput tokens per (?:min|day)/i, 'output-tokens'],
  [/\btokens per (?:min|day)|\(TP[MD]\)/i, 'tokens'],
  [/\brequests per (?:min|day)|\(RP[MD]\)/i, 'requests'],
];

const dimensions: readonly Dimension[] = ['requests', 'tokens', 'input-tokens', 'output-tokens'];

/** Which limit it was, as far as the reply says: by its type, its words, or the one header that is at zero. */
export function readDimension({ codes, message, headers }: ErrorFacts): Dimension | null {
  const typed = dimensions.find((dimension) => codes.has(dimension));
  if (typed !== undefined) return typed;
  const told = inText.find(([words]) => words.test(message));
  if (told !== undefined) return told[1];
  const empty = dimensions.filter((dimension) => headers[`anthropic-ratelimit-${dimension}-remaining`] === '0');
  return empty.length === 1 ? (empty[0] ?? null) : null;
}

/** The words of OpenAI (`for gpt-5 in organization`) and Anthropic (`model: claude-…`). */
export function isModelNamed({ message }: ErrorFacts): boolean {
  return /\breached for `?[\w.:/-]+`? (?:in|on) |\bmodel: [\w.:/-]/i.test(message);
}
