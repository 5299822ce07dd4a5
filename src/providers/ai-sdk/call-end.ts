import type { FailureCode } from '../../model/failure.ts';
import { showSafely } from '../../model/text.ts';
import type { ProviderReply } from '../provider.ts';

/** How a call ended, before anybody knows what it cost. */
export type CallEnd =
  | { readonly kind: 'answer'; readonly text: string; readonly modelId: string | null }
  | Omit<Extract<ProviderReply, { kind: 'refusal' }>, 'usd' | 'repeats'>
  | Extract<ProviderReply, { kind: 'parked' }>;

const longestMessage = 500;

/** A refusal that may be repeated; `retryAfterMs` is null where nobody said when. */
export function refuse(code: FailureCode, message: string, retryAfterMs: number | null = null): CallEnd {
  return { kind: 'refusal', failure: { code, message: toLine(message) }, retryAfterMs, isFinal: false };
}

/** One that repeating cannot help, or that was repeated enough. */
export function refuseFinally(code: FailureCode, message: string): CallEnd {
  return { kind: 'refusal', failure: { code, message: toLine(message) }, retryAfterMs: null, isFinal: true };
}

function toLine(message: string): string {
  return showSafely(message).slice(0, longestMessage).toWellFormed();
}
