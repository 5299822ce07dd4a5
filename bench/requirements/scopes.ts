import type { DesignAsk as Ask } from '../../src/providers/provider.ts';
import { timeScale } from './work.ts';

/** One quota scope with one key. Rates are per minute of a real provider. */
export interface BenchScope {
  readonly id: string;
  readonly provider: 'anthropic' | 'openai';
  readonly concurrency: number;
  readonly requests: { readonly perMinute: number; readonly burst: number };
}

export const drafter = 'anthropic:claude-sonnet-4-5';
export const reviewer = 'openai:gpt-5-mini';
export const minuteMs = 60_000 * timeScale;

/**
 * Two scopes for who drafts and two for who reviews, of unequal size. Ten tasks want more than they allow: the drafter's
 * places are what a batch waits for, and the rates hold up whoever asks in bursts. Only concurrency is configured, since
 * no reply tells it; rates have to be found out.
 */
export const scopes: readonly BenchScope[] = [
  { id: 'draft-a', provider: 'anthropic', concurrency: 2, requests: { perMinute: 8, burst: 2 } },
  { id: 'draft-b', provider: 'anthropic', concurrency: 1, requests: { perMinute: 4, burst: 1 } },
  { id: 'review-a', provider: 'openai', concurrency: 2, requests: { perMinute: 14, burst: 4 } },
  { id: 'review-b', provider: 'openai', concurrency: 1, requests: { perMinute: 7, burst: 2 } },
];

/** Whom a call goes to. */
export function providerOf(kind: Ask['kind']): BenchScope['provider'] {
  return kind === 'draft' || kind === 'revise' ? 'anthropic' : 'openai';
}
