import type { TokenCounts } from '../../model/exchange.ts';
import type { WireApi } from './endpoints.ts';
import { unreadable } from './plain-json.ts';
import { type SpeltFields, speltAt } from './spelt-fields.ts';

export interface TokenBounds {
  /** As far as one can tell before: enough to reserve by. */
  readonly estimated: TokenCounts;
  /** More than it can use: money is held by it. */
  readonly most: TokenCounts;
}

/** For a request that does not limit its answer: what is usual, and what no model goes beyond. */
export const defaultOutputTokens = 4096;
export const longestOutputTokens = 128_000;

/** No tokenizer has shorter tokens than a byte; on average they have four. */
const bytesPerToken = 4;
const mostOutputTokens = 10_000_000;
const mostAnswers = 128;

type Path = readonly string[];

/** Where each API has the limit of one answer; the largest counts, because servers differ in which one they take. */
const limitPaths: Readonly<Record<WireApi, readonly Path[]>> = {
  'anthropic-messages': [['maxtokens']],
  'openai-responses': [['maxoutputtokens']],
  'openai-chat': [['maxcompletiontokens'], ['maxtokens']],
  gemini: [['generationconfig', 'maxoutputtokens']],
};
/** Limits of servers that have names of their own: they only count if they are larger. */
const otherLimits: readonly Path[] = [
  ['maxtokens'],
  ['maxoutputtokens'],
  ['maxcompletiontokens'],
  ['maxnewtokens'],
  ['npredict'],
  ['numpredict'],
];
const thinkingPaths: readonly Path[] = [
  ['thinking', 'budgettokens'],
  ['thinkingbudget'],
  ['reasoning', 'maxtokens'],
  ['generationconfig', 'thinkingconfig', 'thinkingbudget'],
];
/** How many answers are wanted, or made to choose among. */
const answerPaths: Readonly<Record<WireApi, readonly Path[]>> = {
  'anthropic-messages': [],
  'openai-responses': [],
  'openai-chat': [['n'], ['bestof']],
  gemini: [['generationconfig', 'candidatecount']],
};

/** Throws REQUEST_UNREADABLE for a number of answers that is none. */
export function boundTokens(api: WireApi, fields: SpeltFields, bytes: number): TokenBounds {
  const counts = (paths: readonly Path[]) => paths.map((path) => toCount(speltAt(fields, path)));
  const said = Math.max(0, ...counts(limitPaths[api]));
  const other = Math.max(0, ...counts(otherLimits));
  const thinking = Math.max(0, ...counts(thinkingPaths));
  const answers = Math.max(1, ...answerPaths[api].map((path) => toAnswers(path, speltAt(fields, path))));
  // A guess at the answer is paid for like an answer, where it is wrong.
  const guessed = fields.has('prediction') ? bytes : 0;
  const output = (usual: number) => {
    const limit = Math.max(said > 0 ? said : usual, other);
    // What is thought is a part of the answer, unless it may be more.
    return Math.min(mostOutputTokens, (thinking < limit ? limit : limit + thinking) * answers + guessed);
  };
  return {
    estimated: { input: Math.max(1, Math.ceil(bytes / bytesPerToken)), output: output(defaultOutputTokens) },
    most: { input: Math.max(1, bytes), output: output(longestOutputTokens) },
  };
}

/** A limit that is none counts as not said. */
function toCount(limit: unknown): number {
  return typeof limit === 'number' && Number.isSafeInteger(limit) && limit > 0 && limit <= mostOutputTokens ? limit : 0;
}

function toAnswers(path: Path, count: unknown): number {
  if (count === undefined || count === null) return 1;
  if (typeof count === 'number' && Number.isInteger(count) && count >= 1 && count <= mostAnswers) return count;
  throw unreadable(`The request must ask for 1 to ${mostAnswers} answers (${path.at(-1)})`);
}
