import { AgentOsError } from '../model/errors.ts';
import { fieldOf } from '../model/json.ts';
import type { GithubClient, Page, Wanted } from './client.ts';
import { nameOf } from './issues.ts';
import { expectList, pageSize } from './pages.ts';
import type { GithubRepository } from './setup.ts';
import { invalidReply } from './trouble.ts';

/** A comment that is to be on an issue once, known by its first line. */
export interface OwnComment {
  readonly repository: GithubRepository;
  readonly number: number;
  /** A hidden line that no other comment has. */
  readonly marker: string;
  /** What follows it. */
  readonly text: string;
  /** It cannot have been written before. */
  readonly sinceAt: number;
}

const mostTries = 3;
/** Clocks differ. */
const toleranceMs = 24 * 60 * 60 * 1000;
const mostPages = 100;

/** Looks before it writes, and again after a try whose end nobody saw. */
export async function postOnce(client: GithubClient, comment: OwnComment): Promise<'posted' | 'found'> {
  for (let tried = 1; ; tried += 1) {
    if (await isThere(client, comment)) return 'found';
    try {
      await client.post(urlOf(client, comment, {}), { body: `${comment.marker}\n${comment.text}` }, whatOf(comment));
      return 'posted';
    } catch (error) {
      if (!isUncertain(error) || tried === mostTries) throw error;
      await client.backOff(tried);
    }
  }
}

function isUncertain(error: unknown): boolean {
  return error instanceof AgentOsError && error.code === 'GITHUB_UNREACHABLE';
}

/** Comments come the oldest first: where GitHub says which page is the last, that one is read first. */
async function isThere(client: GithubClient, comment: OwnComment): Promise<boolean> {
  const since = new Date(Math.max(0, comment.sinceAt - toleranceMs)).toISOString();
  const wanted = { what: whatOf(comment), trim: null };
  const first = await client.get(urlOf(client, comment, { since, per_page: pageSize }), wanted);
  const last = first.last === null ? null : Number(new URL(first.last).searchParams.get('page') ?? 'none');
  const pages = last === null ? listForward(client, first, wanted) : listBackward(last);
  for await (const page of pages) if (holdsMarker(page.data, comment)) return true;
  return holdsMarker(first.data, comment);

  async function* listBackward(highest: number): AsyncGenerator<Page, void> {
    if (!(highest <= mostPages)) throw tooMany(wanted.what);
    for (let page = highest; page > 1; page -= 1) {
      yield await client.get(urlOf(client, comment, { since, per_page: pageSize, page }), wanted);
    }
  }
}

async function* listForward(client: GithubClient, first: Page, wanted: Wanted): AsyncGenerator<Page, void> {
  let page = first;
  for (let read = 1; page.next !== null; read += 1) {
    if (read === mostPages) throw tooMany(wanted.what);
    page = await client.get(page.next, wanted);
    yield page;
  }
}

/** Unless all were looked at, nothing is written. */
function tooMany(what: string): AgentOsError {
  return invalidReply(what, 'there are too many to look through');
}

/** Whoever quotes a comment of ours has the line elsewhere. */
function holdsMarker(data: unknown, comment: OwnComment): boolean {
  return expectList(data, whatOf(comment)).some((item) => {
    const body = fieldOf(item, 'body');
    return typeof body === 'string' && body.split(/\r?\n/, 1)[0] === comment.marker;
  });
}

function urlOf(client: GithubClient, comment: OwnComment, query: Readonly<Record<string, string | number>>): string {
  const { owner, name: repo } = comment.repository;
  const route = '/repos/{owner}/{repo}/issues/{issue_number}/comments';
  return client.urlOf(route, { owner, repo, issue_number: comment.number, ...query });
}

function whatOf({ number, repository }: OwnComment): string {
  return `comments on issue ${number} of ${nameOf(repository)}`;
}
