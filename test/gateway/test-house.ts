import { randomBytes } from 'node:crypto';
import { openBudgetDesk } from '../../src/gateway/budget-desk.ts';
import { type Gateway, openGateway } from '../../src/gateway/gateway.ts';
import type { ExchangeEntry, GatewaySetup, TaskGrant } from '../../src/gateway/setup.ts';
import type { Credential, WireProvider } from '../../src/model/credential.ts';
import { systemClock } from '../../src/parallel/clock.ts';
import { LeaseDesk } from './lease-desk.ts';
import { type LoopbackUpstream, openLoopbackUpstream, sendMessage } from './loopback-upstream.ts';

export interface TestHouse extends AsyncDisposable {
  readonly gateway: Gateway;
  readonly desk: LeaseDesk;
  readonly entries: readonly ExchangeEntry[];
  readonly token: string;
  readonly keys: ReadonlyMap<string, string>;
  /** Asks as an Anthropic client would, for `claude-test-1` unless told otherwise. */
  ask(options?: AskOptions): Promise<Response>;
}

interface AskOptions {
  readonly path?: string;
  readonly body?: unknown;
  readonly isStream?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export type HouseOptions = Partial<Omit<GatewaySetup, 'credentials'>> & {
  readonly credentials?: readonly Credential[];
  readonly grant?: Partial<TaskGrant>;
};

export function makeCredential(name: string, baseUrl: string, changes: Partial<Credential> = {}): Credential {
  return {
    name,
    provider: 'anthropic',
    baseUrl,
    scope: name,
    models: null,
    roles: null,
    limits: {
      requestsPerMinute: null,
      tokensPerMinute: null,
      inputTokensPerMinute: null,
      outputTokensPerMinute: null,
      requestsPerDay: null,
      concurrency: null,
    },
    budget: { usdPerDay: null, tokensPerDay: null },
    ...changes,
  };
}

/** A gateway in front of one upstream, with a token for the task `one`. A token costs a cent. */
export async function openTestHouse(baseUrl: string, options: HouseOptions = {}): Promise<TestHouse> {
  const { credentials = [makeCredential('first', baseUrl)], grant, ...changes } = options;
  const keys = new Map(credentials.map(({ name }) => [name, `key-${randomBytes(24).toString('hex')}`]));
  const desk = new LeaseDesk(credentials);
  const entries: ExchangeEntry[] = [];
  const mask = (text: string) => [...keys.values()].reduce((left, key) => left.replaceAll(key, '[redacted]'), text);
  const gateway = await openGateway({
    coordinator: desk,
    credentials,
    secrets: { open: (name) => keys.get(name) ?? '' },
    proxyTo: () => null,
    prices: {
      usdOf: (_provider, _model, usage) => (usage.inputTokens + usage.outputTokens) / 100,
      estimateUsd: (_provider, _model, tokens) => (tokens.input + tokens.output) / 100,
    },
    clock: systemClock,
    random: () => 0,
    maxRetries: 5,
    redact: mask,
    onExchange: (entry) => entries.push(entry),
    budget: openBudgetDesk({ batchUsd: null, taskUsd: null, spentBefore: { batchUsd: 0, taskUsd: {} } }),
    ...changes,
  });
  const token = gateway.issueToken({ taskId: 'one', role: 'drafter', models: null, isAgent: false, ...grant });
  return {
    gateway,
    desk,
    entries,
    token,
    keys,
    async ask({ path = '/anthropic/v1/messages', body, isStream = false, headers = {}, signal } = {}) {
      // Gemini has its model in the path.
      const model = path.startsWith('/google/') ? {} : { model: 'claude-test-1' };
      const asked = body ?? { ...model, max_tokens: 20, stream: isStream, messages: [] };
      return await fetch(gateway.origin + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': token, ...headers },
        body: typeof asked === 'string' ? asked : JSON.stringify(asked),
        redirect: 'manual',
        signal: signal ?? null,
      });
    },
    [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose](),
  };
}

/** Before a provider that answers whatever it is asked. */
export async function withHouse(run: (house: TestHouse, upstream: LoopbackUpstream) => Promise<void>): Promise<void> {
  await using upstream = await openLoopbackUpstream((response) => sendMessage(response));
  await using house = await openTestHouse(upstream.origin);
  await run(house, upstream);
}

export function credentialsOf(baseUrl: string, provider: WireProvider, ...names: readonly string[]): Credential[] {
  return names.map((name) => makeCredential(name, baseUrl, { provider }));
}

/** Resolves when it is so; a test that waits for ever is ended by its runner. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 2));
}
