import { randomBytes } from 'node:crypto';
import { GithubClient } from '../../src/github/client.ts';
import type { GithubSetup, ReplyMemory } from '../../src/github/setup.ts';
import { AgentOsError } from '../../src/model/errors.ts';
import type { Clock } from '../../src/parallel/clock.ts';
import { SecretBox } from '../../src/secrets/secret-box.ts';
import type { KeptReply } from '../../src/store/github-replies.ts';

export const repository = { owner: 'octo', name: 'demo' };

/** Waits are over at once, and noted; what only guards against a hang takes its time. */
class HurriedClock implements Clock {
  readonly waits: number[] = [];
  #now = 1_800_000_000_000;

  now(): number {
    return this.#now;
  }

  after(ms: number, call: () => void): () => void {
    const isWait = ms <= 60_000;
    if (isWait) {
      this.waits.push(ms);
      this.#now += ms;
    }
    const timer = setTimeout(call, isWait ? 0 : ms);
    timer.unref();
    return () => clearTimeout(timer);
  }
}

export function makeToken(): string {
  return `tok_${randomBytes(24).toString('hex')}`;
}

export interface TestClient {
  readonly client: GithubClient;
  readonly clock: HurriedClock;
  readonly memory: Map<string, KeptReply> & ReplyMemory;
  readonly told: string[];
}

export async function openClient(baseUrl: string, more: Partial<GithubSetup> = {}): Promise<TestClient> {
  const told: string[] = [];
  const clock = new HurriedClock();
  const memory = new Map<string, KeptReply>();
  const client = await GithubClient.open({
    baseUrl,
    token: new SecretBox('github', makeToken()),
    fetch: globalThis.fetch,
    clock,
    random: () => 0.5,
    memory,
    tell: (message) => told.push(message),
    signal: new AbortController().signal,
    ...more,
  });
  return { client, clock, memory, told };
}

/** For `assert.rejects`. */
export function withCode(code: string, message: RegExp = /./) {
  return (error: unknown): boolean => {
    if (error instanceof AgentOsError && error.code === code && message.test(error.message)) return true;
    throw error;
  };
}
