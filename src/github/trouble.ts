import { AgentOsError } from '../model/errors.ts';
import { fieldOf } from '../model/json.ts';
import { quoteSafely } from '../model/text.ts';
import type { ReplyHeaders } from './reply-headers.ts';

/** What to do about a reply that is no answer. */
export type Advice =
  | { readonly kind: 'stop'; readonly error: AgentOsError }
  /** GitHub counts, and says how long. */
  | { readonly kind: 'wait'; readonly ms: number }
  /** It may be better in a moment. */
  | { readonly kind: 'again'; readonly error: AgentOsError };

export interface Refusal {
  readonly status: number;
  readonly headers: ReplyHeaders;
  readonly data: unknown;
}

export interface Question {
  /** What is asked for: messages begin with it. */
  readonly what: string;
  readonly hasToken: boolean;
  readonly now: number;
}

/** A limit that names no time: so long GitHub asks clients to wait at least. */
const unnamedWaitMs = 60_000;

export function adviseOn(refusal: Refusal, question: Question): Advice {
  const { status } = refusal;
  if (isLimited(refusal)) return { kind: 'wait', ms: readWait(refusal.headers, question.now) };
  if (status >= 500 || status === 408)
    return { kind: 'again', error: unreachable(question.what, `GitHub answers ${status}`) };
  return { kind: 'stop', error: explain(refusal, question) };
}

/** GitHub speaks of both of its limits by 403 as well as by 429. */
function isLimited({ status, headers, data }: Refusal): boolean {
  if (status === 429) return true;
  if (status !== 403) return false;
  const isCounted = headers['retry-after'] !== undefined || headers['x-ratelimit-remaining'] === '0';
  return isCounted || /\b(rate limit|abuse detection)/i.test(messageOf(data));
}

function readWait(headers: ReplyHeaders, now: number): number {
  const seconds = headers['retry-after'] ?? '';
  if (/^\d{1,9}$/.test(seconds)) return Math.max(1, Number(seconds)) * 1000;
  const reset = headers['x-ratelimit-reset'] ?? '';
  const isSpent = headers['x-ratelimit-remaining'] === '0';
  return isSpent && /^\d{1,12}$/.test(reset) ? Math.max(1000, Number(reset) * 1000 - now + 1000) : unnamedWaitMs;
}

function explain(refusal: Refusal, { what, hasToken }: Question): AgentOsError {
  const { status, headers, data } = refusal;
  const whose = hasToken ? 'the token' : 'anybody without a token';
  const said = messageOf(data) === '' ? '' : `: ${quoteSafely(messageOf(data))}`;
  if (status === 401) {
    const why = hasToken ? 'GitHub does not take the token: is it still valid?' : 'GitHub wants a token';
    return new AgentOsError('GITHUB_AUTH', `${what}: ${why} (401)`);
  }
  if (status === 404) {
    return new AgentOsError('GITHUB_MISSING', `${what}: not found, or ${whose} may not see it (404)`);
  }
  if (status === 410) return new AgentOsError('GITHUB_MISSING', `${what}: it was deleted, or issues are off (410)`);
  if (status === 403) {
    const isLogin = (headers['x-github-sso'] ?? '').startsWith('required');
    const why = isLogin
      ? 'the token has to be authorised for the single sign-on of its organisation'
      : `${whose} may not`;
    const code = /\blocked\b/i.test(said) ? 'GITHUB_LOCKED' : 'GITHUB_FORBIDDEN';
    return new AgentOsError(code, `${what}: ${why} (403)${said}`);
  }
  return new AgentOsError('GITHUB_REFUSED', `${what}: GitHub refuses (${status})${said}`);
}

export function unreachable(what: string, why: string): AgentOsError {
  return new AgentOsError('GITHUB_UNREACHABLE', `${what}: ${why}`);
}

export function limited(what: string, ms: number, now: number): AgentOsError {
  const at = Math.min(now + ms, 8.64e15);
  const time = `${new Date(at).toISOString().slice(0, -5)}Z`;
  return new AgentOsError(
    'GITHUB_LIMITED',
    `${what}: the rate limit of GitHub is used up until ${time}: run again then`,
  );
}

/** A reply that is not what GitHub says it would be. */
export function invalidReply(what: string, why: string): AgentOsError {
  return new AgentOsError('GITHUB_REPLY_INVALID', `${what}: ${why}`);
}

function messageOf(data: unknown): string {
  const message = fieldOf(data, 'message');
  return typeof message === 'string' ? message : '';
}
