import { join } from 'node:path';
import type { Credential } from '../../src/model/credential.ts';
import { systemClock } from '../../src/parallel/clock.ts';
import { CredentialCoordinator } from '../../src/parallel/credential-coordinator.ts';
import { openCredentialStore } from '../../src/store/credential-store.ts';
import type { Check } from './gates.ts';
import { model } from './wire.ts';

const rounds = 300;
const warmUp = 50;
const atOnce = 8;
const mostMs = 0.3;

/** What handing out and taking back costs by itself, with the store on disk: the median of many rounds. */
export async function measurePair(folder: string): Promise<Check> {
  using store = openCredentialStore(join(folder, 'pair.db'));
  const shared = { clock: systemClock, random: Math.random, roleWeights: {}, owner: 'pair' };
  using coordinator = new CredentialCoordinator({ ...shared, store, credentials: ['a', 'b', 'c', 'd'].map(makeWide) });
  const samples: number[] = [];
  for (let round = 0; round < rounds + warmUp; round += 1) {
    const startedAt = performance.now();
    await takeAndReturn(coordinator);
    if (round >= warmUp) samples.push((performance.now() - startedAt) / atOnce);
  }
  const measured = samples.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN;
  return { what: 'reserve + release in one process', measured, limit: mostMs, isMet: measured <= mostMs };
}

async function takeAndReturn(coordinator: CredentialCoordinator): Promise<void> {
  const usage = { inputTokens: 10, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 10 };
  const advice = [{ dimension: 'requests', limit: 1e6, remaining: 9e5, resetMs: 1 }] as const;
  const leases = await Promise.all(
    Array.from({ length: atOnce }, (_, task) =>
      coordinator.reserve({
        role: 'drafter',
        provider: 'openai',
        model,
        estimatedTokens: { input: 10, output: 10 },
        estimatedUsd: 0.001,
        taskId: `task-${task}`,
        signal: new AbortController().signal,
      }),
    ),
  );
  for (const lease of leases) coordinator.release(lease, { trouble: null, advice, usage, usd: 0.001 });
}

function makeWide(name: string): Credential {
  return {
    name,
    provider: 'openai',
    baseUrl: 'http://127.0.0.1:9',
    scope: name,
    models: null,
    roles: null,
    limits: {
      requestsPerMinute: 1e6,
      tokensPerMinute: null,
      inputTokensPerMinute: null,
      outputTokensPerMinute: null,
      requestsPerDay: null,
      concurrency: 1_000,
    },
    budget: { usdPerDay: null, tokensPerDay: null },
  };
}
