import { GithubClient } from '../../github/client.ts';
import { AgentOsError } from '../../model/errors.ts';
import { systemClock } from '../../parallel/clock.ts';
import { announce, type Door } from '../door.ts';
import { CommentDesk } from './comment-desk.ts';
import { loadGithubToken } from './load-token.ts';
import { noReplies } from './remembered-replies.ts';
import type { GithubWish } from './wish.ts';

/** Where results are told on GitHub. Throws before anything is started if there is no token to do so. */
export async function openComments(wish: GithubWish, door: Door): Promise<CommentDesk> {
  const token = await loadGithubToken(wish.config, door.redaction);
  if (token === null) throw noToken();
  const controller = new AbortController();
  const client = await GithubClient.open({
    baseUrl: wish.config.baseUrl,
    token,
    fetch: globalThis.fetch,
    clock: systemClock,
    random: Math.random,
    memory: noReplies,
    tell: (message) => announce(door, message),
    signal: controller.signal,
  });
  return new CommentDesk({ ...wish, client, clock: systemClock, redaction: door.redaction, controller });
}

function noToken(): AgentOsError {
  const ways = 'set GITHUB_TOKEN, or name one as "github": { "token": … } in your config';
  return new AgentOsError('GITHUB_AUTH', `comments need a token: ${ways}`);
}
