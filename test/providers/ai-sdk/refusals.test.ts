import assert from 'node:assert/strict';
import { test } from 'node:test';
import { policies } from '../../../src/model/failure.ts';
import type { ProviderReply } from '../../../src/providers/provider.ts';
import { askWhere, summarise } from './asking.ts';
import { anthropicEvents, reply, stream } from './stand-in.ts';

const errorBody = { type: 'error', error: { type: 'api_error', message: 'as the body says' } };

async function refusedWith(status: number, headers: Record<string, string>, body: string | object = errorBody) {
  return (await askWhere(reply(status, headers, body))).reply;
}

function messageOf(given: ProviderReply): string {
  return given.kind === 'refusal' ? given.failure.message : given.kind;
}

test('a wait that the gateway did not grant parks the call: nobody refused it', async () => {
  const untilAt = Date.now() + 3_600_000;
  const headers = {
    'x-agentos-parked-until': String(untilAt),
    'x-agentos-reason': 'scope team-a cools until noon',
    'x-agentos-waited-ms': '29500',
  };
  const parked = { kind: 'parked', untilAt, reason: 'scope team-a cools until noon', heldMs: 29_500 };
  assert.deepEqual(await refusedWith(429, headers), { ...parked, cause: 'limit' });
  const outage = { ...headers, 'x-agentos-parked-for': 'outage' };
  assert.deepEqual(await refusedWith(429, outage), { ...parked, cause: 'outage' });
});

test('a time to come back that has passed is not taken as now: that would never pause', async () => {
  for (const untilAt of [0, Date.now() - 5000, Date.now()]) {
    const startedAt = Date.now();
    const given = await refusedWith(429, { 'x-agentos-parked-until': String(untilAt) });
    assert.ok(given.kind === 'parked' && given.untilAt >= startedAt + 1000);
  }
});

test('a parking without a time that makes sense is a limit', async () => {
  for (const until of ['', 'soon', '-1', 'NaN', '1e9', '99999999999999999', '0x10', '12.5']) {
    assert.equal(summarise(await refusedWith(429, { 'x-agentos-parked-until': until, 'retry-after': '3' })), 'limit');
  }
  const elsewhere = await refusedWith(503, { 'x-agentos-parked-until': String(Date.now() + 60_000) });
  assert.equal(summarise(elsewhere), 'outage');
});

test('what the gateway refuses for good is final, by what it is', async () => {
  const refusals = [
    [402, 'budget', 'budget'],
    [403, 'credential', 'credentials'],
    [403, 'token', 'auth'],
    [401, 'token', 'auth'],
    [400, 'request', 'request'],
  ] as const;
  for (const [status, refused, code] of refusals) {
    const given = await refusedWith(status, { 'x-agentos-refused': refused });
    assert.equal(summarise(given), `${code}, final`);
    assert.equal(messageOf(given), 'anthropic:claude-test: as the body says');
  }
  assert.equal(policies.credentials.stopsBatch, true, 'without a credential no other task can do better');
});

test('what the gateway has repeated enough is final, whatever it was', async () => {
  const kinds = {
    rate: 'limit',
    concurrency: 'limit',
    accel: 'limit',
    'unknown-429': 'limit',
    quota: 'limit',
    'quota-day': 'limit',
    overload: 'outage',
    transient: 'network',
    auth: 'auth',
    request: 'request',
  };
  for (const [kind, code] of Object.entries(kinds)) {
    const given = await refusedWith(502, { 'x-agentos-final': kind, 'x-agentos-reason': 'tried 6 times' });
    assert.equal(summarise(given), `${code}, final`);
    assert.equal(messageOf(given), 'anthropic:claude-test: tried 6 times');
  }
});

