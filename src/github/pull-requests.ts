import { AgentOsError } from '../model/errors.ts';
import { fieldOf } from '../model/json.ts';
import type { GithubClient } from './client.ts';
import { nameOf } from './issues.ts';
import { pageSize, readPages } from './pages.ts';
import type { GithubRepository } from './setup.ts';
import { invalidReply } from './trouble.ts';

/** A pull request that is to be there once, known by its branch and the first line of its text. */
export interface OwnPullRequest {
  readonly repository: GithubRepository;
  /** The branch that it brings, of the same repository. */
  readonly head: string;
  /** The branch that it is for. */
  readonly base: string;
  readonly title: string;
  /** A hidden line. Whatever begins like `family` is ours. */
  readonly marker: string;
  readonly family: string;
  /** What follows it. */
  readonly text: string;
}

export interface OpenedPullRequest {
  /** `closed`: a person closed it, and what it brings is the same. `foreign`: somebody else opened one for this branch. */
  readonly kind: 'opened' | 'updated' | 'found' | 'closed' | 'foreign';
  readonly number: number;
}

interface Listed {
  readonly number: number;
  readonly isOpen: boolean;
  readonly body: string;
}

const mostTries = 3;

/**
 * Opens a draft, or brings the text of the one that is there up to date. It looks before it writes, and again after a try
 * whose end nobody saw. Nothing is ever merged, reopened or made ready.
 */
export async function openOnce(client: GithubClient, pull: OwnPullRequest): Promise<OpenedPullRequest> {
  for (let tried = 1; ; tried += 1) {
    const found = await findOwn(client, pull);
    if (found !== null) return found;
    try {
      return { kind: 'opened', number: await create(client, pull) };
    } catch (error) {
      if (!mayBeThere(error) || tried === mostTries) throw error;
      await client.backOff(tried);
    }
  }
}

/** The branch that work is merged into. */
export async function readDefaultBranch(client: GithubClient, repository: GithubRepository): Promise<string> {
  const what = `the repository ${nameOf(repository)}`;
  const { data } = await client.get(urlOf(client, '/repos/{owner}/{repo}', repository), { what, trim: null });
  const branch = fieldOf(data, 'default_branch');
  if (typeof branch === 'string' && branch !== '') return branch;
  throw invalidReply(what, 'the reply names no default branch');
}

async function create(client: GithubClient, pull: OwnPullRequest): Promise<number> {
  const { repository, title, head, base } = pull;
  const body = { title, head, base, body: bodyOf(pull), draft: true, maintainer_can_modify: true };
  const url = urlOf(client, '/repos/{owner}/{repo}/pulls', repository);
  return readNumber(await client.post(url, body, whatOf(pull)), whatOf(pull));
}

/** Nobody knows whether it arrived, or somebody was quicker. */
function mayBeThere(error: unknown): boolean {
  if (!(error instanceof AgentOsError)) return false;
  return (
    error.code === 'GITHUB_UNREACHABLE' || (error.code === 'GITHUB_REFUSED' && /already exists/i.test(error.message))
  );
}

/** Null if one has to be opened. */
async function findOwn(client: GithubClient, pull: OwnPullRequest): Promise<OpenedPullRequest | null> {
  const listed = await list(client, pull);
  const open = listed.find(({ isOpen }) => isOpen);
  if (open === undefined) {
    const closed = listed.find(({ body }) => firstLine(body) === pull.marker);
    return closed === undefined ? null : { kind: 'closed', number: closed.number };
  }
  const { number, body } = open;
  if (!firstLine(body).startsWith(pull.family)) return { kind: 'foreign', number };
  if (isSame(body, bodyOf(pull))) return { kind: 'found', number };
  const url = client.urlOf('/repos/{owner}/{repo}/pulls/{pull_number}', {
    ...namesOf(pull.repository),
    pull_number: number,
  });
  await client.patch(url, { body: bodyOf(pull) }, whatOf(pull));
  return { kind: 'updated', number };
}

async function list(client: GithubClient, pull: OwnPullRequest): Promise<Listed[]> {
  const { repository, head } = pull;
  const route = '/repos/{owner}/{repo}/pulls';
  const query = { state: 'all', head: `${repository.owner}:${head}`, per_page: pageSize };
  const url = client.urlOf(route, { ...namesOf(repository), ...query });
  const found: Listed[] = [];
  for await (const item of readPages(client, url, { what: whatOf(pull), trim: null })) {
    // A server that does not know the filter lists all there are.
    if (fieldOf(fieldOf(item, 'head'), 'ref') !== head) continue;
    const body = fieldOf(item, 'body');
    const number = readNumber(item, whatOf(pull));
    found.push({ number, isOpen: fieldOf(item, 'state') === 'open', body: typeof body === 'string' ? body : '' });
  }
  return found;
}

function bodyOf({ marker, text }: OwnPullRequest): string {
  return `${marker}\n${text}`;
}

/** Forges keep lines as browsers send them. */
function isSame(one: string, other: string): boolean {
  const normal = (text: string) => text.replaceAll('\r\n', '\n').trimEnd();
  return normal(one) === normal(other);
}

function firstLine(body: string): string {
  return body.split(/\r?\n/, 1)[0] ?? '';
}

function readNumber(data: unknown, what: string): number {
  const number = fieldOf(data, 'number');
  if (typeof number === 'number' && Number.isSafeInteger(number) && number > 0) return number;
  throw invalidReply(what, 'the reply has no number');
}

function urlOf(client: GithubClient, route: string, repository: GithubRepository): string {
  return client.urlOf(route, namesOf(repository));
}

function namesOf({ owner, name: repo }: GithubRepository) {
  return { owner, repo };
}

function whatOf({ head, repository }: OwnPullRequest): string {
  return `the pull request for ${head} of ${nameOf(repository)}`;
}
