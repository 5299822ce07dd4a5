import type { Clock } from '../parallel/clock.ts';
import { readHeaders } from './reply-headers.ts';
import type { GithubSetup } from './setup.ts';
import { invalidReply } from './trouble.ts';

/** A page of a hundred issues, each as long as GitHub lets them be, has 26 MB. */
const largestReply = 32 * 1024 * 1024;
const largestRefusal = 64 * 1024;
const longestExchangeMs = 90_000;
const mostRedirects = 3;

/**
 * A `fetch` for one server: the token is added where the request leaves, and goes nowhere else. Redirects to another
 * server are refused; a reply is bounded in size and time, and arrives whole.
 */
export function makeBoundedFetch({ fetch, token, clock }: Pick<GithubSetup, 'fetch' | 'token' | 'clock'>): Fetch {
  return async (input, init) => {
    const { signal, end } = limitTime(clock, init?.signal ?? null);
    const headers = new Headers(init?.headers);
    if (token !== null) headers.set('authorization', `Bearer ${token.open()}`);
    try {
      const url = new URL(input);
      const send = (place: URL) => fetch(place, { ...init, headers, redirect: 'manual', signal });
      return await readWhole(await follow(url, init?.method ?? 'GET', send), url.pathname);
    } finally {
      end();
    }
  };
}

/** As Octokit calls it. */
type Fetch = (input: string, init?: RequestInit) => Promise<Response>;

async function follow(first: URL, method: string, send: (url: URL) => Promise<Response>): Promise<Response> {
  let url = first;
  for (let hops = 0; hops <= mostRedirects; hops += 1) {
    const reply = await send(url);
    if (![301, 302, 303, 307, 308].includes(reply.status)) return reply;
    await reply.body?.cancel();
    const place = reply.headers.get('location') ?? '';
    if (!URL.canParse(place, url.href)) throw invalidReply(url.pathname, 'a redirect that leads nowhere');
    const next = new URL(place, url);
    if (next.origin !== first.origin) throw invalidReply(url.pathname, 'a redirect to another server is not followed');
    if (method !== 'GET' && reply.status < 307) throw invalidReply(url.pathname, 'a redirect of what is to be written');
    url = next;
  }
  throw invalidReply(first.pathname, `more than ${mostRedirects} redirects`);
}

async function readWhole(reply: Response, path: string): Promise<Response> {
  const { status } = reply;
  const headers = new Headers(
    readHeaders.flatMap((name): [string, string][] => {
      const value = reply.headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
  if ([204, 205, 304].includes(status)) {
    await reply.body?.cancel();
    return new Response(null, { status, headers });
  }
  headers.set('content-type', 'application/json');
  const isRefusal = status >= 400;
  const body = await readBytes(reply, isRefusal ? largestRefusal : largestReply, isRefusal ? null : path);
  return new Response(body, { status, headers });
}

/** What is longer is refused by its path, or cut. */
async function readBytes(reply: Response, most: number, path: string | null): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of reply.body ?? []) {
    chunks.push(chunk);
    length += chunk.length;
    if (length <= most) continue;
    if (path !== null) throw invalidReply(path, `a reply of more than ${most} bytes is not read`);
    break;
  }
  return Buffer.concat(chunks).subarray(0, most);
}

/** Aborts when the caller does, or when it takes too long. */
function limitTime(clock: Clock, outer: AbortSignal | null): { signal: AbortSignal; end(): void } {
  const controller = new AbortController();
  const end = clock.after(longestExchangeMs, () => controller.abort(new Error('took too long')));
  return { signal: outer === null ? controller.signal : AbortSignal.any([controller.signal, outer]), end };
}
