import type { Octokit } from '@octokit/core';
import { AgentOsError } from '../model/errors.ts';
import { describeDistrust, isOfTrust } from '../model/trust.ts';
import { ProxyTrouble } from '../proxies/proxy-trouble.ts';
import { makeBoundedFetch } from './bounded-fetch.ts';
import type { ReplyHeaders } from './reply-headers.ts';
import type { GithubSetup } from './setup.ts';
import type { Refusal } from './trouble.ts';

/** One exchange with GitHub. */
export type Exchange =
  | { readonly kind: 'answer'; readonly headers: ReplyHeaders; readonly data: unknown }
  | { readonly kind: 'unchanged' }
  | ({ readonly kind: 'refused' } & Refusal)
  /** Whether it arrived, nobody knows. */
  | { readonly kind: 'lost'; readonly why: string };

export interface Order {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object | null;
}

const version = '2022-11-28';

/** Loaded where it is used. It repeats nothing, and never sees the token. */
export async function loadOctokit(setup: GithubSetup): Promise<Octokit> {
  const { Octokit } = await import('@octokit/core');
  const request = { fetch: makeBoundedFetch(setup), parseSuccessResponseBody: false, signal: setup.signal };
  return new Octokit({ baseUrl: setup.baseUrl, userAgent: 'agentos', request });
}

/** Contract: throws AgentOsError for a reply that is none of GitHub's, and what the caller aborted with. */
export async function exchange(octokit: Octokit, order: Order, signal: AbortSignal): Promise<Exchange> {
  try {
    const { headers, data } = await octokit.request({
      method: order.method,
      url: hideTemplates(order.url),
      headers: { ...order.headers, 'x-github-api-version': version },
      ...(order.body === null ? {} : { data: order.body }),
    });
    return await readAnswer(order, pickHeaders(headers), data);
  } catch (error) {
    signal.throwIfAborted();
    return readTrouble(error, new URL(order.url).origin);
  }
}

/** Octokit takes `:name` and `{name}` in a URL for gaps to be filled. */
function hideTemplates(text: string): string {
  const { origin, pathname, searchParams } = new URL(text);
  const query = searchParams.toString();
  return `${origin}${pathname.replaceAll(':', '%3A')}${query === '' ? '' : `?${query}`}`;
}

async function readAnswer({ url }: Order, headers: ReplyHeaders, body: unknown): Promise<Exchange> {
  const text = body instanceof ReadableStream ? await new Response(body).text() : '';
  try {
    return { kind: 'answer', headers, data: JSON.parse(text) };
  } catch {
    throw new AgentOsError('GITHUB_REPLY_INVALID', `${new URL(url).pathname}: the reply is no JSON`);
  }
}

/** Octokit throws for everything that is not a success. */
function readTrouble(error: unknown, origin: string): Exchange {
  if (error instanceof AgentOsError) throw error;
  if (!(error instanceof Error)) throw error;
  if (error.cause instanceof AgentOsError) throw error.cause;
  const response = 'response' in error ? error.response : undefined;
  const status = 'status' in error ? error.status : undefined;
  if (typeof response === 'object' && response !== null && typeof status === 'number') {
    const [headers, data] = ['headers' in response ? response.headers : {}, 'data' in response ? response.data : null];
    return status === 304 ? { kind: 'unchanged' } : { kind: 'refused', status, headers: pickHeaders(headers), data };
  }
  return { kind: 'lost', why: nameTrouble(error, origin) };
}

/** A connection that was there; every other word of the system says that there was none. */
const lostCodes = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];

/** The system's word for it, which lies somewhere below what `fetch` says. */
function nameTrouble(error: Error, origin: string): string {
  const lost = `the connection to ${origin} was lost`;
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if (at instanceof ProxyTrouble) return at.message;
    if (at.message === 'took too long') return `${origin} does not answer in time`;
    // There are ports that `fetch` itself does not go to.
    const code = at.message === 'bad port' ? at.message : codeOf(at);
    if (code === null) continue;
    if (isOfTrust(code)) return describeDistrust(origin, code, '"baseUrl"');
    return lostCodes.includes(code) ? `${lost} (${code})` : `no connection to ${origin} (${code})`;
  }
  return lost;
}

function codeOf(error: Error): string | null {
  const code = 'code' in error ? error.code : null;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(code) ? code : null;
}

function pickHeaders(headers: unknown): ReplyHeaders {
  return typeof headers === 'object' && headers !== null ? { ...headers } : {};
}
