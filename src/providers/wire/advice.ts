import type { WireProvider } from '../../model/credential.ts';
import type { Dimension, LimitAdvice } from '../../model/exchange.ts';
import { parseDuration, parsePlainNumber } from './durations.ts';
import { readServerTime, untilEpoch } from './waits.ts';

type Headers = Readonly<Record<string, string>>;

const dimensions: readonly Dimension[] = ['requests', 'tokens', 'input-tokens', 'output-tokens'];

/** What takes longer to be full again is no limit of a minute. */
const longestMinuteMs = 75_000;
const longestResetMs = 31 * 86_400_000;
/** A reset that is just past means full; one that is long past means nothing. */
const oldestResetMs = 5 * 60_000;

/** What the headers of any reply say of limits: one for each that makes sense. Google says nothing. */
export function readAdvice(provider: WireProvider, headers: Headers, now: number): LimitAdvice[] {
  const serverNow = readServerTime(headers, now);
  const found = dimensions.map((dimension) => readLimit(provider, headers, dimension, serverNow));
  const isTold = found.some((advice) => advice !== null);
  const all = isTold ? found : [readPlainLimit(headers, serverNow)];
  return all.filter((advice) => advice !== null);
}

function readLimit(provider: WireProvider, headers: Headers, dimension: Dimension, now: number): LimitAdvice | null {
  const nameOf = (what: string) =>
    provider === 'anthropic' ? `anthropic-ratelimit-${dimension}-${what}` : `x-ratelimit-${what}-${dimension}`;
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((what) => headers[nameOf(what)]);
  const isDaily = dimension === 'requests' && headers['x-groq-region'] !== undefined;
  return makeAdvice(dimension, { limit, remaining, reset, isDaily }, now);
}

/** Without a dimension requests are meant. */
function readPlainLimit(headers: Headers, now: number): LimitAdvice | null {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((what) => headers[`x-ratelimit-${what}`]);
  return makeAdvice('requests', { limit, remaining, reset, isDaily: false }, now);
}

interface Told {
  readonly limit: string | undefined;
  readonly remaining: string | undefined;
  readonly reset: string | undefined;
  readonly isDaily: boolean;
}

/** Azure writes -1 and 0 for what it does not know: with a limit like that, the rest is worth nothing either. */
function makeAdvice(dimension: Dimension, told: Told, now: number): LimitAdvice | null {
  const said = parseCount(told.limit);
  const isSenseless = told.limit !== undefined && (said === null || said === 0);
  const rest = isSenseless ? null : parseCount(told.remaining);
  const remaining = rest !== null && said !== null && rest > said ? null : rest;
  const resetMs = isSenseless ? null : parseReset(told.reset, now);
  const isOfMinute = !told.isDaily && (resetMs === null || resetMs <= longestMinuteMs);
  const limit = isSenseless || !isOfMinute ? null : said;
  return limit === null && remaining === null ? null : { dimension, limit, remaining, resetMs };
}

function parseCount(text: string | undefined): number | null {
  const count = parsePlainNumber(text?.trim());
  return count === null ? null : Math.floor(count);
}

/** A Go duration, an RFC 3339 time, or a number: of seconds, or since the epoch. */
function parseReset(text: string | undefined, now: number): number | null {
  if (text === undefined) return null;
  const number = parsePlainNumber(text);
  const ms = number === null ? (parseDuration(text) ?? untilDate(text, now)) : untilNumber(number, now);
  if (ms === null || ms > longestResetMs || ms < -oldestResetMs) return null;
  return Math.max(0, Math.ceil(ms));
}

function untilNumber(number: number, now: number): number {
  return number < 1e9 ? number * 1000 : untilEpoch(number, now);
}

function untilDate(text: string, now: number): number | null {
  const at = /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : at - now;
}
