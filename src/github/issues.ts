import { findClosest } from '../model/closest.ts';
import { AgentOsError } from '../model/errors.ts';
import { fieldOf } from '../model/json.ts';
import { quoteSafely } from '../model/text.ts';
import type { GithubClient } from './client.ts';
import { type GithubIssue, readIssue, trimIssue } from './issue.ts';
import { pageSize, readPages } from './pages.ts';
import type { GithubRepository } from './setup.ts';
import { invalidReply } from './trouble.ts';

/** Which issues are listed. */
export interface IssueFilter {
  /** An issue has to have all of them. */
  readonly labels: readonly string[];
  /** A title, a number, `*` (any), `none`; null: whatever it is. */
  readonly milestone: string | null;
}

/** Every open issue, the oldest first: new ones come last, so that full pages stay as they are. No pull requests. */
export async function* listOpenIssues(
  client: GithubClient,
  repository: GithubRepository,
  { labels, milestone }: IssueFilter,
): AsyncGenerator<GithubIssue, void> {
  const what = `the issues of ${nameOf(repository)}`;
  const number = milestone === null ? null : await findMilestone(client, repository, milestone);
  const url = client.urlOf('/repos/{owner}/{repo}/issues', {
    owner: repository.owner,
    repo: repository.name,
    state: 'open',
    sort: 'created',
    direction: 'asc',
    per_page: pageSize,
    ...(labels.length === 0 ? {} : { labels: labels.join(',') }),
    ...(number === null ? {} : { milestone: number }),
  });
  const seen = new Set<number>();
  for await (const item of readPages(client, url, { what, trim: trimList })) {
    const issue = readIssue(item, what);
    // While pages are turned, an issue may move from one to the next.
    if (seen.has(issue.number)) continue;
    seen.add(issue.number);
    if (!issue.isPullRequest && issue.isOpen) yield issue;
  }
}

/** One issue, open or closed; it may be a pull request. */
export async function getIssue(
  client: GithubClient,
  repository: GithubRepository,
  number: number,
): Promise<GithubIssue> {
  const what = `issue ${number} of ${nameOf(repository)}`;
  const { owner, name: repo } = repository;
  const url = client.urlOf('/repos/{owner}/{repo}/issues/{issue_number}', { owner, repo, issue_number: number });
  const { data } = await client.get(url, { what, trim: trimIssue });
  const issue = readIssue(data, what);
  if (issue.number !== number) throw new AgentOsError('GITHUB_MISSING', `${what}: it was moved elsewhere`);
  return issue;
}

export function nameOf({ owner, name }: GithubRepository): string {
  return `${owner}/${name}`;
}

function trimList(data: unknown): unknown {
  return Array.isArray(data) ? data.map(trimIssue) : data;
}

/** GitHub filters by number; people know titles. */
async function findMilestone(client: GithubClient, repository: GithubRepository, wanted: string): Promise<string> {
  if (wanted === '*' || wanted === 'none') return wanted;
  const { owner, name: repo } = repository;
  const what = `the milestones of ${nameOf(repository)}`;
  const url = client.urlOf('/repos/{owner}/{repo}/milestones', { owner, repo, state: 'all', per_page: pageSize });
  const known: Milestone[] = [];
  for await (const item of readPages(client, url, { what, trim: trimMilestones }))
    known.push(readMilestone(item, what));
  const found =
    known.find(({ title }) => title === wanted) ??
    known.find(({ title }) => title.toLowerCase() === wanted.toLowerCase()) ??
    known.find(({ number }) => String(number) === wanted);
  if (found !== undefined) return String(found.number);
  const closest = findClosest(
    wanted,
    known.map(({ title }) => title),
  );
  const hint = closest === null ? '' : `; did you mean ${quoteSafely(closest)}?`;
  throw new AgentOsError('GITHUB_MISSING', `${nameOf(repository)} has no milestone ${quoteSafely(wanted)}${hint}`);
}

interface Milestone {
  readonly number: number;
  readonly title: string;
}

function trimMilestones(data: unknown): unknown {
  return Array.isArray(data) ? data.map((item) => ({ number: item?.number, title: item?.title })) : data;
}

function readMilestone(data: unknown, what: string): Milestone {
  const [number, title] = [fieldOf(data, 'number'), fieldOf(data, 'title')];
  if (typeof number === 'number' && typeof title === 'string') return { number, title };
  throw invalidReply(what, 'the reply holds something that is no milestone');
}
