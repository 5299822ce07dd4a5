import type { Dimension, Trouble, TroubleKind } from '../../model/exchange.ts';
import { isModelNamed, readDimension } from './blame.ts';
import { isByFirewall, isFlagged, isKeyRefused, isMoney, isOverloaded, isSwitchedOff } from './error-codes.ts';
import type { ErrorFacts } from './error-facts.ts';
import { readGoogleQuota } from './google-quota.ts';
import { nextPacificMidnight, startOfNextMonth } from './resets.ts';
import { toMessage } from './trouble-text.ts';
import { readQuotaRetryAt, readRetryAt } from './waits.ts';

interface Judgement {
  readonly kind: TroubleKind;
  readonly retryAt?: number | null;
  readonly isModelOnly?: boolean;
  readonly dimension?: Dimension | null;
}

type Rule = (facts: ErrorFacts) => Judgement | null;

/** A longer wait is no matter of pace. */
const longestPaceMs = 10 * 60_000;

/** The order is the meaning: each rule may trust that those before it did not apply. */
const rules: readonly Rule[] = [
  findAuth,
  findQuota,
  findTooLarge,
  findDayQuota,
  findAcceleration,
  findConcurrency,
  findRate,
  findSilentQuota,
  findOverload,
  findTransient,
];

export function judge(facts: ErrorFacts): Omit<Trouble, 'status'> {
  const { kind, retryAt = null, isModelOnly = false, dimension = null } = findJudgement(facts);
  return { kind, retryAt, isModelOnly, dimension, message: explain(facts, kind, isModelOnly) };
}

function findJudgement(facts: ErrorFacts): Judgement {
  for (const rule of rules) {
    const judgement = rule(facts);
    if (judgement !== null) return judgement;
  }
  if (facts.status === 429) return { kind: 'unknown-429', ...blame(facts) };
  return { kind: 'request', isModelOnly: isModelMissing(facts) };
}

/** Who may not is told by 403, too; there it can be about the model, or from a firewall that minds the words. */
function findAuth(facts: ErrorFacts): Judgement | null {
  if (facts.status === 401 || isKeyRefused(facts)) return { kind: 'auth' };
  if (facts.status !== 403 || isMoney(facts) || isFlagged(facts) || isByFirewall(facts)) return null;
  const isModelOnly = facts.codes.has('permission_error') || facts.codes.has('model_not_found');
  return { kind: 'auth', isModelOnly };
}

function findQuota(facts: ErrorFacts): Judgement | null {
  const isZero = isGoogleLimit(facts) && readGoogleQuota(facts).isZero;
  if (!isZero && facts.status !== 402 && !isMoney(facts)) return null;
  return { kind: 'quota', retryAt: whenMoneyIsBack(facts), isModelOnly: isZero || facts.codes.has('credits_required') };
}

/** A short wait with such an error is what a server adds to every 429: money does not come back in a minute. */
function whenMoneyIsBack(facts: ErrorFacts): number | null {
  if (facts.codes.has('enforced_spend_limit_reached')) return startOfNextMonth(facts.now);
  const retryAt = readQuotaRetryAt(facts);
  return retryAt !== null && retryAt - facts.now > longestPaceMs ? retryAt : null;
}

const tooLarge = /\brequest too large for\b|\brequired for long context requests\b/i;

/** More than a whole minute, or the account, allows: it would be refused for ever, and others need not rest for it. */
function findTooLarge(facts: ErrorFacts): Judgement | null {
  const { status, message } = facts;
  return status === 429 && (tooLarge.test(message) || isMoreThanAll(facts)) ? { kind: 'request' } : null;
}

/** Anthropic tells it like any want of tokens; but all of a minute's are there, and there will never be more. */
function isMoreThanAll(facts: ErrorFacts): boolean {
  const dimension = readDimension(facts);
  if (facts.provider !== 'anthropic' || dimension === null || dimension === 'requests') return false;
  const countOf = (what: string) => Number(facts.headers[`anthropic-ratelimit-${dimension}-${what}`]);
  return /\bwould exceed\b/i.test(facts.message) && countOf('limit') > 0 && countOf('remaining') >= countOf('limit');
}

/**
 * Google sends short delays with quotas of a day: they are not believed, whoever counts probes instead. A day's limit
 * that others replenish bit by bit (`try again in 7m12s`) is a matter of pace.
 */
