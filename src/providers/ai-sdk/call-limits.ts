import type { WireProvider } from '../../model/credential.ts';
import type { Ask } from '../provider.ts';

/** What one call may take. The gateway bounds silence and what is sent upstream; this is what the worker endures. */
export interface CallLimits {
  /** Until a reply begins, and again until it ends. */
  readonly wallMs: number;
  /** As many as the gateway passes on: a streamed word costs a hundred bytes and more. */
  readonly maxReplyBytes: number;
  readonly maxReplyChars: number;
  /** Of the stream: a line that does not end is read again with every piece that is added to it. */
  readonly maxLineBytes: number;
}

export const defaultLimits: CallLimits = {
  wallMs: 900_000,
  maxReplyBytes: 64 * 1024 * 1024,
  maxReplyChars: 16 * 1024 * 1024,
  maxLineBytes: 4 * 1024 * 1024,
};

/** Models that think before they write count that, too. */
const thinkingTokens = 8_000;

/**
 * What a reply may be long, in tokens: several times what such replies are. As much money is held for a call, and as
 * many tokens of a limit, until it has ended; so no more than is of use.
 */
const maxOutputTokens: Readonly<Record<Ask['kind'], number>> = {
  'check-issue': 4_000 + thinkingTokens,
  draft: 24_000 + thinkingTokens,
  revise: 16_000 + thinkingTokens,
  review: 8_000 + thinkingTokens,
  'review-code': 8_000 + thinkingTokens,
};

/** Servers of one's own refuse what their window cannot hold beside the question. */
const maxCompatibleTokens = 16_000;

export function maxOutputTokensFor(provider: WireProvider, kind: Ask['kind']): number {
  return provider === 'openai-compatible'
    ? Math.min(maxCompatibleTokens, maxOutputTokens[kind])
    : maxOutputTokens[kind];
}
