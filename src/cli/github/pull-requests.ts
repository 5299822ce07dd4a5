import type { BatchRecord } from '../../model/batch-record.ts';
import { systemClock } from '../../parallel/clock.ts';
import { renderResume } from '../../report/command-line.ts';
import { limitLines } from '../../report/figures.ts';
import type { SecretBox } from '../../secrets/secret-box.ts';
import { loadPosted, notePosted } from '../../store/github-comments.ts';
import { inspectRepository } from '../../worktrees/inspect-repository.ts';
import { pushBranch } from '../../worktrees/push.ts';
import { announce, type Door } from '../door.ts';
import { proxyTo } from '../proxy-to.ts';
import { openHouse } from '../worktree-house.ts';
import type { BatchFollower } from './batch-follower.ts';
import { type DuePullRequest, keyOf, listDuePulls } from './due-pull-requests.ts';
import { loadGithubToken, missingToken } from './load-token.ts';
import { openClient } from './open-client.ts';
import { PullRequestDesk } from './pull-request-desk.ts';
import { findTarget, type PullRequestTarget } from './pull-request-target.ts';
import { noReplies } from './remembered-replies.ts';
import type { GithubOptions } from './wish.ts';

const mostIds = 50;

/** Whoever hands branches over as draft pull requests. Throws, before anything is started, if that cannot be done at all. */
export async function followPullRequests(options: GithubOptions, door: Door): Promise<BatchFollower> {
  const desk = await openDesk(options, findTarget(options), door);
  let isBehind = false;
  return {
    begin: (earlier) => desk.add(listDuePulls(earlier)),
    hear: (entry, record) => desk.hear(entry, record),
    async finish(isStopped, record) {
      const { lines, hasFailed } = await finishDesk(desk, isStopped, record);
      isBehind = hasFailed;
      return lines;
    },
    get isBehind() {
      return isBehind;
    },
  };
}

/** What these batches left to be handed over, without a batch to follow. True if all of it is. */
export async function handOverLeftovers(
  options: GithubOptions,
  door: Door,
  records: readonly BatchRecord[],
  hold: () => Disposable,
): Promise<boolean> {
  const last = records.at(-1);
  if (last === undefined || listDuePulls(records).length === 0) return true;
  const target = findTarget(options);
  const due = listLeft(options, target, records);
  if (due.length === 0) return true;
  const desk = await openDesk(options, target, door);
  using _held = hold();
  desk.add(due);
  const { lines, hasFailed } = await finishDesk(desk, false, last);
  for (const line of lines) announce(door, line);
  return !hasFailed;
}

function listLeft(
  { settings }: GithubOptions,
  { repository }: PullRequestTarget,
  records: readonly BatchRecord[],
): DuePullRequest[] {
  const known = loadPosted(settings.baseDir, repository);
  return listDuePulls(records).filter((due) => !known.has(keyOf(due)));
}

async function openDesk(options: GithubOptions, target: PullRequestTarget, door: Door): Promise<PullRequestDesk> {
  const { repoDir, github, settings } = options;
  const { redaction } = door;
  const token = await loadGithubToken(github, redaction);
  if (token === null) throw missingToken('pull requests need a token that may write contents and pull requests');
  const controller = new AbortController();
  const { baseUrl } = github;
  const client = await openClient(door, { baseUrl, token, memory: noReplies, signal: controller.signal });
  const push = makePush(options, target, token, controller.signal);
  const { baseDir } = settings;
  return new PullRequestDesk({ ...target, repoDir, baseDir, client, clock: systemClock, redaction, push, controller });
}

/** GitHub takes a token as the password of any name. */
function makePush(
  { repoDir, settings }: GithubOptions,
  target: PullRequestTarget,
  token: SecretBox,
  signal: AbortSignal,
) {
  const { url, repository: there } = target;
  const house = openHouse(settings.baseDir);
  return async (branch: string, commit: string) => {
    const repository = await inspectRepository(house, repoDir, signal);
    const authorization = `Basic ${Buffer.from(`x-access-token:${token.open()}`).toString('base64')}`;
    const own = listPushed(settings.baseDir, there, branch);
    // Noted first, also for a push whose end nobody sees: by this a later implementation knows whose commit it replaces.
    const note = { marker: `${pushedAs(branch)}${commit}`, at: systemClock.now(), link: null };
    if (!own.has(commit)) notePosted(settings.baseDir, there, note);
    const proxyUrl = proxyTo(url)?.url.open() ?? null;
    await pushBranch(house, { repository, branch, commit, own, url, authorization, proxyUrl, signal });
  };
}

function pushedAs(branch: string): string {
  return `pushed ${branch} `;
}

/** The commits that were pushed to this branch from here. */
function listPushed(baseDir: string, repository: PullRequestTarget['repository'], branch: string): Set<string> {
  const markers = [...loadPosted(baseDir, repository)].filter((marker) => marker.startsWith(pushedAs(branch)));
  return new Set(markers.map((marker) => marker.slice(pushedAs(branch).length)));
}

async function finishDesk(desk: PullRequestDesk, isStopped: boolean, record: BatchRecord) {
  const unposted = await desk.finish(isStopped);
  if (unposted === null) return { lines: [...desk.opened], hasFailed: false };
  const list = limitLines(unposted.ids, mostIds).join(', ');
  const untold = `Not handed over as pull requests: ${list} (${unposted.reason}). Run \`${renderResume(record)}\` to do so.`;
  return { lines: [...desk.opened, untold], hasFailed: true };
}
