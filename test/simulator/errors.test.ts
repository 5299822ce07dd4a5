import assert from 'node:assert/strict';
import { test } from 'node:test';
import { APICallError } from 'ai';
import { pick } from '../../src/simulator/json-reading.ts';
import type { Fault } from '../../src/simulator/setup.ts';
import { type Client, clients, failStream, failText, hello, makeModel } from './clients.ts';
import { openScope, providerOf } from './setup.ts';

async function failWith(client: Client, fault: Fault): Promise<APICallError> {
  await using ours = await openScope(providerOf[client], { faults: [fault] });
  return await failText(makeModel(client, ours.origin, ours.key));
}

const overloadStatus = { anthropic: 529, openai: 503, google: 503, 'openai-compatible': 503 };

test('overload, defects and refused keys reach the caller of the SDK with the status of their provider', async () => {
  for (const client of clients) {
    const overload = await failWith(client, { kind: 'overload' });
    assert.equal(overload.statusCode, overloadStatus[providerOf[client]], client);
    assert.equal(overload.isRetryable, true);
    assert.equal((await failWith(client, { kind: 'server-error' })).statusCode, 500, client);
    const revoked = await failWith(client, { kind: 'revoked' });
    assert.equal(revoked.statusCode, client === 'google' ? 400 : 401, client);
    assert.equal(revoked.isRetryable, false);
  }
});

test('out of money is told in the words that each provider has for it', async () => {
  const anthropic = await failWith('anthropic', { kind: 'quota' });
  assert.equal(pick(anthropic.data, 'error', 'details', 'error_code'), 'enforced_spend_limit_reached');
  assert.equal(anthropic.responseHeaders?.['retry-after'], undefined);
  assert.equal((await failWith('anthropic', { kind: 'quota', status: 402 })).statusCode, 402);
  assert.match((await failWith('anthropic', { kind: 'quota', status: 400 })).message, /credit balance is too low/);
  for (const client of ['openai', 'openai-chat'] as const) {
    const openai = await failWith(client, { kind: 'quota' });
    assert.equal(openai.statusCode, 429);
    assert.equal(pick(openai.data, 'error', 'code'), 'insufficient_quota');
  }
  assert.match((await failWith('google', { kind: 'quota' })).message, /limit: 0/);
  assert.equal((await failWith('openai-compatible', { kind: 'quota' })).statusCode, 402);
});

test('google tells in the body when to come back, and the SDK passes it on', async () => {
  const error = await failWith('google', { kind: 'rate', waitMs: 36_400 });
  const details = pick(error.data, 'error', 'details');
  assert.ok(Array.isArray(details));
  const retry = details.find((detail) => String(pick(detail, '@type')).endsWith('google.rpc.RetryInfo'));
  assert.equal(pick(retry, 'retryDelay'), '36.4s');
  assert.equal(error.responseHeaders?.['retry-after'], undefined);
});

test('a body that is none of the provider reaches the caller as text', async () => {
  for (const client of clients) {
    const error = await failWith(client, { kind: 'html-429' });
    assert.equal(error.statusCode, 429);
    assert.equal(error.data, undefined);
    assert.match(error.responseBody ?? '', /^<!DOCTYPE html>/);
  }
});

test('answers that are cut, empty, half or of another type are errors of the SDK, and no answers', async () => {
  const kinds = ['cut', 'empty', 'truncated-json', 'wrong-type'] as const;
  for (const client of clients) {
    for (const kind of kinds) {
      await using ours = await openScope(providerOf[client], { faults: [{ kind }] });
      const failed = failText(makeModel(client, ours.origin, ours.key));
      assert.ok(APICallError.isInstance(await failed), `${client} ${kind}`);
      assert.equal(ours.simulator.log[0]?.kind, 'transient');
      assert.equal(ours.simulator.log[0]?.fault, kind);
    }
  }
});

test('an error at the beginning of a stream that began with 200 is an error with a status', async () => {
  for (const client of ['anthropic', 'openai', 'openai-chat'] as const) {
    for (const trouble of ['overload', 'quota', 'rate'] as const) {
      await using ours = await openScope(providerOf[client], { faults: [{ kind: 'stream-error', trouble }] });
      const { error, text } = await failStream(makeModel(client, ours.origin, ours.key));
      assert.ok(APICallError.isInstance(error), `${client} ${trouble}: ${error}`);
      const expected = trouble === 'overload' ? overloadStatus[providerOf[client]] : 429;
      assert.equal(error.statusCode, expected, `${client} ${trouble}`);
      assert.equal(text, '');
      assert.deepEqual([ours.simulator.log[0]?.status, ours.simulator.log[0]?.kind], [200, trouble]);
    }
  }
});

const eventsBeforeText = { anthropic: 3, openai: 4, 'openai-chat': 1, google: 0, 'openai-compatible': 1 };

test('an error in the middle of a stream comes after the text before it', async () => {
  for (const client of clients) {
    const faults = [{ kind: 'stream-error', afterEvents: eventsBeforeText[client] + 1 }] as const;
    await using ours = await openScope(providerOf[client], { faults });
    const { error, text } = await failStream(makeModel(client, ours.origin, ours.key));
    assert.ok(error, client);
    assert.ok(
      text.length > 0 && text.length < hello.answer.length && hello.answer.startsWith(text),
      `${client}: ${text}`,
    );
  }
});
