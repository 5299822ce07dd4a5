import type { ReplyMemory } from '../../github/setup.ts';
import { hasReplies, type KeptReply, loadReplies, saveReplies } from '../../store/github-replies.ts';
import type { GithubWish } from './wish.ts';

/** Replies of earlier commands and of this one; saved when it is known that something starts. */
export interface RememberedReplies extends ReplyMemory {
  /** A command that starts nothing only renews what is there. */
  save(mayBeNew: boolean): void;
}

export function rememberReplies({ baseDir, repository }: GithubWish): RememberedReplies {
  const earlier = loadReplies(baseDir, repository);
  const current = new Map<string, KeptReply>();
  let isChanged = false;
  return {
    get: (url) => current.get(url) ?? earlier.get(url),
    set(url, reply) {
      isChanged ||= earlier.get(url) !== reply;
      current.set(url, reply);
    },
    save(mayBeNew) {
      if (!isChanged || (!mayBeNew && !hasReplies(baseDir, repository))) return;
      for (const url of current.keys()) earlier.delete(url);
      saveReplies(baseDir, repository, [...current, ...earlier]);
    },
  };
}

/** For what is always asked for anew. */
export const noReplies: ReplyMemory = { get: () => undefined, set: () => {} };
