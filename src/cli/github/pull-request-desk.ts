import type { GithubClient } from '../../github/client.ts';
import { openOnce, readDefaultBranch } from '../../github/pull-requests.ts';
import type { BatchRecord } from '../../model/batch-record.ts';
import type { JournalEntry } from '../../model/event.ts';
import type { Clock } from '../../parallel/clock.ts';
import type { Redaction } from '../../redaction/redaction.ts';
import { renderPullRequest } from '../../workflows/implementation/render-pull-request.ts';
import { type DuePullRequest, keyOf, makeDuePull } from './due-pull-requests.ts';
import { Errands, type Patience, type Unposted } from './errands.ts';
import type { PullRequestTarget } from './pull-request-target.ts';
import { readEvidence } from './read-evidence.ts';

export interface PullRequestSetup extends PullRequestTarget {
  readonly repoDir: string;
  readonly baseDir: string;
  readonly client: GithubClient;
  readonly clock: Clock;
  readonly redaction: Redaction;
  /** Puts that commit on that branch of the server. Throws AgentOsError. */
  push(branch: string, commit: string): Promise<void>;
  /** Ends what `client` and `push` wait for. */
  readonly controller: AbortController;
}

/** Pushing takes longer than a comment, and what one branch meets says nothing of the next. */
const patience: Patience = {
  longestFinishMs: 120_000,
  hopelessCodes: ['GITHUB_AUTH', 'GITHUB_LIMITED', 'GITHUB_UNREACHABLE', 'PUSH_UNREACHABLE'],
  loneCodes: [],
  hopelessFailures: Number.POSITIVE_INFINITY,
};

/**
 * Hands branches over, one after the other, beside the batch. Never throws for what git or GitHub do. Pushing what is
 * there, and opening what is open, change nothing: a crash in between is made up for.
 */
export class PullRequestDesk {
  readonly #setup: PullRequestSetup;
  readonly #errands: Errands;
  readonly #opened: string[] = [];
  #base: string | null = null;

  constructor(setup: PullRequestSetup) {
    this.#setup = setup;
    this.#errands = new Errands(setup, patience);
  }

  /** An event that is on the disk, and the record with it. */
  hear(entry: JournalEntry, record: BatchRecord): void {
    if (entry.kind !== 'task-done') return;
    const due = makeDuePull(record, entry.task);
    if (due !== null) this.add([due]);
  }

  /** What was handed over already is left alone. */
  add(dues: readonly DuePullRequest[]): void {
    for (const due of dues) {
      this.#errands.add({ id: due.task.id, key: keyOf(due), run: async () => await this.#open(due) });
    }
  }

  /** A line for each that is there now. */
  get opened(): readonly string[] {
    return this.#opened;
  }

  async finish(isStopped: boolean): Promise<Unposted | null> {
    return await this.#errands.finish(isStopped);
  }

  async #open({ task, record, evidence: file }: DuePullRequest): Promise<{ number: number; url: string }> {
    const { repoDir, client, repository, redaction, url } = this.#setup;
    const evidence = readEvidence(repoDir, file);
    await this.#setup.push(evidence.branch, evidence.commit);
    this.#base ??= await readDefaultBranch(client, repository);
    const { title, body } = renderPullRequest(evidence, record.runningMs / 1000);
    const family = `<!-- agentos pull ${task.id} `;
    const { kind, number } = await openOnce(client, {
      ...{ repository, head: evidence.branch, base: this.#base, family },
      title: redaction.text(title),
      marker: `${family}${evidence.lld.sha256.slice(0, 16)} -->`,
      text: redaction.text(body),
    });
    this.#opened.push(`${task.id}: ${words[kind]} #${number}`);
    return { number, url: `${url.replace(/\.git$/, '')}/pull/${number}` };
  }
}

const words = {
  opened: 'draft pull request',
  updated: 'brought up to date: pull request',
  found: 'there already: pull request',
  closed: 'left closed: pull request',
  foreign: 'pushed, and left to its author: pull request',
};
