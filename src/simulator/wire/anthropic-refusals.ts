import type { Dimension, LimitAdvice } from '../../model/exchange.ts';
import type { Refusal } from '../limits.ts';
import { type Page, type Refused, renderEvent, renderRetryAfter } from './personality.ts';

interface Form {
  readonly status: number;
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly waitMs: number | null;
}

export function renderRefusal(refused: Refused): Page {
  const form = formOf(refused);
  return {
    status: form.status,
    headers: renderRetryAfter(form.waitMs, refused.needsMilliseconds),
    body: errorBody(form, refused.requestId),
  };
}

export function renderStreamError(refused: Refused): string {
  return renderEvent('error', errorBody(formOf(refused), null));
}

function errorBody({ type, message, code }: Form, requestId: string | null): unknown {
  const details = code === undefined ? {} : { details: { error_code: code } };
  return { type: 'error', error: { type, message, ...details }, ...(requestId && { request_id: requestId }) };
}

function formOf(refused: Refused): Form {
  const form = usualForm(refused);
  return { ...form, message: refused.message ?? form.message };
}

function usualForm({ refusal, key, status, model }: Refused): Form {
  const { kind, waitMs } = refusal;
  if (kind === 'auth') {
    const echo = key === null ? '' : `: ${key}`;
    return { status: 401, type: 'authentication_error', message: `invalid x-api-key${echo}`, waitMs: null };
  }
  if (kind === 'quota') return quotaForm(status);
  if (kind === 'overload') return { status: 529, type: 'overloaded_error', message: 'Overloaded', waitMs };
  if (kind === 'transient') return { status: 500, type: 'api_error', message: 'Internal server error', waitMs: null };
  if (kind === 'request') return requestForm(status ?? 400, model);
  return rateForm(refusal);
}

function requestForm(status: number, model: string): Form {
  if (status === 404) return { status, type: 'not_found_error', message: `model: ${model}`, waitMs: null };
  const type = status === 413 ? 'request_too_large' : 'invalid_request_error';
  return { status, type, message: 'The request cannot be read', waitMs: null };
}

/** Without a word when to come back: that is how money is told from rates. */
function quotaForm(status: number | null): Form {
  if (status === 402)
    return { status, type: 'billing_error', message: 'Your account has a billing problem.', waitMs: null };
  if (status === 400) {
    const message = 'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing.';
    return { status, type: 'invalid_request_error', message, waitMs: null };
  }
  const message = 'You have reached the spend limit of your organization.';
  return { status: 429, type: 'rate_limit_error', message, code: 'enforced_spend_limit_reached', waitMs: null };
}

const unitOf: Readonly<Record<Dimension, string>> = {
  requests: 'requests',
  tokens: 'tokens',
  'input-tokens': 'input tokens',
  'output-tokens': 'output tokens',
};

function rateForm({ kind, dimension, limit, waitMs }: Refusal): Form {
  const form = { status: 429, type: 'rate_limit_error' };
  if (kind === 'accel') {
    const message = "This request would exceed your organization's rate of growth.";
    return { ...form, message, code: 'ramp_limit_exceeded', waitMs: waitMs ?? 1000 };
  }
  if (kind === 'concurrency') {
    const message = 'Number of concurrent connections has exceeded your rate limit. Please try again later.';
    return { ...form, message, waitMs: waitMs ?? 1000 };
  }
  const period = kind === 'quota-day' ? 'day' : 'minute';
  const most = `${limit ?? 'some'} ${unitOf[dimension ?? 'requests']} per ${period}`;
  const message = `This request would exceed your organization's rate limit of ${most}.`;
  return { ...form, message, waitMs: waitMs ?? 1000 };
}

/** The reset is a time of the provider's clock, and of full replenishment. */
export function renderAdvice(
  advice: readonly LimitAdvice[],
  now: number,
  needsMilliseconds: boolean,
): Record<string, string> {
  return Object.fromEntries(
    advice.flatMap(({ dimension, limit, remaining, resetMs }) => {
      const prefix = `anthropic-ratelimit-${dimension}`;
      const reset = renderTime(now + (resetMs ?? 0), needsMilliseconds);
      return [
        [`${prefix}-limit`, String(limit)],
        [`${prefix}-remaining`, String(remaining)],
        [`${prefix}-reset`, reset],
      ];
    }),
  );
}

function renderTime(at: number, needsMilliseconds: boolean): string {
  if (needsMilliseconds) return new Date(Math.ceil(at)).toISOString();
  return new Date(Math.ceil(at / 1000) * 1000).toISOString().replace('.000Z', 'Z');
}
