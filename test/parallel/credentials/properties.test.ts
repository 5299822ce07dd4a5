import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Credential } from '../../../src/model/credential.ts';
import type { TroubleKind } from '../../../src/model/exchange.ts';
import { CredentialCoordinator } from '../../../src/parallel/credential-coordinator.ts';
import type { CredentialEvent, Lease } from '../../../src/parallel/credentials/lease.ts';
import { MemoryStore } from '../../../src/parallel/credentials/memory-store.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { fixedWindow, type Limit, slidingWindow, tokenBucket } from './virtual-limits.ts';
import { VirtualProvider, type VirtualScope } from './virtual-provider.ts';
import { makeCredential, makeRandom } from './virtual-run.ts';

const runs = process.env['AGENTOS_TEST_EXHAUSTIVE'] === '1' ? 10_000 : 1_000;

/** What is drawn for one run. */
class Draw {
  readonly random: () => number;

  constructor(seed: number) {
    this.random = makeRandom(seed);
  }

  isTrue(share: number): boolean {
    return this.random() < share;
  }

  between(least: number, most: number): number {
    return least + Math.floor(this.random() * (most - least + 1));
  }

  one<T>(values: readonly [T, ...T[]]): T {
    return values[Math.floor(this.random() * values.length)] ?? values[0];
  }
}

function drawScope(draw: Draw, id: string): VirtualScope {
  const limit = draw.one<() => Limit | undefined>([
    () => tokenBucket(draw.between(1, 20), draw.between(1, 20)),
    () => fixedWindow(draw.between(5, 100), draw.between(0, 59_000)),
    () => slidingWindow(draw.between(5, 100)),
    () => undefined,
  ])();
  const kind = draw.one<TroubleKind>(['overload', 'auth', 'quota', 'quota-day', 'transient', 'unknown-429', 'accel']);
  const fromMs = draw.between(0, 20_000);
  return {
    id,
    ...(limit === undefined ? {} : { requests: limit }),
    ...(draw.isTrue(0.6) ? { concurrency: draw.between(1, 5) } : {}),
    isHidden: draw.isTrue(0.5),
    countsFailed: draw.isTrue(0.3),
    faults: draw.isTrue(0.4) ? [{ kind, fromMs, toMs: fromMs + draw.between(100, 20_000) }] : [],
  };
}

function drawCredential(draw: Draw, scope: VirtualScope, name: string): Credential {
  const none = makeCredential('any').limits;
  const requestsPerMinute = draw.isTrue(0.3) ? draw.between(6, 600) : null;
  const concurrency = draw.isTrue(0.3) ? draw.between(1, 4) : null;
  return makeCredential(name, { scope: scope.id, limits: { ...none, requestsPerMinute, concurrency } });
}

/** Watches from outside what may never happen. */
class Witness {
  readonly #clock: VirtualClock;
  readonly #limits = new Map<string, { concurrency: number; perMinute: number }>();
  readonly #cooling = new Map<string, number>();
  readonly #live = new Map<string, Map<string, Lease>>();
  readonly #grants = new Map<string, number>();
  readonly #startAt: number;
  #lastFence = 0;
  outrage: unknown = null;

