import type { WireProvider } from '../model/credential.ts';

interface ErrorWords {
  readonly anthropic: string;
  readonly openai: { readonly type: string; readonly code: string };
  readonly google: string;
}

/** What the providers themselves say with a status: clients read these words before they read the message. */
const wordsOfStatus: Readonly<Record<number, ErrorWords>> = {
  401: {
    anthropic: 'authentication_error',
    openai: { type: 'invalid_request_error', code: 'invalid_api_key' },
    google: 'UNAUTHENTICATED',
  },
  402: {
    anthropic: 'billing_error',
    openai: { type: 'insufficient_quota', code: 'insufficient_quota' },
    google: 'FAILED_PRECONDITION',
  },
  403: {
    anthropic: 'permission_error',
    openai: { type: 'invalid_request_error', code: 'permission_denied' },
    google: 'PERMISSION_DENIED',
  },
  404: {
    anthropic: 'not_found_error',
    openai: { type: 'invalid_request_error', code: 'not_found' },
    google: 'NOT_FOUND',
  },
  413: {
    anthropic: 'request_too_large',
    openai: { type: 'invalid_request_error', code: 'request_too_large' },
    google: 'INVALID_ARGUMENT',
  },
  429: {
    anthropic: 'rate_limit_error',
    openai: { type: 'requests', code: 'rate_limit_exceeded' },
    google: 'RESOURCE_EXHAUSTED',
  },
  502: {
    anthropic: 'api_error',
    openai: { type: 'server_error', code: 'server_error' },
    google: 'UNAVAILABLE',
  },
};

const ofRequest: ErrorWords = {
  anthropic: 'invalid_request_error',
  openai: { type: 'invalid_request_error', code: 'invalid_request' },
  google: 'INVALID_ARGUMENT',
};

export interface ErrorFacts {
  readonly status: number;
  readonly message: string;
  /** When to ask again; null if that would not help. */
  readonly retryAfterMs: number | null;
}

/** An error of ours in the provider's own shape, so that its clients understand it. */
export function renderErrorBody(provider: WireProvider, { status, message, retryAfterMs }: ErrorFacts): string {
  const words = wordsOfStatus[status] ?? ofRequest;
  if (provider === 'anthropic') return JSON.stringify({ type: 'error', error: { type: words.anthropic, message } });
  if (provider !== 'google') return JSON.stringify({ error: { message, ...words.openai, param: null } });
  const details =
    retryAfterMs === null
      ? []
      : [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${retryAfterMs / 1000}s` }];
  return JSON.stringify({ error: { code: status, message, status: words.google, details } });
}
