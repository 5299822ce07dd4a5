import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { openBudgetDesk } from '../../src/gateway/budget-desk.ts';
import { type Gateway, openGateway } from '../../src/gateway/gateway.ts';
import type { ExchangeEntry, GatewaySetup } from '../../src/gateway/setup.ts';
import type { WireProvider } from '../../src/model/credential.ts';
import { systemClock } from '../../src/parallel/clock.ts';
import { CredentialCoordinator } from '../../src/parallel/credential-coordinator.ts';
import { MemoryStore } from '../../src/parallel/credentials/memory-store.ts';
import { openPrices } from '../../src/prices/price-list.ts';
import { Redaction } from '../../src/redaction/redaction.ts';
import type { ScopeSetup } from '../../src/simulator/setup.ts';
import { openSimulator, type Simulator } from '../../src/simulator/simulator.ts';
import { makeCredential } from './test-house.ts';

type ScopeDraft = Omit<ScopeSetup, 'keys' | 'provider'> & { readonly provider?: WireProvider };

/** The gateway as it is in a batch, with simulated providers: one key for each scope. */
class SimulatedHouse implements AsyncDisposable {
  readonly simulator: Simulator;
  readonly coordinator: CredentialCoordinator;
  readonly gateway: Gateway;
  readonly entries: ExchangeEntry[];
  readonly keys: ReadonlyMap<string, string>;

  private constructor(parts: Pick<SimulatedHouse, 'simulator' | 'coordinator' | 'gateway' | 'entries' | 'keys'>) {
    this.simulator = parts.simulator;
    this.coordinator = parts.coordinator;
    this.gateway = parts.gateway;
    this.entries = parts.entries;
    this.keys = parts.keys;
  }

  static async open(drafts: readonly ScopeDraft[], changes: Partial<GatewaySetup> = {}): Promise<SimulatedHouse> {
    const keys = new Map(drafts.map(({ id }) => [id, `sim-${randomUUID()}-${randomUUID()}`]));
    const redaction = new Redaction();
    for (const [name, key] of keys) redaction.register(name, key);
    const scopes = drafts.map((draft) => {
      return { ...draft, provider: draft.provider ?? ('anthropic' as const), keys: [keys.get(draft.id) ?? ''] };
    });
    const simulator = await openSimulator({ scopes, seed: 1 });
    const credentials = scopes.map(({ id, provider }) => makeCredential(id, simulator.origin, { provider }));
    const shared = { clock: systemClock, random: () => 0 };
    const store = new MemoryStore();
    const coordinator = new CredentialCoordinator({ ...shared, credentials, roleWeights: {}, store, owner: 'test' });
    const entries: ExchangeEntry[] = [];
    const gateway = await openGateway({
      proxyTo: () => null,
      ...shared,
      coordinator,
      credentials,
      secrets: { open: (name) => keys.get(name) ?? '' },
      prices: await openPrices({ 'anthropic:claude-test-1': { inputPerMillion: 3, outputPerMillion: 15 } }),
      maxRetries: 5,
      redact: (text) => redaction.text(text),
      onExchange: (entry) => entries.push(entry),
      budget: openBudgetDesk({ batchUsd: null, taskUsd: null, spentBefore: { batchUsd: 0, taskUsd: {} } }),
      ...changes,
    });
    return new SimulatedHouse({ simulator, coordinator, gateway, entries, keys });
  }

  async ask(task = 'one', path = '/anthropic/v1/messages', body: object = {}): Promise<Response> {
    const token = this.gateway.issueToken({ taskId: task, role: 'drafter', models: null, isAgent: false });
    const request = { model: 'claude-test-1', max_tokens: 50, messages: [{ role: 'user', content: 'hi' }], ...body };
    return await fetch(this.gateway.origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': token, 'anthropic-version': '2023-06-01' },
      body: JSON.stringify(request),
    });
  }

  /** So many calls by so many workers at once; their statuses. */
  async askMany(calls: number, workers: number): Promise<number[]> {
    const statuses: number[] = [];
    let left = calls;
    const work = async (worker: number) => {
      for (; left > 0; ) {
        left -= 1;
        const reply = await this.ask(`task-${worker}`);
        await reply.text();
        statuses.push(reply.status);
      }
    };
    await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
    return statuses;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.gateway[Symbol.asyncDispose]();
    this.coordinator[Symbol.dispose]();
    await this.simulator[Symbol.asyncDispose]();
  }
}

