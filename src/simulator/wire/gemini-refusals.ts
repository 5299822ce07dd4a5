import type { Dimension } from '../../model/exchange.ts';
import type { Refusal } from '../limits.ts';
import { type Page, type Refused, renderEvent } from './personality.ts';

interface Form {
  readonly code: number;
  readonly status: string;
  readonly message: string;
  readonly details: readonly Record<string, unknown>[];
}

const typeUrl = 'type.googleapis.com/google.rpc';
const service = 'generativelanguage.googleapis.com';
/** However long a day still lasts, it says about this. */
const retryOfDayMs = 41_900;

/** Everything is in the body, and no header says when to come back. */
export function renderRefusal(refused: Refused): Page {
  const form = formOf(refused);
  return { status: form.code, headers: {}, body: { error: form } };
}

export function renderStreamError(refused: Refused): string {
  return renderEvent(null, { error: formOf(refused) });
}

function formOf(refused: Refused): Form {
  const form = usualForm(refused);
  return { ...form, message: refused.message ?? form.message };
}

function usualForm({ refusal, key, status, model }: Refused): Form {
  const { kind } = refusal;
  if (kind === 'auth') return authForm(key);
  if (kind === 'quota') return quotaForm(model);
  if (kind === 'overload') {
    const message = 'The model is overloaded. Please try again later.';
    return { code: 503, status: 'UNAVAILABLE', message, details: [] };
  }
  if (kind === 'transient') {
    return { code: 500, status: 'INTERNAL', message: 'An internal error has occurred.', details: [] };
  }
  if (kind === 'request') return requestForm(status ?? 400, model);
  return rateForm(refusal, model);
}

/** A key that is not valid is a bad request here. */
function authForm(key: string | null): Form {
  const reason = { '@type': `${typeUrl}.ErrorInfo`, reason: 'API_KEY_INVALID', domain: 'googleapis.com' };
  const echo = key === null ? '' : ` (${key})`;
  return {
    code: 400,
    status: 'INVALID_ARGUMENT',
    message: `API key not valid. Please pass a valid API key.${echo}`,
    details: [{ ...reason, metadata: { service } }],
  };
}

function requestForm(code: number, model: string): Form {
  if (code === 404) {
    return { code, status: 'NOT_FOUND', message: `models/${model} is not found for API version v1beta.`, details: [] };
  }
  return { code, status: 'INVALID_ARGUMENT', message: 'The request cannot be read', details: [] };
}

/** A limit of 0: the model is not for this account. */
function quotaForm(model: string): Form {
  const violation = violationOf(
    'generate_content_free_tier_requests',
    'GenerateRequestsPerDayPerProjectPerModel-FreeTier',
    0,
    model,
  );
  return exhausted('limit: 0', [violation], null, model);
}

function rateForm({ kind, dimension, limit, waitMs }: Refusal, model: string): Form {
  if (kind === 'concurrency') {
    const message = 'Too many concurrent requests for this project. Please try again later.';
    return { code: 429, status: 'RESOURCE_EXHAUSTED', message, details: [] };
  }
  if (kind === 'accel') return exhausted('requests grow too fast', [], waitMs, model);
  const { metric, id } = nameQuota(kind === 'quota-day', dimension);
  const retryMs = kind === 'quota-day' ? Math.min(waitMs ?? retryOfDayMs, retryOfDayMs) : waitMs;
  return exhausted(`limit: ${limit ?? 'unknown'}`, [violationOf(metric, id, limit, model)], retryMs, model);
}

function nameQuota(isDay: boolean, dimension: Dimension | null): { metric: string; id: string } {
  if (dimension !== null && dimension !== 'requests') {
    return { metric: 'generate_content_input_token_count', id: 'GenerateContentInputTokensPerModelPerMinute' };
  }
  const period = isDay ? 'Day' : 'Minute';
  return { metric: 'generate_content_requests', id: `GenerateRequestsPer${period}PerProjectPerModel` };
}

function violationOf(metric: string, quotaId: string, limit: number | null, model: string): Record<string, unknown> {
  return {
    quotaMetric: `${service}/${metric}`,
    quotaId,
    quotaDimensions: { location: 'global', model },
    ...(limit !== null && { quotaValue: String(limit) }),
  };
}

function exhausted(
  what: string,
  violations: readonly Record<string, unknown>[],
  waitMs: number | null,
  model: string,
): Form {
  const failure = violations.length === 0 ? [] : [{ '@type': `${typeUrl}.QuotaFailure`, violations }];
  const help = { '@type': `${typeUrl}.Help`, links: [{ description: 'Learn more about Gemini API quotas' }] };
  const seconds = waitMs === null ? null : waitMs / 1000;
  const retry =
    seconds === null ? [] : [{ '@type': `${typeUrl}.RetryInfo`, retryDelay: `${Number(seconds.toFixed(9))}s` }];
  const again = seconds === null ? '' : ` Please retry in ${seconds}s.`;
  const message = `You exceeded your current quota for ${model}, ${what}. Please check your plan and billing details.${again}`;
  return { code: 429, status: 'RESOURCE_EXHAUSTED', message, details: [...failure, help, ...retry] };
}
