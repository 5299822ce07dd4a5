import type { ErrorFacts } from './error-facts.ts';
import { itemsAt } from './fields.ts';

const keyCodes = [
  'api_key_invalid',
  'invalid_api_key',
  'account_deactivated',
  'organization_on_hold',
  'organization_restricted',
  'claude_code_key_creator_not_member',
];

const moneyCodes = [
  'insufficient_quota',
  'insufficient_user_quota',
  'credit_balance_exhausted',
  'organization_spend_limit_exceeded',
  'project_spend_limit_exceeded',
  'organization_usage_limit_exceeded',
  'enforced_spend_limit_reached',
  'credits_required',
  'billing_error',
  'billing_hard_limit_reached',
  'billing_not_active',
  'billing_disabled',
  'budget_exceeded',
  'exceeded_current_quota_error',
  'arrearage',
];

const overloadCodes = ['overloaded_error', 'server_is_overloaded', 'service_unavailable_error', 'unavailable'];

/** What GLM, xAI and Fireworks say, whichever API they speak. Not of a wrong request, which may be quoted. */
const ofEmptyPurse =
  /\binsufficient balance\b|余额不足|\bused all available credits\b|\breaching the monthly spending limit\b/i;

/** Money that is told by words alone. */
const moneyWords: Readonly<Record<string, RegExp>> = {
  anthropic: /credit balance is too low|reached your specified (?:\w+ )?API usage limits/i,
  google: /prepayment credits are depleted|exceeded its (?:monthly )?spending cap|enable billing/i,
};

/** The credential itself is wrong, whatever the status. */
export function isKeyRefused(facts: ErrorFacts): boolean {
  return keyCodes.some((code) => facts.codes.has(code)) || isSwitchedOff(facts);
}

/** Anthropic tells it as a wrong request, by words alone. */
export function isSwitchedOff({ provider, status, message }: ErrorFacts): boolean {
  return provider === 'anthropic' && status === 400 && /^This organization has been disabled\b/i.test(message);
}

export function isMoney({ provider, status, codes, message }: ErrorFacts): boolean {
  if (moneyCodes.some((code) => codes.has(code))) return true;
  if ([403, 412, 429].includes(status) && ofEmptyPurse.test(message)) return true;
  return (status === 400 || status === 429) && moneyWords[provider]?.test(message) === true;
}

/** The provider's own trouble. Its words count only where the status does not speak of the request. */
export function isOverloaded({ status, codes }: ErrorFacts): boolean {
  return status === 529 || status === 503 || (status >= 429 && overloadCodes.some((code) => codes.has(code)));
}

/** The input was not liked: some send this as 403. */
export function isFlagged({ error, message }: ErrorFacts): boolean {
  return itemsAt(error, 'metadata', 'reasons').length > 0 || /\bflagged\b/i.test(message);
}

/** A page for a browser, or Cloudflare's short form of one: whoever speaks like this has not looked at the key. */
const ofFirewall = /^\s*(<(!doctype|html)\b|error code: \d{4}\s*$)/i;

export function isByFirewall({ headers, message }: ErrorFacts): boolean {
  return /^text\/html\b/i.test(headers['content-type'] ?? '') || ofFirewall.test(message);
}
