import { parseDuration, parsePlainNumber } from './durations.ts';
import type { ErrorFacts } from './error-facts.ts';
import { countAt } from './fields.ts';
import { readRetryDelay } from './google-quota.ts';

const dayMs = 86_400_000;

/** A longer wait is nonsense, but for money. */
const longestWaitMs = 31 * dayMs;
const longestQuotaWaitMs = 366 * dayMs;

type Headers = Readonly<Record<string, string>>;

/** When the provider says to come again; null if it says nothing that makes sense. The first that does counts. */
export function readRetryAt(facts: ErrorFacts, longestMs = longestWaitMs): number | null {
  for (const read of ways) {
    const waitMs = read(facts);
    if (waitMs !== null && waitMs >= 0 && waitMs <= longestMs) return Math.ceil(facts.now + waitMs);
  }
  return null;
}

/** The same for money, which may come back much later. */
export function readQuotaRetryAt(facts: ErrorFacts): number | null {
  return readRetryAt(facts, longestQuotaWaitMs);
}

/** The provider's own clock, if its reply tells and is not far from ours: its dates are to be read by it. */
export function readServerTime(headers: Headers, now: number): number {
  const said = parseHttpDate(headers['date']);
  return said !== null && Math.abs(said - now) < dayMs ? said : now;
}

/** Milliseconds from a moment in epoch seconds or milliseconds. */
export function untilEpoch(value: number, now: number): number {
  return (value >= 1e11 ? value : value * 1000) - now;
}

function fromMilliseconds({ headers }: ErrorFacts): number | null {
  return parsePlainNumber(headers['retry-after-ms']?.trim());
}

/** A date that is past is no advice. */
function fromRetryAfter({ headers, now }: ErrorFacts): number | null {
  const value = headers['retry-after']?.trim();
  const seconds = parsePlainNumber(value);
  if (seconds !== null) return seconds * 1000;
  const date = parseHttpDate(value);
  return date === null ? null : date - readServerTime(headers, now);
}

function fromRetryInfo(facts: ErrorFacts): number | null {
  const delay = readRetryDelay(facts);
  return delay === null ? null : parseDuration(delay);
}

const waitInText = /\b(?:try again|retry) (?:in|after) (?:about )?(\d+(?:\.\d+)? ?[a-zµ]+(?:\d+(?:\.\d+)?[a-zµ]+)*)/i;

function fromText({ message }: ErrorFacts): number | null {
  const found = waitInText.exec(message.slice(0, 4000))?.[1];
  return found === undefined ? null : parseDuration(found.toLowerCase());
}

/** Until when a limit of their own stands against people, as Anthropic tells it. */
function fromDateInText({ message, now }: ErrorFacts): number | null {
  const [, day, time] = /\bregain access on (\d{4}-\d{2}-\d{2}) at (\d{2}:\d{2}) UTC\b/.exec(message) ?? [];
  const at = Date.parse(`${day}T${time}Z`);
  return Number.isNaN(at) ? null : at - now;
}

/** How the windows of subscriptions are told. */
function fromBody({ error, now }: ErrorFacts): number | null {
  const seconds = countAt(error, 'resets_in_seconds');
  if (seconds !== null) return seconds * 1000;
  const at = countAt(error, 'resets_at');
  return at === null ? null : untilEpoch(at, now);
}

function fromUnified({ headers, now }: ErrorFacts): number | null {
  if (headers['anthropic-ratelimit-unified-status'] === 'allowed') return null;
  const at = parsePlainNumber(headers['anthropic-ratelimit-unified-reset']);
  return at === null ? null : untilEpoch(at, readServerTime(headers, now));
}

/** A window with a known end and nothing left in it, as OpenRouter tells. */
function fromWindow({ headers, now }: ErrorFacts): number | null {
  const at = parsePlainNumber(headers['x-ratelimit-reset']);
  if (headers['x-ratelimit-remaining'] !== '0' || at === null || at < 1e9) return null;
  return untilEpoch(at, readServerTime(headers, now));
}

function parseHttpDate(text: string | undefined): number | null {
  const at = text !== undefined && /^[A-Z][a-z]{2}, \d/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

const ways = [
  fromMilliseconds,
  fromRetryAfter,
  fromRetryInfo,
  fromText,
  fromDateInText,
  fromBody,
  fromUnified,
  fromWindow,
] as const;
