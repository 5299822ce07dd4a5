import type { Usage } from '../../../model/exchange.ts';
import type { Fields } from '../fields.ts';

export type Finish = 'stop' | 'length' | 'tool' | 'filter';

/** What is known of a reply so far. */
export interface Reading {
  readonly usage: Usage | null;
  /** The model that really answered. */
  readonly model: string | null;
  readonly finish: Finish | null;
  /** It was served in a way that costs more than the list price, which a project can choose for all its calls. */
  readonly isDearer: boolean;
  /** The reply has come to its own end. */
  readonly isComplete: boolean;
}

/** What one document of a reply adds: a whole body, or one event of a stream. */
export type Reader = (data: Fields, soFar: Reading) => Partial<Reading>;

export const nothingRead: Reading = { usage: null, model: null, finish: null, isDearer: false, isComplete: false };

/** What providers call a word for the end; null for one that is no proper end. */
export function toFinish(words: Readonly<Record<string, Finish>>, word: string | null): Finish | null {
  return word !== null && Object.hasOwn(words, word) ? (words[word] ?? null) : null;
}

/** Of the way of service that a reply names, as OpenAI does; it may be another one than was asked for. */
export function isDearService(tier: string | null): boolean {
  return tier === 'priority';
}
