import type { LimitAdvice } from '../../model/exchange.ts';
import type { Refusal } from '../limits.ts';
import { type Page, type Refused, renderEvent, renderRetryAfter } from './personality.ts';

interface Form {
  readonly status: number;
  readonly type: string;
  readonly code: string | null;
  readonly message: string;
  readonly waitMs: number | null;
}

export function renderRefusal(refused: Refused): Page {
  const form = formOf(refused);
  return { status: form.status, headers: renderRetryAfter(form.waitMs, true), body: { error: errorOf(form) } };
}

/** In a stream of the Responses API. */
export function renderResponsesError(refused: Refused, eventsBefore: number): string {
  const error = errorOf(formOf(refused));
  return renderEvent('error', { type: 'error', sequence_number: eventsBefore, error });
}

/** In a stream of Chat Completions. */
export function renderChatError(refused: Refused): string {
  return renderEvent(null, { error: errorOf(formOf(refused)) });
}

function errorOf({ message, type, code }: Form): Record<string, unknown> {
  return { message, type, param: null, code };
}

function formOf(refused: Refused): Form {
  const form = usualForm(refused);
  return { ...form, message: refused.message ?? form.message };
}

function usualForm({ refusal, key, status, model }: Refused): Form {
  const { kind, waitMs } = refusal;
  if (kind === 'auth') return authForm(key);
  if (kind === 'quota') return quotaForm(refusal.limit);
  if (kind === 'overload') {
    const message = 'The server is currently overloaded. Please try again later.';
    return { status: 503, type: 'service_unavailable_error', code: 'server_is_overloaded', message, waitMs };
  }
  if (kind === 'transient') {
    const message = 'The server had an error while processing your request.';
    return { status: 500, type: 'server_error', code: null, message, waitMs: null };
  }
  if (kind === 'request') return requestForm(status ?? 400, model);
  return rateForm(refusal, model);
}

/** As the provider does: the message holds a part of the key. */
function authForm(key: string | null): Form {
  const message = `Incorrect API key provided: ${key ?? 'none'}. You can find your API key in your account.`;
  return { status: 401, type: 'invalid_request_error', code: 'invalid_api_key', message, waitMs: null };
}

function quotaForm(spendLimit: number | null): Form {
  const message = 'You exceeded your current quota, please check your plan and billing details.';
  const code = spendLimit === null ? 'insufficient_quota' : 'organization_spend_limit_exceeded';
  return { status: 429, type: 'insufficient_quota', code, message, waitMs: null };
}

function requestForm(status: number, model: string): Form {
  const form = { status, type: 'invalid_request_error', waitMs: null };
  if (status !== 404) return { ...form, code: null, message: 'The request cannot be read' };
  return { ...form, code: 'model_not_found', message: `The model \`${model}\` does not exist.` };
}

function rateForm({ kind, dimension, limit, waitMs }: Refusal, model: string): Form {
  if (kind === 'accel') {
    const message = 'Your requests grow too fast. Please slow down.';
    return { status: 429, type: 'rate_limit_error', code: 'slow_down', message, waitMs };
  }
  if (kind === 'concurrency') {
    const message = `Too many concurrent requests for ${model}. Please try again later.`;
    return { status: 429, type: 'rate_limit_error', code: 'rate_limit_exceeded', message, waitMs };
  }
  const unit = dimension === null || dimension === 'requests' ? 'requests' : 'tokens';
  const period = kind === 'quota-day' ? 'day' : 'min';
  const name = `${unit} per ${period} (${unit === 'requests' ? 'R' : 'T'}P${period === 'day' ? 'D' : 'M'})`;
  const again = waitMs === null ? 'later' : `in ${renderDuration(waitMs)}`;
  const message = `Rate limit reached for ${model} on ${name}: Limit ${limit ?? 'unknown'}. Please try again ${again}.`;
  return { status: 429, type: unit, code: 'rate_limit_exceeded', message, waitMs };
}

/** Only requests and tokens are told of. The reset is a span, and of full replenishment. */
export function renderAdvice(advice: readonly LimitAdvice[]): Record<string, string> {
  return Object.fromEntries(
    advice
      .filter(({ dimension }) => dimension === 'requests' || dimension === 'tokens')
      .flatMap(({ dimension, limit, remaining, resetMs }) => [
        [`x-ratelimit-limit-${dimension}`, String(limit)],
        [`x-ratelimit-remaining-${dimension}`, String(remaining)],
        [`x-ratelimit-reset-${dimension}`, renderDuration(resetMs ?? 0)],
      ]),
  );
}

/** As Go writes it: `120ms`, `1.5s`, `6m0s`, `1h2m3s`. */
function renderDuration(ms: number): string {
  const whole = Math.ceil(ms);
  if (whole === 0) return '0s';
  if (whole < 1000) return `${whole}ms`;
  const hours = Math.floor(whole / 3_600_000);
  const minutes = Math.floor((whole % 3_600_000) / 60_000);
  const seconds = `${(whole % 60_000) / 1000}s`;
  if (hours > 0) return `${hours}h${minutes}m${seconds}`;
  return minutes > 0 ? `${minutes}m${seconds}` : seconds;
}
