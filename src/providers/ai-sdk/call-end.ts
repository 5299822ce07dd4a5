import type { FailureCode } from '../../model/failure.ts';
import { showSafely } from '../../model/text.ts';
import type { ProviderReply } from '../provider.ts';

/** How a call ended, before anybody knows what it cost. */
export type CallEnd =
  | { readonly kind: 'answer'; readonly text: string; readonly modelId: string | null }
  | Refusal
  | Extract<ProviderReply, { kind: 'parked' }>;

export type Refusal = Omit<Extract<ProviderReply, { kind: 'refusal' }>, 'usd' | 'repeats'>;

const longestMessage = 500;

/** A refusal that may be repeated; `retryAfterMs` is null where nobody said when. */
export function refuse(code: FailureCode, message: string, retryAfterMs: number | null = null): Refusal {
  return { kind: 'refusal', failure: { code, message: toLine(message) }, retryAfterMs, isFinal: false };
}

/** One that repeating cannot help, or that was repeated enough. */
export function refuseFinally(code: FailureCode, message: string): Refusal {
  return { kind: 'refusal', failure: { code, message: toLine(message) }, retryAfterMs: null, isFinal: true };
}

function toLine(message: string): string {
  return showSafely(message).slice(0, longestMessage).toWellFormed();
}
