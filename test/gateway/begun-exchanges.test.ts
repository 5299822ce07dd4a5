import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBudgetDesk } from '../../src/gateway/budget-desk.ts';
import type { BegunExchange, BudgetRefusal } from '../../src/gateway/setup.ts';
import { AgentOsError } from '../../src/model/errors.ts';
import { openLoopbackUpstream, sendError, sendMessage } from './loopback-upstream.ts';
import { openTestHouse, until } from './test-house.ts';

test('what a call may cost is told before anything is sent, for every repeat anew, under the lease of its end', async () => {
  await using upstream = await openLoopbackUpstream((response, _, at) => {
    if (at === 0) sendError(response, 500, 'api_error');
    else sendMessage(response);
  });
  const begun: (BegunExchange & { readonly seen: number })[] = [];
  const onBegin = async (entry: BegunExchange) => void begun.push({ ...entry, seen: upstream.seen.length });
  await using house = await openTestHouse(upstream.origin, { onBegin });
  await (await house.ask()).text();
  assert.deepEqual(
    begun.map(({ lease, seen }) => [lease, seen]),
    [
      ['lease-1', 0],
      ['lease-2', 1],
    ],
  );
  assert.deepEqual(
    begun.map(({ lease, estimatedUsd }) => [lease, estimatedUsd]),
    house.entries.map(({ lease, estimatedUsd }) => [lease, estimatedUsd]),
  );
  assert.ok((begun[0]?.estimatedUsd ?? 0) > 0.2);
});

test('nothing is sent before it is written down', async () => {
  await using upstream = await openLoopbackUpstream((response) => sendMessage(response));
  const { promise, resolve } = Promise.withResolvers<void>();
  let asked = 0;
  const onBegin = async () => {
    asked += 1;
    await promise;
  };
  await using house = await openTestHouse(upstream.origin, { onBegin });
  const reply = house.ask();
  await until(() => asked === 1);
  await new Promise((done) => setTimeout(done, 20));
  assert.equal(upstream.seen.length, 0);
  resolve();
  assert.equal((await reply).status, 200);
});

test('what cannot be written down is not sent, and costs nothing', async () => {
  await using upstream = await openLoopbackUpstream((response) => sendMessage(response));
  const onBegin = async () => {
    throw new AgentOsError('STORAGE_FAILED', 'The disk is full');
  };
  await using house = await openTestHouse(upstream.origin, { onBegin });
  const reply = await house.ask();
  assert.equal(reply.headers.get('x-agentos-final'), 'request');
  assert.equal(reply.headers.get('x-agentos-reason'), 'The disk is full');
  assert.equal(upstream.seen.length, 0);
  assert.deepEqual([house.entries[0]?.usd, house.desk.inFlight], [0, 0]);
});

test('what only counts tokens is not written down', async () => {
  await using upstream = await openLoopbackUpstream((response) => sendMessage(response));
  const begun: unknown[] = [];
  await using house = await openTestHouse(upstream.origin, { onBegin: async (entry) => void begun.push(entry) });
  await house.ask({ path: '/anthropic/v1/messages/count_tokens' });
  assert.deepEqual([begun, house.entries[0]?.usd], [[], 0]);
});

test('under a budget, what no list prices or no body bounds is refused, and it says what that is', async () => {
  await using upstream = await openLoopbackUpstream((response) => sendMessage(response));
  const budget = openBudgetDesk({ batchUsd: 1000, taskUsd: null, spentBefore: { batchUsd: 0, taskUsd: {} } });
  const refused: BudgetRefusal[] = [];
  await using house = await openTestHouse(upstream.origin, { budget, onBudgetRefused: (one) => refused.push(one) });
  const body = { model: 'claude-test-1', max_tokens: 5, messages: [] };
  for (const more of [{ mcp_servers: [{}] }, { tools: [{ type: 'web_search_1', name: 'x' }] }, { container: 'c' }]) {
    assert.equal((await house.ask({ body: { ...body, ...more } })).status, 402);
  }
  assert.equal(upstream.seen.length, 0);
  assert.deepEqual(
    refused.map(({ purse, reason }) => [purse, reason]),
    ['mcpservers', 'web_search_1', 'container'].map((what) => [
      'price',
      `A budget is set, and the price is not known: the request has ${what}`,
    ]),
  );
  assert.equal((await house.ask({ body })).status, 200);
});

test('without a budget they are served, and what has another price is not measured', async () => {
  await using upstream = await openLoopbackUpstream((response) => sendMessage(response));
  await using house = await openTestHouse(upstream.origin);
  const body = { model: 'claude-test-1', max_tokens: 5, messages: [] };
  await (await house.ask({ body: { ...body, speed: 'fast' } })).text();
  const source = { type: 'base64', media_type: 'application/pdf', data: '' };
  const messages = [{ role: 'user', content: [{ type: 'document', source }] }];
  await (await house.ask({ body: { ...body, messages } })).text();
  assert.deepEqual(
    house.entries.map(({ usd, estimatedUsd }) => [usd, estimatedUsd]),
    [
      [null, null],
      [0.15, null],
    ],
  );
});

test('what is to be kept for an hour is held for at its own price, wherever the request says so', async () => {
  await using upstream = await openLoopbackUpstream((response) => sendMessage(response));
  const prices = {
    estimateUsd: () => 1,
    usdOf: (
      _provider: string,
      _model: string,
      { hourCacheWriteTokens = 0 }: { readonly hourCacheWriteTokens?: number },
    ) => (hourCacheWriteTokens > 0 ? 2 : 1.25),
  };
  await using house = await openTestHouse(upstream.origin, { prices });
  const marked = (ttl: object) => ({ type: 'text', text: 'x', cache_control: { type: 'ephemeral', ...ttl } });
  const asked = { model: 'claude-test-1', max_tokens: 20 };
  const result = { type: 'tool_result', tool_use_id: 't', content: [marked({ ttl: '1h' })] };
  const bodies = [
    { ...asked, messages: [{ role: 'user', content: [marked({}), marked({ ttl: '5m' })] }] },
    { ...asked, system: [marked({ ttl: '1h' })], messages: [] },
    { ...asked, messages: [{ role: 'user', content: [result] }] },
  ];
  for (const body of bodies) await (await house.ask({ body })).text();
  assert.deepEqual(
    house.entries.map(({ estimatedUsd }) => estimatedUsd),
    [1.25, 2, 2],
  );
});

test('the dearest of what may happen to the input counts: read, or written to a cache', async () => {
  await using upstream = await openLoopbackUpstream((response) => sendMessage(response));
  const prices = {
    estimateUsd: () => 1,
    usdOf: (_provider: string, _model: string, { cacheWriteTokens }: { readonly cacheWriteTokens: number }) =>
      cacheWriteTokens > 0 ? 1.25 : 0.1,
  };
  await using house = await openTestHouse(upstream.origin, { prices });
  await (await house.ask()).text();
  assert.deepEqual([house.entries[0]?.estimatedUsd, house.entries[0]?.usd], [1.25, 0.1]);
});
