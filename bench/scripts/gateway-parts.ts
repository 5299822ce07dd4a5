import { randomUUID } from 'node:crypto';
import { Agent, createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { openBudgetDesk } from '../../src/gateway/budget-desk.ts';
import { openGateway } from '../../src/gateway/gateway.ts';
import { systemClock } from '../../src/parallel/clock.ts';
import { CredentialCoordinator } from '../../src/parallel/credential-coordinator.ts';
import { openPrices } from '../../src/prices/price-list.ts';
import { Redaction } from '../../src/redaction/redaction.ts';
import { openCredentialStore } from '../../src/store/credential-store.ts';

/**
 * A process of its own, as in life: `provider` streams at once; `pipe` stands before it and does nothing but pass bytes
 * on, which no proxy written for Node can be faster than; `gateway` has all that a batch has: a store on disk, prices,
 * twenty secrets. Says where it listens, and ends with its parent.
 */
const [part = '', folder = '', origin = ''] = process.argv.slice(2);
process.on('disconnect', () => process.exit());
const parts: Readonly<Record<string, () => Promise<object>>> = {
  provider: openProvider,
  pipe: openPipe,
  gateway: openHouse,
};
process.send?.(await parts[part]?.());

async function openProvider(): Promise<object> {
  const events = [
    { type: 'message_start', message: { model: 'claude-sonnet-4-5', usage: { input_tokens: 10, output_tokens: 1 } } },
    ...Array.from({ length: 20 }, () => ({
      type: 'content_block_delta',
      delta: { type: 'text_delta', text: 'some words ' },
    })),
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 60 } },
    { type: 'message_stop' },
  ].map((data) => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`);
  const server = createServer((asked, response) => {
    asked.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'request-id': randomUUID() });
      for (const event of events) response.write(event);
      response.end();
    });
  });
  return await listen(server);
}

async function openPipe(): Promise<object> {
  const agent = new Agent({ keepAlive: true });
  const server = createServer((asked, response) => {
    const sent = request(origin + asked.url, { method: 'POST', agent, headers: asked.headers });
    sent.on('response', (reply) => reply.pipe(response.writeHead(reply.statusCode ?? 500, reply.headers)));
    asked.pipe(sent);
  });
  return await listen(server);
}

async function listen(server: Server): Promise<object> {
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function openHouse(): Promise<object> {
  const none = { usdPerDay: null, tokensPerDay: null };
  const limits = {
    requestsPerMinute: 1e6,
    tokensPerMinute: null,
    inputTokensPerMinute: null,
    outputTokensPerMinute: null,
    requestsPerDay: null,
    concurrency: 1000,
  };
  const shape = { provider: 'anthropic', baseUrl: origin, models: null, roles: null, limits, budget: none } as const;
  const credentials = [{ ...shape, name: 'first', scope: 'first' }];
  const redaction = new Redaction();
  const secrets = Array.from(
    { length: 20 },
    (_, at) => [`secret-${at}`, `bench-${randomUUID()}-${randomUUID()}`] as const,
  );
  for (const [name, secret] of secrets) redaction.register(name, secret);
  const shared = { clock: systemClock, random: Math.random };
  const store = openCredentialStore(join(folder, 'credentials.db'));
  const coordinator = new CredentialCoordinator({
    ...shared,
    credentials,
    roleWeights: {},
    store,
    owner: randomUUID(),
  });
  const gateway = await openGateway({
    proxyTo: () => null,
    ...shared,
    coordinator,
    credentials,
    secrets: { open: () => secrets[0]?.[1] ?? '' },
    prices: await openPrices({}),
    maxRetries: 0,
    redact: (text) => redaction.text(text),
    onExchange: () => undefined,
    budget: openBudgetDesk({ batchUsd: 1000, taskUsd: 1000, spentBefore: { batchUsd: 0, taskUsd: {} } }),
  });
  const token = gateway.issueToken({ taskId: 'one', role: 'drafter', models: null, isAgent: false });
  return { origin: gateway.origin, token };
}
