import type { GithubClient } from '../../github/client.ts';
import { type OwnComment, postOnce } from '../../github/comments.ts';
import type { BatchRecord } from '../../model/batch-record.ts';
import { AgentOsError } from '../../model/errors.ts';
import type { JournalEntry } from '../../model/event.ts';
import type { Clock } from '../../parallel/clock.ts';
import type { Redaction } from '../../redaction/redaction.ts';
import { loadPosted, notePosted } from '../../store/github-comments.ts';
import { describeDefect } from '../door.ts';
import { type DueComment, makeDue, markerOf } from './due-comments.ts';
import { readResult } from './read-result.ts';
import { renderComment } from './render-comment.ts';
import type { GithubWish } from './wish.ts';

export interface CommentSetup extends GithubWish {
  readonly client: GithubClient;
  readonly clock: Clock;
  readonly redaction: Redaction;
  /** Ends what `client` waits for. */
  readonly controller: AbortController;
}

/** What could not be said on GitHub. */
export interface Unposted {
  readonly ids: readonly string[];
  readonly reason: string;
}

/** So long the end of a batch waits for the last comments. */
const longestFinishMs = 30_000;
const noTime = 'there was no time left';
/** Others would meet the same: at once, or after some that did. */
const hopelessCodes = ['GITHUB_AUTH', 'GITHUB_LIMITED', 'GITHUB_UNREACHABLE'];
const hopelessFailures = 3;

/** Tells issues what became of their tasks, one after the other, beside the batch. Never throws for what GitHub does. */
export class CommentDesk {
  readonly #setup: CommentSetup;
  readonly #posted: Set<string>;
  readonly #unposted = new Map<string, string>();
  #count = 0;
  #failures = 0;
  /** Why nothing more is tried; null if it is. */
  #despair: string | null = null;
  #work: Promise<void> = Promise.resolve();

  constructor(setup: CommentSetup) {
    this.#setup = setup;
    this.#posted = loadPosted(setup.baseDir, setup.repository);
  }

  /** An event that is on the disk, and the record with it. */
  hear(entry: JournalEntry, record: BatchRecord): void {
    if (!['workflow-done', 'task-done', 'task-rejected'].includes(entry.kind) || !('task' in entry)) return;
    const due = makeDue(record, entry.task, this.#setup.source);
    if (due !== null) this.add([due]);
  }

  /** What is on its issue already is not posted again. */
  add(dues: readonly DueComment[]): void {
    for (const due of dues) {
      const marker = markerOf(due);
      if (this.#posted.has(marker)) continue;
      this.#posted.add(marker);
      this.#unposted.set(due.task.id, noTime);
      this.#work = this.#work.then(() => this.#post(due, marker));
    }
  }

  /** Comments that are there now. */
  get count(): number {
    return this.#count;
  }

  /** Waits for the last comments, but not for long; not at all if the person wants to leave. */
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

  async #post(due: DueComment, marker: string): Promise<void> {
    const { baseDir, repository, client, clock, controller } = this.#setup;
    if (this.#despair !== null) this.#unposted.set(due.task.id, this.#despair);
    if (this.#despair !== null || controller.signal.aborted) return;
    try {
      await postOnce(client, this.#makeComment(due, marker));
      this.#unposted.delete(due.task.id);
      this.#count += 1;
      this.#failures = 0;
      notePosted(baseDir, repository, marker, clock.now());
    } catch (error) {
      this.#fail(due.task.id, error instanceof AgentOsError ? error : describeDefect(error));
    }
  }

  /** What was posted and could not be noted is looked for next time. Even a defect of ours must not end the batch. */
  #fail(id: string, { code, message }: AgentOsError): void {
    if (!this.#unposted.has(id)) return;
    this.#unposted.set(id, message);
    this.#failures += 1;
    if (hopelessCodes.includes(code) || this.#failures === hopelessFailures) this.#despair = message;
  }

  #makeComment(due: DueComment, marker: string): OwnComment {
    const { repository, redaction, repoDir } = this.#setup;
    const text = redaction.text(renderComment(due, readResult(repoDir, due)));
    return { repository, number: due.number, marker, text, sinceAt: due.startedAt };
  }
}