test('a reply that says nothing of the gateway is told by its status and body', async () => {
  const expected = [
    [400, {}, 'request, final'],
    [404, {}, 'request, final'],
    [401, {}, 'auth, final'],
    [500, {}, 'network'],
    [529, {}, 'outage'],
    [429, { 'retry-after': '7' }, 'limit'],
    [302, { location: 'http://127.0.0.1:9/' }, 'request, final'],
    [600, {}, 'network'],
  ] as const;
  for (const [status, headers, summary] of expected) {
    assert.equal(summarise(await refusedWith(status, headers)), summary, String(status));
  }
  const limited = await refusedWith(429, { 'retry-after': '7' });
  assert.ok(limited.kind === 'refusal' && limited.retryAfterMs !== null);
  assert.ok(limited.retryAfterMs > 5000 && limited.retryAfterMs <= 7000);
});

test('messages are one short line that cannot drive a terminal', async () => {
  const message = `\u001b[2J${'x'.repeat(3000)}\nsecond`;
  for (const body of [{ type: 'error', error: { type: 'api_error', message } }, `<html>${message}</html>`, message]) {
    const text = messageOf(await refusedWith(400, {}, body));
    assert.ok(text.length <= 500 && !/[\u0000-\u001f]/.test(text));
  }
});

test('what was refused is paid for, too, as the receipt says', async () => {
  const receipt = { usd: 0.5, models: [], exchanges: 6, repeats: 5, waitedMs: 10 };
  const { reply: given } = await askWhere(reply(502, { 'x-agentos-final': 'transient' }, errorBody), { receipt });
  assert.ok(given.kind === 'refusal');
  assert.deepEqual([given.usd, given.repeats], [0.5, 5]);
});

test('another model than the asked one is no answer, though it is paid for', async () => {
  const play = stream(...anthropicEvents('A text'));
  const downgraded = await askWhere(play, {
    receipt: { usd: 0.5, models: ['claude-mini'], exchanges: 1, repeats: 0, waitedMs: 0 },
  });
  assert.equal(summarise(downgraded.reply), 'downgrade, final');
  assert.match(messageOf(downgraded.reply), /^anthropic:claude-test was asked, and "claude-mini" answered$/);
  const inTheReply = await askWhere(stream(...anthropicEvents('A text', { model: 'claude-mini' })));
  assert.equal(summarise(inTheReply.reply), 'downgrade, final');
});

test('the model that answered is recorded, the receipt before the reply; without a receipt nothing is measured', async () => {
  const receipt = { usd: 0.5, models: ['claude-test-20260101'], exchanges: 1, repeats: 0, waitedMs: 0 };
  const known = await askWhere(stream(...anthropicEvents('A text')), { receipt });
  assert.deepEqual(known.reply, {
    kind: 'answer',
    text: 'A text',
    model: 'anthropic:claude-test-20260101',
    usd: 0.5,
  });
  const hostile = { ...receipt, models: ['\u001b[2J/claude-test'] };
  const shown = await askWhere(stream(...anthropicEvents('A text')), { receipt: hostile });
  assert.equal(shown.reply.kind === 'answer' && shown.reply.model, 'anthropic:\\u001b[2J/claude-test');
  const garbage = [null, 'no', {}, { usd: '1', models: [] }, { usd: -1, models: [] }, { usd: 1, models: [7] }];
  for (const broken of garbage) {
    const { reply: given } = await askWhere(stream(...anthropicEvents('A text')), { receipt: broken });
    assert.deepEqual(given, { kind: 'answer', text: 'A text', model: 'anthropic:claude-test', usd: null });
  }
});

test('a gateway that is not there is a matter of the network, and may be asked again', async () => {
  const { standIn } = await askWhere(stream(...anthropicEvents('A text')));
  const { openAiSdkProvider } = await import('../../../src/providers/ai-sdk/ai-sdk-provider.ts');
  const { askOptions, draftAsk } = await import('../briefs.ts');
  const gone = openAiSdkProvider('anthropic:claude-test', 'drafter', standIn.access);
  const given = await gone.ask(draftAsk, askOptions());
  assert.equal(summarise(given), 'network');
  assert.match(messageOf(given), /ECONNREFUSED/);
});
