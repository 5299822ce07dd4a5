import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import type { Receipt } from '../../src/gateway/receipts.ts';
import { HandClock } from './hand-clock.ts';
import { openLoopbackUpstream, sendError, sendMessage, startStream, streamEvents } from './loopback-upstream.ts';
import { credentialsOf, openTestHouse, type TestHouse, until } from './test-house.ts';

async function read(reply: Response): Promise<Receipt> {
  return (await reply.json()) as Receipt;
}

async function receiptOf(house: TestHouse, id: string, token = house.token): Promise<Response> {
  return await fetch(`${house.gateway.origin}/receipts/${id}`, { headers: { authorization: `Bearer ${token}` } });
}

const call = (id: string) => ({ headers: { 'x-agentos-call': id } });

test('a receipt says what the call cost over all its exchanges, and who answered', async () => {
  await using upstream = await openLoopbackUpstream((response, _request, at) => {
    if (at === 0) sendError(response, 429, 'rate_limit_error', { 'retry-after': '1' });
    else sendMessage(response, 'hello', 'claude-test-1-20260101');
  });
  await using house = await openTestHouse(upstream.origin);
  await (await house.ask(call('draft-1'))).text();
  const receipt = await read(await receiptOf(house, 'draft-1'));
  assert.deepEqual(receipt, {
    usd: 0.15,
    models: ['claude-test-1-20260101'],
    exchanges: 2,
    repeats: 1,
    waitedMs: receipt.waitedMs,
  });
  assert.ok(receipt.waitedMs >= 0);
});

test('several requests of one call are one receipt', async () => {
  await using upstream = await openLoopbackUpstream((response, _request, at) =>
    sendMessage(response, 'x', `m-${at % 2}`),
  );
  await using house = await openTestHouse(upstream.origin);
  for (let at = 0; at < 3; at += 1) await (await house.ask(call('draft-1'))).text();
  const { usd, models, exchanges } = await read(await receiptOf(house, 'draft-1'));
  assert.deepEqual([usd?.toFixed(2), models, exchanges], ['0.45', ['m-0', 'm-1'], 3]);
});

test('repeats of all requests of one call are counted, and going on with another credential is none', async () => {
  await using upstream = await openLoopbackUpstream((response, _request, at) => {
    if (at === 0) sendError(response, 401, 'authentication_error');
    else if (at % 3 !== 0) sendError(response, 500, 'api_error');
    else sendMessage(response);
  });
  const credentials = credentialsOf(upstream.origin, 'anthropic', 'first', 'second');
  await using house = await openTestHouse('', { credentials });
  for (let at = 0; at < 2; at += 1) assert.equal((await house.ask(call('a'))).status, 200);
  const { repeats, exchanges } = await read(await receiptOf(house, 'a'));
  assert.deepEqual([repeats, exchanges], [4, 7]);
});

test('what was cut off is on the receipt as unmeasured, not as free', async () => {
  await using upstream = await openLoopbackUpstream((response) => {
    startStream(response).write(streamEvents[0], () => response.destroy());
  });
  await using house = await openTestHouse(upstream.origin);
  await assert.rejects((await house.ask({ ...call('a'), isStream: true })).text());
  const { usd, exchanges } = await read(await receiptOf(house, 'a'));
  assert.deepEqual([usd, exchanges], [null, 1]);
});

test('what was served at more than the list price is unmeasured, whoever chose that', async () => {
  const usage = { prompt_tokens: 10, completion_tokens: 5 };
  const choices = [{ index: 0, message: { role: 'assistant', content: 'hello' }, finish_reason: 'stop' }];
  await using upstream = await openLoopbackUpstream((response, _request, at) => {
    const service_tier = at === 0 ? 'default' : 'priority';
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ model: 'claude-test-1', choices, usage, service_tier }));
  });
  await using house = await openTestHouse('', { credentials: credentialsOf(upstream.origin, 'openai', 'first') });
  for (let at = 0; at < 2; at += 1) await (await house.ask({ path: '/openai/v1/chat/completions' })).text();
  assert.deepEqual(
    house.entries.map(({ usd, usage: told }) => [usd, told?.outputTokens]),
    [
      [0.15, 5],
      [null, 5],
    ],
  );
});

test('whoever asks before the reply has ended gets the receipt as soon as it has', async () => {
  const responses: ServerResponse[] = [];
  await using upstream = await openLoopbackUpstream((response) => {
    responses.push(startStream(response));
    response.write(streamEvents.join(''));
  });
  const clock = new HandClock();
  await using house = await openTestHouse(upstream.origin, { clock });
  const reply = await house.ask({ ...call('a'), isStream: true });
  await reply.body?.getReader().read();
  let isAnswered = false;
  const asked = receiptOf(house, 'a').finally(() => {
    isAnswered = true;
  });
  await until(() => isAnswered || clock.count(5000) === 1);
  responses[0]?.end();
  assert.equal((await read(await asked)).usd, 0.15);
});

test('a receipt is for the token of its call, and nobody else', async () => {
  await using upstream = await openLoopbackUpstream((response) => sendMessage(response));
  await using house = await openTestHouse(upstream.origin);
  await (await house.ask(call('a'))).text();
  const other = house.gateway.issueToken({ taskId: 'two', role: 'drafter', models: null, isAgent: false });
  assert.equal((await receiptOf(house, 'a', other)).status, 404);
  assert.equal((await receiptOf(house, 'a', 'agentos-guessed')).status, 401);
  assert.equal((await receiptOf(house, 'b')).status, 404);
  assert.equal((await receiptOf(house, 'a')).status, 200);
});

test('the latest receipts are kept, and older ones are forgotten', async () => {
  await using upstream = await openLoopbackUpstream((response) => sendMessage(response));
  await using house = await openTestHouse(upstream.origin);
  for (let at = 0; at < 70; at += 1) await (await house.ask(call(`call-${at}`))).text();
  assert.equal((await receiptOf(house, 'call-0')).status, 404);
  assert.equal((await receiptOf(house, 'call-69')).status, 200);
  assert.equal((await receiptOf(house, 'call-10')).status, 200);
});

test('an entry holds names and numbers of the exchange, and no word of what was said', async () => {
  await using upstream = await openLoopbackUpstream((response) => sendMessage(response, 'a secret answer'));
  const credentials = credentialsOf(upstream.origin, 'anthropic', 'first');
  await using house = await openTestHouse('', { credentials });
  const body = { model: 'claude-test-1', max_tokens: 20, messages: [{ role: 'user', content: 'a secret question' }] };
  await (await house.ask({ body })).text();
  const [entry] = house.entries;
  assert.ok(entry);
  assert.ok(entry.ms >= (entry.firstByteMs ?? Number.NaN));
  assert.deepEqual(entry, {
    taskId: 'one',
    role: 'drafter',
    provider: 'anthropic',
    model: 'claude-test-1',
    usage: { inputTokens: 10, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 5 },
    usd: 0.15,
    answeredBy: 'claude-test-1',
    credential: 'first',
    scope: 'first',
    lease: 'lease-1',
    fence: 1,
    estimatedUsd: (Buffer.byteLength(JSON.stringify(body)) + 20) / 100,
    repeat: 0,
    status: 200,
    trouble: null,
    retryAt: null,
    waitedMs: entry.waitedMs,
    firstByteMs: entry.firstByteMs,
    ms: entry.ms,
  });
});
