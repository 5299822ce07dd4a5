import type { GithubClient } from '../../github/client.ts';
import { type OwnComment, postOnce } from '../../github/comments.ts';
import type { BatchRecord } from '../../model/batch-record.ts';
import type { JournalEntry } from '../../model/event.ts';
import type { Clock } from '../../parallel/clock.ts';
import type { Redaction } from '../../redaction/redaction.ts';
import { type DueComment, makeDue, markerOf } from './due-comments.ts';
import { Errands, type Patience, type Unposted } from './errands.ts';
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

const patience: Patience = {
  longestFinishMs: 30_000,
  hopelessCodes: ['GITHUB_AUTH', 'GITHUB_LIMITED', 'GITHUB_UNREACHABLE'],
  loneCodes: ['GITHUB_MISSING', 'GITHUB_LOCKED'],
  hopelessFailures: 3,
};

/** Tells issues what became of their tasks, one after the other, beside the batch. Never throws for what GitHub does. */
export class CommentDesk {
  readonly #setup: CommentSetup;
  readonly #errands: Errands;
  #count = 0;

  constructor(setup: CommentSetup) {
    this.#setup = setup;
    this.#errands = new Errands(setup, patience);
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
      const key = markerOf(due);
      this.#errands.add({ id: due.task.id, key, run: async () => await this.#post(due, key) });
    }
  }

  /** Comments that are there now. */
  get count(): number {
    return this.#count;
  }

  async finish(isStopped: boolean): Promise<Unposted | null> {
    return await this.#errands.finish(isStopped);
  }

  async #post(due: DueComment, marker: string): Promise<null> {
    await postOnce(this.#setup.client, this.#makeComment(due, marker));
    this.#count += 1;
    return null;
  }

  #makeComment(due: DueComment, marker: string): OwnComment {
    const { repository, redaction, repoDir } = this.#setup;
    const text = redaction.text(renderComment(due, readResult(repoDir, due)));
    return { repository, number: due.number, marker, text, sinceAt: due.startedAt };
  }
}
