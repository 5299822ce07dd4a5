import { hash } from 'node:crypto';
import type { GithubClient } from '../github/client.ts';
import type { GithubIssue } from '../github/issue.ts';
import { getIssue, type IssueFilter, listOpenIssues } from '../github/issues.ts';
import type { GithubRepository } from '../github/setup.ts';
import { AgentOsError } from '../model/errors.ts';
import type { Found } from '../model/found.ts';
import { refuseTooManyLines } from '../model/line-limit.ts';
import { showPath } from '../model/paths.ts';
import type { WorkflowTask } from '../model/task.ts';
import { issueFilePath, listRecordedIssues, writeIssueFile } from '../store/github-issues.ts';
import { decodeText } from '../store/text-file.ts';
import { rejectInput } from './folder.ts';
import { hasSameContent, renderIssue } from './github-document.ts';
import type { Source } from './source.ts';
import { readTaskHead } from './task-head.ts';

export interface GithubSourceOptions {
  readonly repository: GithubRepository;
  readonly client: GithubClient;
  readonly filter: IssueFilter;
  /** Exactly these, whatever the filter says; none: every open issue that passes it. */
  readonly ids: readonly string[];
  /** Closed issues may be asked for by their ids. */
  readonly isForced: boolean;
  readonly repoDir: string;
  readonly baseDir: string;
  readonly maxInputBytes: number;
}

export interface GithubSource extends Source {
  /** Puts the issues of these tasks where the plan says that they are. Nothing else writes them. */
  keep(tasks: readonly WorkflowTask[]): void;
}

/** Up to here each issue is asked for by itself; more are picked from the list. */
const mostSingle = 10;

/** Each open issue of a repository of GitHub's is a task. */
export function openGithubIssues(options: GithubSourceOptions): GithubSource {
  /** By their paths. */
  const documents = new Map<string, { readonly number: number; readonly content: Buffer }>();
  return {
    async *scan() {
      documents.clear();
      for await (const issue of options.ids.length === 0 ? listAll(options) : listAsked(options)) {
        const content = chooseContent(options, issue);
        const found = await makeFinding(options, issue.number, content);
        documents.set(found.path, { number: issue.number, content });
        yield found;
      }
    },

    keep(tasks) {
      for (const { id, inputPath } of tasks) {
        const document = documents.get(inputPath);
        if (document === undefined) throw new Error(`task ${id} was planned, and not found on GitHub`);
        writeIssueFile(options.baseDir, options.repository, document.number, document.content);
      }
    },
  };
}

function listAll({ client, repository, filter }: GithubSourceOptions): AsyncIterable<GithubIssue> {
  return listOpenIssues(client, repository, filter);
}

/** What is no number is no issue: the plan says so. */
async function* listAsked(options: GithubSourceOptions): AsyncGenerator<GithubIssue, void> {
  const { client, repository, isForced, ids } = options;
  const missing = new Set(ids.filter((id) => /^[1-9]\d{0,14}$/.test(id)));
  if (missing.size > mostSingle) {
    for await (const issue of listOpenIssues(client, repository, { labels: [], milestone: null })) {
      if (missing.delete(String(issue.number))) yield issue;
    }
  }
  for (const id of missing) {
    const issue = await getIssue(client, repository, Number(id));
    if (issue.isPullRequest) throw notAnIssue(id, 'it is a pull request');
    if (!issue.isOpen && !isForced) throw notAnIssue(id, 'it is closed. With --force it runs all the same.');
    yield issue;
  }
}

function notAnIssue(id: string, why: string): AgentOsError {
  return new AgentOsError('ID_NOT_PENDING', `${id} is not pending: ${why}`);
}

/**
 * The bytes that stand for an issue. If its title and text are as they were when it was worked on, it is that document:
 * another label, milestone or role of its author makes no other issue of it.
 */
function chooseContent(options: GithubSourceOptions, issue: GithubIssue): Buffer {
  const content = renderIssue(issue);
  const recorded = listRecordedIssues({ ...options, maxBytes: options.maxInputBytes }, issue.number);
  return recorded.find((one) => hasSameContent(one.toString('utf8'), content)) ?? Buffer.from(content);
}

async function makeFinding(
  { repoDir, baseDir, repository, maxInputBytes }: GithubSourceOptions,
  number: number,
  content: Buffer,
): Promise<Found> {
  const path = showPath(repoDir, issueFilePath(baseDir, repository, number));
  try {
    if (content.length > maxInputBytes) throw tooLarge(content.length, maxInputBytes);
    const text = decodeText(content);
    refuseTooManyLines(text);
    const { title } = await readTaskHead(text, `${number}.md`);
    const sha256 = hash('sha256', content, 'hex');
    return { kind: 'finding', path, rawId: String(number), title, sha256, claimsApproval: null, touches: [] };
  } catch (error) {
    return rejectInput(path, error, String(number));
  }
}

function tooLarge(size: number, maxInputBytes: number): AgentOsError {
  return new AgentOsError('FILE_TOO_LARGE', `has ${size} bytes; ${maxInputBytes} are allowed (maxInputBytes)`);
}