function findDayQuota(facts: ErrorFacts): Judgement | null {
  if (facts.status !== 429) return null;
  if (isGoogleLimit(facts) && readGoogleQuota(facts).isPerDay) {
    return { kind: 'quota-day', retryAt: nextPacificMidnight(facts.now), ...blame(facts) };
  }
  const retryAt = readRetryAt(facts);
  const isLong = retryAt !== null && retryAt - facts.now > longestPaceMs;
  const isDay = retryAt === null && /\b(?:requests|tokens) per day\b/i.test(facts.message);
  return isLong || isDay || facts.codes.has('usage_limit_reached')
    ? { kind: 'quota-day', retryAt, ...blame(facts) }
    : null;
}

function findAcceleration(facts: ErrorFacts): Judgement | null {
  if (!facts.codes.has('slow_down') && !facts.codes.has('ramp_limit_exceeded')) return null;
  return { kind: 'accel', retryAt: readRetryAt(facts), ...blame(facts) };
}

/** A limit with a name is no concurrency, and neither is one that contradicts itself: phrases alone prove nothing. */
function findConcurrency(facts: ErrorFacts): Judgement | null {
  if (facts.status !== 429 && facts.status !== 503) return null;
  if (readDimension(facts) !== null || /insufficient quota/i.test(facts.message)) return null;
  const said = [...facts.codes, facts.message].join(' ');
  return /concurren|pending requests|parallel/i.test(said)
    ? { kind: 'concurrency', retryAt: readRetryAt(facts) }
    : null;
}

function findRate(facts: ErrorFacts): Judgement | null {
  const retryAt = facts.status === 429 ? readRetryAt(facts) : null;
  return retryAt === null ? null : { kind: 'rate', retryAt, ...blame(facts) };
}

/**
 * Anthropic says when to come again, unless there is no use; it names the organisation in each of its replies. Whoever
 * only speaks like Anthropic may forget to say when, and so may a page of somebody on the way.
 */
function findSilentQuota({ provider, status, isInStream, headers, codes }: ErrorFacts): Judgement | null {
  const isSilent = headers['retry-after'] === undefined && headers['retry-after-ms'] === undefined;
  const isTheirs = provider === 'anthropic' && headers['anthropic-organization-id'] !== undefined && codes.size > 0;
  return isTheirs && status === 429 && !isInStream && isSilent ? { kind: 'quota' } : null;
}

function findOverload(facts: ErrorFacts): Judgement | null {
  return isOverloaded(facts) ? { kind: 'overload', retryAt: readRetryAt(facts) } : null;
}

function findTransient(facts: ErrorFacts): Judgement | null {
  const { status } = facts;
  return status >= 500 || status === 408 || status === 409 ? { kind: 'transient', retryAt: readRetryAt(facts) } : null;
}

function isGoogleLimit({ status, codes }: ErrorFacts): boolean {
  return status === 429 && codes.has('resource_exhausted');
}

function blame(facts: ErrorFacts): Pick<Judgement, 'isModelOnly' | 'dimension'> {
  if (!isGoogleLimit(facts)) return { isModelOnly: isModelNamed(facts), dimension: readDimension(facts) };
  const { isModelOnly, dimension } = readGoogleQuota(facts);
  return { isModelOnly, dimension };
}

/** There is no such model, or not for this account: many say the same of both. */
function isModelMissing({ status, codes, message }: ErrorFacts): boolean {
  return codes.has('model_not_found') || (status === 404 && codes.size > 0 && /\bmodels?\b/i.test(message));
}

/** Whoever has no code for that knows nothing of models. */
function isNoApi({ status, codes }: ErrorFacts): boolean {
  return (status === 404 || status === 405) && codes.size === 0;
}

/** Who refuses a credential may repeat parts of it: those words are never passed on. */
function explain(facts: ErrorFacts, kind: TroubleKind, isModelOnly: boolean): string {
  const { status, message } = facts;
  if (status === 403 && isByFirewall(facts)) return 'HTTP 403 from a firewall on the way, which refuses the request';
  if (kind !== 'auth') {
    const said = toMessage(message) || `HTTP ${status} without an explanation`;
    return isNoApi(facts) ? `${said}: is the base URL right?` : said;
  }
  if (isSwitchedOff(facts)) return `The provider has disabled the organisation of the credential (HTTP ${status})`;
  return isModelOnly
    ? `The provider does not let this credential use the model (HTTP ${status})`
    : `The provider refuses the credential (HTTP ${status})`;
}
