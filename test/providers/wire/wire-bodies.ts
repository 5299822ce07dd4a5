import type { WireProvider } from '../../../src/model/credential.ts';
import type { Trouble } from '../../../src/model/exchange.ts';
import { classify } from '../../../src/providers/wire/classify.ts';

/** Monday, 16 November 2026, noon in London. */
export const now = Date.UTC(2026, 10, 16, 12);

export interface Case {
  readonly title: string;
  readonly provider: WireProvider;
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly want: Partial<Trouble>;
}

/** A body that is text is sent as it is. */
export function classifyCase({ provider, status, headers = {}, body = '' }: Omit<Case, 'title' | 'want'>): Trouble {
  return classify(provider, { status, headers, body: typeof body === 'string' ? body : JSON.stringify(body) }, now);
}

/** As Anthropic tells an error. */
export function anthropicError(type: string, message: string, details?: object): object {
  const error = details === undefined ? { type, message } : { type, message, details };
  return { type: 'error', error, request_id: 'req_011simulated' };
}

/** As OpenAI tells an error. */
export function openaiError(type: string | null, code: string | null, message: string): object {
  return { error: { message, type, param: null, code } };
}

/** As Google tells an error. */
export function googleError(code: number, status: string, message: string, details: readonly object[] = []): object {
  return { error: { code, message, status, details } };
}

export function quotaFailure(...violations: readonly object[]): object {
  return { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations };
}

export function violation(quotaId: string, more: object = {}): object {
  const quotaMetric = 'generativelanguage.googleapis.com/generate_content_free_tier_requests';
  return { quotaMetric, quotaId, quotaDimensions: { location: 'global', model: 'gemini-2.5-pro' }, ...more };
}

export function retryInfo(retryDelay: string): object {
  return { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay };
}