test('all four APIs are asked, streamed, measured and known by who answered', async () => {
  const providers = ['anthropic', 'openai', 'google', 'openai-compatible'] as const;
  await using house = await SimulatedHouse.open(providers.map((provider) => ({ id: provider, provider })));
  const contents = [{ role: 'user', parts: [{ text: 'hi' }] }];
  const messages = [{ role: 'user', content: 'hi' }];
  const calls: [string, object][] = [
    ['/anthropic/v1/messages', {}],
    ['/anthropic/v1/messages', { stream: true }],
    ['/openai/v1/responses', { input: 'hi' }],
    ['/openai/v1/responses', { input: 'hi', stream: true }],
    ['/openai/v1/chat/completions', { messages }],
    ['/openai/v1/chat/completions', { messages, stream: true, stream_options: { include_usage: true } }],
    ['/openai-compatible/v1/chat/completions', { messages }],
    ['/google/v1beta/models/claude-test-1:generateContent', { contents }],
    ['/google/v1beta/models/claude-test-1:streamGenerateContent?alt=sse', { contents }],
  ];
  for (const [path, body] of calls) {
    const reply = await house.ask('one', path, body);
    const text = await reply.text();
    assert.equal(reply.status, 200, `${path}: ${text}`);
    const entry = house.entries.at(-1);
    assert.ok((entry?.usage?.outputTokens ?? 0) > 0, `${path} is not measured`);
    assert.equal(entry?.answeredBy, 'claude-test-1', path);
    assert.equal(entry?.usd === null, entry?.provider !== 'anthropic', `${path}: only one price is known`);
  }
  assert.equal(house.simulator.log.length, calls.length);
});

test('a limit on how many at once is found with few refusals, and no caller notices', async () => {
  await using house = await SimulatedHouse.open([
    { id: 'a', limits: { concurrency: 3 }, service: { ms: 10, spread: 0.2 } },
    { id: 'b', limits: { concurrency: 3 }, service: { ms: 10, spread: 0.2 } },
  ]);
  const statuses = await house.askMany(80, 12);
  assert.deepEqual([...new Set(statuses)], [200]);
  const refused = house.simulator.log.filter(({ status }) => status === 429).length;
  assert.ok(refused <= 6, `${refused} calls were wasted`);
});

test('a key that is revoked costs no more calls than were under way, and no caller notices', async () => {
  await using house = await SimulatedHouse.open([{ id: 'a' }, { id: 'b' }]);
  await house.askMany(6, 2);
  house.simulator.set('a', { revokedKeys: [0] });
  const statuses = await house.askMany(30, 4);
  assert.deepEqual([...new Set(statuses)], [200]);
  const refused = house.simulator.log.filter(({ status }) => status === 401).length;
  assert.ok(refused >= 1 && refused <= 4, `${refused} calls with a dead key`);
});

test('when every key is dead the caller is refused for good', async () => {
  const faults = [{ kind: 'revoked' as const }];
  await using house = await SimulatedHouse.open([
    { id: 'a', faults },
    { id: 'b', faults },
  ]);
  const reply = await house.ask();
  assert.equal(reply.status, 403);
  assert.equal(reply.headers.get('x-agentos-refused'), 'credential');
  assert.equal(house.simulator.log.length, 2, 'each was tried once');
  assert.equal((await house.ask()).status, 403);
  assert.equal(house.simulator.log.length, 2);
});

test('a long cooldown parks the caller until its end, and nothing is asked meanwhile', async () => {
  await using house = await SimulatedHouse.open([{ id: 'a', faults: [{ kind: 'rate', waitMs: 120_000 }] }]);
  const before = Date.now();
  for (let at = 0; at < 2; at += 1) {
    const reply = await house.ask();
    assert.equal(reply.status, 429);
    const untilAt = Number(reply.headers.get('x-agentos-parked-until'));
    assert.ok(untilAt > before + 60_000 && untilAt < before + 300_000, String(untilAt - before));
    assert.ok(Number(reply.headers.get('retry-after')) * 1000 >= untilAt - Date.now());
    assert.match(reply.headers.get('x-agentos-reason') ?? '', /\ba\b/, 'the scope is named');
  }
  assert.equal(house.simulator.log.length, 1);
});

test('a key that a provider echoes in full reaches nobody', async () => {
  await using house = await SimulatedHouse.open([{ id: 'a', provider: 'openai', faults: [{ kind: 'echo-key' }] }]);
  const reply = await house.ask('one', '/openai/v1/chat/completions');
  const all = JSON.stringify([...reply.headers]) + (await reply.text());
  const key = house.keys.get('a') ?? '';
  for (let at = 0; at + 12 <= key.length; at += 1)
    assert.ok(!all.includes(key.slice(at, at + 12)), 'a part of the key');
});

test('a provider that is overloaded for long parks its callers, and fails none of them for good', async () => {
  const changes = { maxRetries: 2, limits: { leaseWaitMs: 300 } };
  await using house = await SimulatedHouse.open([{ id: 'a', faults: [{ kind: 'overload' }] }], changes);
  const before = Date.now();
  for (let at = 0; at < 3; at += 1) {
    const reply = await house.ask(`task-${at}`);
    assert.equal(reply.status, 429);
    assert.equal(reply.headers.get('x-agentos-parked-for'), 'outage');
    assert.ok(Number(reply.headers.get('x-agentos-parked-until')) > before);
    assert.match(reply.headers.get('x-agentos-waited-ms') ?? '', /^\d+$/);
  }
});
