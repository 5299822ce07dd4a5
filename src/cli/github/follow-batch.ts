import type { BatchRecord } from '../../model/batch-record.ts';
import { AgentOsError } from '../../model/errors.ts';
import type { JournalEntry } from '../../model/event.ts';
import { renderResume } from '../../report/command-line.ts';
import { limitLines, renderCount } from '../../report/figures.ts';
import { loadPosted } from '../../store/github-comments.ts';
import { announce, type Door } from '../door.ts';
import type { CommentDesk } from './comment-desk.ts';
import { listDue, markerOf } from './due-comments.ts';
import { type GithubOptions, wishOf } from './wish.ts';

const mostIds = 50;

/** Is told what happens in a batch, beside everything else, and may do something about it. */
export interface BatchFollower {
  /** When the repository is held. What earlier batches left untold is told now. */
  begin(earlier: readonly BatchRecord[]): void;
  /** Of an event that is on the disk, and in the record. Never throws, never waits. */
  hear(entry: JournalEntry, record: BatchRecord): void;
  /** When nothing more happens. What a person should know, by a record whose hints lead here. */
  finish(isStopped: boolean, record: BatchRecord): Promise<readonly string[]>;
}

/** Whoever tells issues what became of them; null if nobody is to. Throws if it cannot be done at all. */
export async function followBatch(options: GithubOptions, door: Door): Promise<BatchFollower | null> {
  const wish = options.settings.comment === 'yes' ? wishOf(options) : null;
  if (wish === null) return null;
  const { openComments } = await import('./open-comments.ts');
  const desk = await openComments(wish, door);
  return {
    begin: (earlier) => desk.add(listDue(earlier, wish.source)),
    hear: (entry, record) => desk.hear(entry, record),
    finish: async (isStopped, record) => await finishDesk(desk, isStopped, record),
  };
}

/**
 * What these batches left untold, without a batch to follow. `hold` takes the repository: nobody else tells it now.
 * What cannot be told is said.
 */
export async function tellLeftovers(
  options: GithubOptions,
  door: Door,
  records: readonly BatchRecord[],
  hold: () => Disposable,
): Promise<void> {
  const [wish, last] = [wishOf(options), records.at(-1)];
  if (options.settings.comment !== 'yes' || wish === null || last === undefined) return;
  const posted = loadPosted(wish.baseDir, wish.repository);
  const due = listDue(records, wish.source).filter((one) => !posted.has(markerOf(one)));
  if (due.length === 0) return;
  try {
    const { openComments } = await import('./open-comments.ts');
    const desk = await openComments(wish, door);
    using _held = hold();
    desk.add(due);
    for (const line of await finishDesk(desk, false, last)) announce(door, line);
  } catch (error) {
    if (!(error instanceof AgentOsError)) throw error;
    announce(
      door,
      describeUntold(
        due.map(({ task }) => task.id),
        error.message,
        last,
      ),
    );
  }
}

async function finishDesk(desk: CommentDesk, isStopped: boolean, record: BatchRecord): Promise<string[]> {
  const unposted = await desk.finish(isStopped);
  const told = desk.count === 0 ? [] : [`${renderCount(desk.count, 'result')} told on GitHub`];
  if (unposted === null) return told;
  return [...told, describeUntold(unposted.ids, unposted.reason, record)];
}

function describeUntold(ids: readonly string[], reason: string, record: BatchRecord): string {
  const list = limitLines(ids, mostIds).join(', ');
  return `Not told on GitHub: ${list} (${reason}). Run \`${renderResume(record)}\` to tell them.`;
}
