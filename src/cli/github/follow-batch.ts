import type { BatchRecord } from '../../model/batch-record.ts';
import { AgentOsError } from '../../model/errors.ts';
import type { BatchWorkflow } from '../../model/task.ts';
import { renderResume } from '../../report/command-line.ts';
import { limitLines, renderCount } from '../../report/figures.ts';
import { loadPosted } from '../../store/github-comments.ts';
import { announce, type Door } from '../door.ts';
import type { BatchFollower } from './batch-follower.ts';
import type { CommentDesk } from './comment-desk.ts';
import { listDue, markerOf } from './due-comments.ts';
import { type GithubOptions, wishOf } from './wish.ts';

const mostIds = 50;

export type { BatchFollower } from './batch-follower.ts';

/** Whoever does something on GitHub about what happens; null if nobody is to. Throws if it cannot be done at all. */
export async function followBatch(
  options: GithubOptions,
  door: Door,
  workflow: BatchWorkflow,
): Promise<BatchFollower | null> {
  const hasBranches = workflow !== 'requirements';
  const pulls = hasBranches ? await followForPulls(options, door) : null;
  const followers = [await followForComments(options, door), pulls];
  const present = followers.filter((follower) => follower !== null);
  return present.length === 0 ? null : joinFollowers(present);
}

async function followForComments(options: GithubOptions, door: Door): Promise<BatchFollower | null> {
  const wish = options.settings.comment === 'yes' ? wishOf(options) : null;
  if (wish === null) return null;
  const { openComments } = await import('./open-comments.ts');
  const desk = await openComments(wish, door);
  return {
    begin: (earlier) => desk.add(listDue(earlier, wish.source)),
    hear: (entry, record) => desk.hear(entry, record),
    finish: async (isStopped, record) => await finishDesk(desk, isStopped, record),
    isBehind: false,
  };
}

async function followForPulls(options: GithubOptions, door: Door): Promise<BatchFollower | null> {
  if (options.settings.pullRequests !== 'yes') return null;
  const { followPullRequests } = await import('./pull-requests.ts');
  return await followPullRequests(options, door);
}

function joinFollowers(followers: readonly BatchFollower[]): BatchFollower {
  return {
    begin: (earlier) => followers.forEach((one) => void one.begin(earlier)),
    hear: (entry, record) => followers.forEach((one) => void one.hear(entry, record)),
    async finish(isStopped, record) {
      return (await Promise.all(followers.map((one) => one.finish(isStopped, record)))).flat();
    },
    get isBehind() {
      return followers.some((one) => one.isBehind);
    },
  };
}

/**
 * What these batches left untold, without a batch to follow. `hold` takes the repository: nobody else tells it now.
 * What cannot be told is said; false if it is a branch that was to be handed over.
 */
export async function tellLeftovers(
  options: GithubOptions,
  door: Door,
  records: readonly BatchRecord[],
  hold: () => Disposable,
): Promise<boolean> {
  await tellComments(options, door, records, hold);
  if (options.settings.pullRequests !== 'yes') return true;
  const { handOverLeftovers } = await import('./pull-requests.ts');
  try {
    return await handOverLeftovers(options, door, records, hold);
  } catch (error) {
    if (!(error instanceof AgentOsError)) throw error;
    announce(door, `no branch was handed over: ${error.message}`);
    return false;
  }
}

async function tellComments(
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