  constructor(clock: VirtualClock, credentials: readonly Credential[]) {
    this.#clock = clock;
    this.#startAt = clock.now();
    for (const { scope, limits } of credentials) {
      const old = this.#limits.get(scope) ?? {
        concurrency: Number.POSITIVE_INFINITY,
        perMinute: Number.POSITIVE_INFINITY,
      };
      this.#limits.set(scope, {
        concurrency: Math.min(old.concurrency, limits.concurrency ?? Number.POSITIVE_INFINITY),
        perMinute: Math.min(old.perMinute, limits.requestsPerMinute ?? Number.POSITIVE_INFINITY),
      });
    }
  }

  /** It may not throw where it is told: what it saw is raised at the end. */
  see(event: CredentialEvent): void {
    try {
      this.#look(event);
    } catch (error) {
      this.outrage ??= error;
    }
  }

  #look(event: CredentialEvent): void {
    if (event.kind === 'scope-cooling') this.#cooling.set(`${event.scope} ${event.model}`, event.untilAt);
    if (event.kind === 'lease-granted') this.#seeGrant(event.lease);
    if (event.kind === 'lease-released') this.#liveIn(event.lease.scope).delete(event.lease.id);
  }

  #seeGrant(lease: Lease): void {
    const now = this.#clock.now();
    assert.ok(lease.fence > this.#lastFence, 'a fence is higher than all before');
    this.#lastFence = lease.fence;
    assert.ok(now >= (this.#cooling.get(`${lease.scope} ${lease.model}`) ?? 0), 'nothing starts while it is cooling');
    const live = this.#liveIn(lease.scope);
    assert.ok(!live.has(lease.id), 'a lease has one holder');
    live.set(lease.id, lease);
    const { concurrency, perMinute } = this.#limits.get(lease.scope) ?? { concurrency: 0, perMinute: 0 };
    assert.ok(live.size <= concurrency, `${live.size} in flight where ${concurrency} are known`);
    const grants = (this.#grants.get(`${lease.scope} ${lease.model}`) ?? 0) + 1;
    this.#grants.set(`${lease.scope} ${lease.model}`, grants);
    const most = Math.max(2, perMinute / 60) + ((now - this.#startAt) * perMinute) / 60_000;
    assert.ok(!Number.isFinite(perMinute) || grants <= most + 1e-6, `${grants} grants where ${most} can be`);
  }

  #liveIn(scope: string): Map<string, Lease> {
    const live = this.#live.get(scope) ?? new Map<string, Lease>();
    this.#live.set(scope, live);
    return live;
  }
}

/** Peaks after the first refusal for concurrency: from then on it is known. */
function assertFound(provider: VirtualProvider, scopes: readonly VirtualScope[]): void {
  for (const { id, concurrency = Number.POSITIVE_INFINITY } of scopes) {
    const refusals = provider.truth.filter(({ scope, kind }) => scope === id && kind === 'concurrency');
    const starts = provider.truth.filter(({ scope, kind }) => scope === id && kind === 'answered').length;
    assert.ok((provider.peaks.get(id) ?? 0) <= concurrency);
    // Those that were under way together, and no more: it is tried again only after ten minutes.
    assert.ok(refusals.length <= 6 + starts / 10, `${refusals.length} refusals for concurrency of ${starts} calls`);
  }
}

async function playOnce(seed: number): Promise<void> {
  const draw = new Draw(seed);
  const clock = new VirtualClock();
  const scopes = Array.from({ length: draw.between(1, 3) }, (_, at) => drawScope(draw, `s${at}`));
  const credentials = scopes.flatMap((scope, at) =>
    Array.from({ length: draw.between(1, 2) }, (_, key) => drawCredential(draw, scope, `k${at}-${key}`)),
  );
  const provider = new VirtualProvider(clock, scopes);
  const witness = new Witness(clock, credentials);
  const store = new MemoryStore();
  const onEvent = (event: CredentialEvent) => witness.see(event);
  const shared = { credentials, roleWeights: { r1: 2 }, store, clock, random: draw.random, onEvent, owner: 'a' };
  const coordinator = new CredentialCoordinator(shared);
  let ended = 0;

  const work = async (worker: number): Promise<void> => {
    for (let count = draw.between(1, 5); count > 0; count -= 1) {
      await clock.sleep(draw.between(0, 2_000));
      const controller = new AbortController();
      const cancel = draw.isTrue(0.2) ? clock.after(draw.between(0, 3_000), () => controller.abort()) : () => {};
      try {
        const lease = await coordinator.reserve({
          role: draw.one(['r1', 'r2']),
          provider: 'openai',
          model: draw.one(['m1', 'm1', 'm2']),
          estimatedTokens: { input: draw.between(1, 100), output: 10 },
          estimatedUsd: draw.isTrue(0.5) ? 0.01 : null,
          taskId: `t${worker}`,
          deadlineMs: draw.between(0, 30_000),
          ...(draw.isTrue(0.2) ? { avoids: new Set([`s${draw.between(0, 2)}`]) } : {}),
          signal: controller.signal,
        });
        const observation = await provider.call(lease.scope, draw.between(1, 3_000), 10);
        if (observation.trouble === null) coordinator.noteBegun(lease);
        await clock.sleep(draw.isTrue(0.3) ? draw.between(1, 10_000) : 0);
        coordinator.release(lease, observation);
        if (draw.isTrue(0.1)) coordinator.release(lease, observation);
      } catch {}
      cancel();
    }
    ended += 1;
  };

  const workers = draw.between(1, 8);
  await clock.drive(Promise.all(Array.from({ length: workers }, (_, worker) => work(worker))));
  if (witness.outrage !== null) throw witness.outrage;
  assert.equal(ended, workers, 'everybody is answered');
  const keys = store.transact(({ readAll }) => [...readAll()].map(([key]) => key));
  const traces = keys.filter((key) => key.startsWith('leases:') || key.startsWith('tickets:'));
  assert.deepEqual(traces, [], 'nothing is left of those that have gone');
  assertFound(provider, scopes);
  coordinator[Symbol.dispose]();
}

test(`whatever providers do and callers ask, no promise is broken (${runs} runs)`, async () => {
  for (let seed = 1; seed <= runs; seed += 1) {
    try {
      await playOnce(seed);
    } catch (error) {
      throw new Error(`seed ${seed}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  }
});
