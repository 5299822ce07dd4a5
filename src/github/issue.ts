import { isRecord } from '../model/json.ts';
import { invalidReply } from './trouble.ts';

/** An issue as GitHub tells it: every text is somebody else's. */
export interface GithubIssue {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly isOpen: boolean;
  readonly isPullRequest: boolean;
  /** In the order of their names. */
  readonly labels: readonly string[];
  /** Null if the account is gone. */
  readonly author: string | null;
  /** What the author is to the repository, such as `MEMBER` or `NONE`. */
  readonly authorAssociation: string;
  readonly milestone: string | null;
  /** Of its page; null if that is none. */
  readonly url: string | null;
}

const longestTitle = 1024;
const longestName = 256;
const mostLabels = 100;

/** Of what GitHub sends, only what is read: the rest changes all the time, and is much. Of pull requests nothing is. */
export function trimIssue(data: unknown): unknown {
  if (!isRecord(data)) return data;
  const { number, title, body, state, labels, user, author_association, milestone, html_url } = data;
  if (isRecord(data['pull_request'])) return { number, pull_request: {} };
  return {
    number,
    title,
    body,
    state,
    labels: readLabels(labels),
    user: isRecord(user) ? { login: user['login'] } : user,
    author_association,
    milestone: isRecord(milestone) ? { title: milestone['title'] } : milestone,
    html_url,
  };
}

/** Throws `GITHUB_REPLY_INVALID` for what is no issue: it has no number, or its title or body is no text. */
export function readIssue(raw: unknown, what: string): GithubIssue {
  const data = trimIssue(raw);
  if (!isRecord(data)) throw invalidReply(what, 'the reply holds something that is no issue');
  const { number, title, body = null, state, user, author_association, milestone } = data;
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 1) {
    throw invalidReply(what, 'the reply holds an issue without a number');
  }
  const isPullRequest = isRecord(data['pull_request']);
  if (!isPullRequest && typeof title !== 'string') throw invalidReply(what, `issue ${number} has no title`);
  if (body !== null && typeof body !== 'string') throw invalidReply(what, `the text of issue ${number} is none`);
  return {
    number,
    title: typeof title === 'string' ? cut(title, longestTitle) : '',
    body: body ?? '',
    isOpen: state === 'open',
    isPullRequest,
    labels: readLabels(data['labels']),
    author: nameOf(user, 'login'),
    authorAssociation: readAssociation(author_association),
    milestone: nameOf(milestone, 'title'),
    url: readPage(data['html_url']),
  };
}

/** GitHub has sent labels both as objects and as plain names. */
function readLabels(data: unknown): string[] {
  const names = Array.isArray(data)
    ? data.map((label) => (typeof label === 'string' ? label : nameOf(label, 'name')))
    : [];
  const known = names.filter((name) => name !== null && name !== '').map((name) => cut(String(name), longestName));
  return [...new Set(known)].sort().slice(0, mostLabels);
}

function readAssociation(data: unknown): string {
  return typeof data === 'string' && /^[A-Z_]{1,32}$/.test(data) ? data : 'UNKNOWN';
}

function readPage(data: unknown): string | null {
  return typeof data === 'string' && /^https?:\/\/[\x21-\x7e]{1,500}$/.test(data) ? data : null;
}

function nameOf(data: unknown, key: string): string | null {
  const name = isRecord(data) ? data[key] : null;
  return typeof name === 'string' ? cut(name, longestName) : null;
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text;
}
