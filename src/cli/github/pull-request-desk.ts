import type { GithubClient } from '../../github/client.ts';
import { openOnce, readDefaultBranch } from '../../github/pull-requests.ts';
import type { BatchRecord } from '../../model/batch-record.ts';
import { AgentOsError } from '../../model/errors.ts';
import type { JournalEntry } from '../../model/event.ts';
import type { Clock } from '../../parallel/clock.ts';
import type { Redaction } from '../../redaction/redaction.ts';
import { loadPosted, notePosted } from '../../store/github-comments.ts';
import { renderPullRequest } from '../../workflows/implementation/render-pull-request.ts';
import { describeDefect } from '../door.ts';
import type { Unposted } from './comment-desk.ts';
import { type DuePullRequest, keyOf, makeDuePull } from './due-pull-requests.ts';
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

/** Pushing takes longer than a comment. */
const longestFinishMs = 120_000;
const noTime = 'there was no time left';
/** Others would meet the same. */
const hopelessCodes = ['GITHUB_AUTH', 'GITHUB_LIMITED', 'GITHUB_UNREACHABLE', 'PUSH_UNREACHABLE'];

/** Hands branches over, one after the other, beside the batch. Never throws for what git or GitHub do. */
export class PullRequestDesk {
  readonly #setup: PullRequestSetup;
  readonly #known: Set<string>;
  readonly #unposted = new Map<string, string>();
  readonly #opened: string[] = [];
  #base: string | null = null;
  #despair: string | null = null;
  #work: Promise<void> = Promise.resolve();

  constructor(setup: PullRequestSetup) {
    this.#setup = setup;
    this.#known = loadPosted(setup.baseDir, setup.repository);
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
      if (this.#known.has(keyOf(due))) continue;
      this.#known.add(keyOf(due));
      this.#unposted.set(due.task.id, noTime);
      this.#work = this.#work.then(() => this.#handOver(due));
    }
  }

  /** A line for each that is there now. */
  get opened(): readonly string[] {
    return this.#opened;
  }

  /** Waits for the last ones, but not for long; not at all if the person wants to leave. */
  async finish(isStopped: boolean): Promise<Unposted | null> {
    const { clock, controller } = this.#setup;
    const stop = () => controller.abort(new AgentOsError('GITHUB_STOPPED', noTime));
    const cancel = isStopped ? stop : clock.after(longestFinishMs, stop);
    if (isStopped) stop();
    await this.#work;
    cancel();
    const [reason] = this.#unposted.values();
    return reason === undefined ? null : { ids: [...this.#unposted.keys()], reason };
  }

  /** Pushing what is there, and opening what is open, change nothing: a crash in between is made up for. */
  async #handOver(due: DuePullRequest): Promise<void> {
    const { controller, baseDir, repository, clock } = this.#setup;
    const { id } = due.task;
    if (this.#despair !== null) this.#unposted.set(id, this.#despair);
    if (this.#despair !== null || controller.signal.aborted) return;
    try {
      this.#opened.push(await this.#open(due));
      this.#unposted.delete(id);
      notePosted(baseDir, repository, keyOf(due), clock.now());
    } catch (error) {
      this.#fail(id, error instanceof AgentOsError ? error : describeDefect(error));
    }
  }

  async #open({ task, record, evidence: file }: DuePullRequest): Promise<string> {
    const { repoDir, client, repository, redaction } = this.#setup;
    const evidence = readEvidence(repoDir, file);
    await this.#setup.push(evidence.branch, evidence.commit);
    this.#base ??= await readDefaultBranch(client, repository);
    const receipt = { usd: record.usd, seconds: Math.round(record.runningMs / 1000), calls: null };
    const { title, body } = renderPullRequest(evidence, receipt);
    const family = `<!-- agentos pull ${task.id} `;
    const { kind, number } = await openOnce(client, {
      ...{ repository, head: evidence.branch, base: this.#base, family },
      title: redaction.text(title),
      marker: `${family}${evidence.lld.sha256.slice(0, 16)} -->`,
      text: redaction.text(body),
    });
    return `${task.id}: ${words[kind]} #${number}`;
  }

  /** What was opened and could not be noted is looked for next time. */
  #fail(id: string, { code, message }: AgentOsError): void {
    if (!this.#unposted.has(id)) return;
    this.#unposted.set(id, message);
    if (hopelessCodes.includes(code)) this.#despair = message;
  }
}

const words = {
  opened: 'draft pull request',
  updated: 'brought up to date: pull request',
  found: 'there already: pull request',
  closed: 'left closed: pull request',
  foreign: 'pushed, and left to its author: pull request',
};
