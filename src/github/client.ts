import type { Octokit } from '@octokit/core';
import type { KeptReply } from '../store/github-replies.ts';
import { type Exchange, exchange, loadOctokit, type Order } from './exchange.ts';
import { type Links, readLinks } from './links.ts';
import type { GithubSetup } from './setup.ts';
import { sleep } from './sleep.ts';
import { adviseOn, invalidReply, limited, unreachable } from './trouble.ts';

const mostTries = 3;
const backoffMs = 1000;
const longestWaitMs = 60_000;
const mostWaits = 5;

export interface Page extends Links {
  readonly data: unknown;
}

/** What is asked for by a GET. */
export interface Wanted {
  /** Messages begin with it. */
  readonly what: string;
  /** What is kept of a reply, to be taken again when GitHub calls it unchanged; null: it is always asked for anew. */
  readonly trim: ((data: unknown) => unknown) | null;
}

type Answer = Extract<Exchange, { kind: 'answer' | 'unchanged' }>;

/** Speaks to one GitHub. Contract: throws AgentOsError for everything that is no answer. */
export class GithubClient {
  readonly #setup: GithubSetup;
  readonly #octokit: Octokit;

  private constructor(setup: GithubSetup, octokit: Octokit) {
    this.#setup = setup;
    this.#octokit = octokit;
  }

  static async open(setup: GithubSetup): Promise<GithubClient> {
    return new GithubClient(setup, await loadOctokit(setup));
  }

  /** The whole URL of a route such as `/repos/{owner}/{repo}/issues`. */
  urlOf(route: string, parameters: Readonly<Record<string, string | number>>): string {
    return this.#octokit.request.endpoint(`GET ${route}`, parameters).url;
  }

  async get(url: string, { what, trim }: Wanted): Promise<Page> {
    const { memory } = this.#setup;
    const kept = trim === null ? undefined : memory.get(url);
    const answer = await this.#send(
      { method: 'GET', url, headers: conditionsOf(url, kept), body: null },
      what,
      mostTries,
    );
    if (answer.kind === 'unchanged') {
      if (kept === undefined) throw invalidReply(what, 'called unchanged, and nothing was known of it');
      memory.set(url, kept);
      return { data: kept.data, next: this.#ownUrl(kept.next, what), last: null };
    }
    const { headers, data } = answer;
    const links = readLinks(headers.link);
    const [next, last] = [this.#ownUrl(links.next, what), this.#ownUrl(links.last, what)];
    if (trim === null) return { data, next, last };
    const { etag = null, 'last-modified': lastModified = null } = headers;
    const trimmed = trim(data);
    if ((etag ?? lastModified) !== null) memory.set(url, { etag, lastModified, next, data: trimmed });
    return { data: trimmed, next, last };
  }

  /** Sent once. `GITHUB_UNREACHABLE` leaves open whether it arrived. */
  async post(url: string, body: object, what: string): Promise<unknown> {
    const answer = await this.#send({ method: 'POST', url, headers: {}, body }, what, 1);
    return answer.kind === 'answer' ? answer.data : null;
  }

  /** What may be said twice: sent until it arrived. */
  async patch(url: string, body: object, what: string): Promise<unknown> {
    const answer = await this.#send({ method: 'PATCH', url, headers: {}, body }, what, mostTries);
    return answer.kind === 'answer' ? answer.data : null;
  }

  /** Between tries: longer each time, and not at the same moment as others. */
  async backOff(tried: number): Promise<void> {
    const { clock, random, signal } = this.#setup;
    await sleep(clock, backoffMs * 2 ** (tried - 1) * (0.5 + random()), signal);
  }

  async #send(order: Order, what: string, tries: number): Promise<Answer> {
    for (let tried = 1, waited = 0; ; ) {
      const reply = await exchange(this.#octokit, order, this.#setup.signal);
      if (reply.kind === 'answer' || reply.kind === 'unchanged') return reply;
      const advice = this.#judge(reply, what);
      if (advice.kind === 'stop') throw advice.error;
      if (advice.kind === 'wait') {
        waited += 1;
        await this.#wait(advice.ms, what, waited);
      } else if (tried === tries) throw advice.error;
      else {
        await this.backOff(tried);
        tried += 1;
      }
    }
  }

  #judge(reply: Exclude<Exchange, Answer>, what: string) {
    const { clock, token } = this.#setup;
    if (reply.kind === 'lost') return { kind: 'again', error: unreachable(what, reply.why) } as const;
    return adviseOn(reply, { what, hasToken: token !== null, now: clock.now() });
  }
  async #wait(ms: number, what: string, waited: number): Promise<void> {
    const { clock, signal, tell } = this.#setup;
    if (ms > longestWaitMs || waited > mostWaits) throw limited(what, ms, clock.now());
    tell(`GitHub has had enough requests for now: going on in ${Math.ceil(ms / 1000)} s`);
    await sleep(clock, ms, signal);
  }

  /** A reply may not send us, and the token, elsewhere. */
  #ownUrl(url: string | null, what: string): string | null {
    if (url === null) return null;
    const isOwn = URL.canParse(url) && new URL(url).origin === new URL(this.#setup.baseUrl).origin;
    if (!isOwn) throw invalidReply(what, 'a next page on another server is not read');
    return url;
  }
}

function conditionsOf(url: string, kept: KeptReply | undefined): Record<string, string> {
  if (kept === undefined || mayGoOn(url, kept)) return {};
  const { etag, lastModified } = kept;
  if (etag !== null) return { 'if-none-match': etag };
  return lastModified === null ? {} : { 'if-modified-since': lastModified };
}

/** A full page is unchanged also when there is one behind it by now: only its links would tell. */
function mayGoOn(url: string, { next, data }: KeptReply): boolean {
  const isFull = Array.isArray(data) && data.length >= Number(new URL(url).searchParams.get('per_page') ?? Infinity);
  return next === null && isFull;
}
