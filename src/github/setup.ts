import type { Clock } from '../parallel/clock.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import type { KeptReply } from '../store/github-replies.ts';

export interface GithubRepository {
  readonly owner: string;
  readonly name: string;
}

/** All that speaking to GitHub needs from outside. */
export interface GithubSetup {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** Null: as anybody may. */
  readonly token: SecretBox | null;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  random(): number;
  readonly memory: ReplyMemory;
  /** Something that takes a while, for the person who waits. */
  tell(message: string): void;
  readonly signal: AbortSignal;
}

/** Replies of earlier times, by URL. What GitHub calls unchanged is taken from here. */
export interface ReplyMemory {
  get(url: string): KeptReply | undefined;
  set(url: string, reply: KeptReply): void;
}
