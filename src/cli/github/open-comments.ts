import { systemClock } from '../../parallel/clock.ts';
import type { Door } from '../door.ts';
import { CommentDesk } from './comment-desk.ts';
import { loadGithubToken, missingToken } from './load-token.ts';
import { openClient } from './open-client.ts';
import { noReplies } from './remembered-replies.ts';
import type { GithubWish } from './wish.ts';

/** Where results are told on GitHub. Throws before anything is started if there is no token to do so. */
export async function openComments(wish: GithubWish, door: Door): Promise<CommentDesk> {
  const token = await loadGithubToken(wish.config, door.redaction);
  if (token === null) throw missingToken('comments need a token');
  const controller = new AbortController();
  const { baseUrl } = wish.config;
  const client = await openClient(door, { baseUrl, token, memory: noReplies, signal: controller.signal });
  return new CommentDesk({ ...wish, client, clock: systemClock, redaction: door.redaction, controller });
}
