import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAdvice } from '../../src/providers/wire/advice.ts';
import { type Moment, pickFault } from '../../src/simulator/faults.ts';
import { makeRandom } from '../../src/simulator/random.ts';
import type { Fault } from '../../src/simulator/setup.ts';
import { ask, request } from './asking.ts';
import { clients, hello } from './clients.ts';
import { makeKey, openScope, providerOf } from './setup.ts';

const first: Moment = { ms: 0, call: 1, keyIndex: 0 };
const never = () => 1;

test('a fault strikes in its time, for its calls and its key, and the first one wins', () => {
  const kindAt = (faults: readonly Fault[], moment: Partial<Moment>) =>
    pickFault(faults, { ...first, ...moment }, never)?.kind ?? null;
  const episode: Fault[] = [{ kind: 'overload', fromMs: 1000, toMs: 2000 }];
  assert.deepEqual(
    [999, 1000, 1999, 2000].map((ms) => kindAt(episode, { ms })),
    [null, 'overload', 'overload', null],
  );
  const second: Fault[] = [{ kind: 'hang', fromCall: 2, toCall: 2 }];
  assert.deepEqual(
    [1, 2, 3].map((call) => kindAt(second, { call })),
    [null, 'hang', null],
  );
  const ofKey: Fault[] = [{ kind: 'revoked', key: 1 }, { kind: 'cut' }];
  assert.deepEqual(
    [0, 1].map((keyIndex) => kindAt(ofKey, { keyIndex })),
    ['cut', 'revoked'],
  );
});

test('a probability is kept, and drawn from the seed', () => {
  const strikes = (seed: number) => {
    const random = makeRandom(seed);
    return Array.from({ length: 1000 }, () => pickFault([{ kind: 'rate', probability: 0.2 }], first, random) !== null);
  };
  const hits = strikes(7).filter(Boolean).length;
  assert.ok(hits > 150 && hits < 250, `${hits}`);
  assert.deepEqual(strikes(7), strikes(7));
  assert.notDeepEqual(strikes(7), strikes(8));
});

test('nothing comes from a hanging call, and it takes its room until the caller leaves', async () => {
  const [key, keyThatHangs] = [makeKey(), makeKey()] as const;
  const setup = { keys: [key, keyThatHangs], limits: { concurrency: 1 }, faults: [{ kind: 'hang', key: 1 }] } as const;
  await using ours = await openScope('anthropic', setup);
  const leaving = new AbortController();
  const hanging = fetch(`${ours.origin}/v1/messages`, {
    method: 'POST',
    headers: { 'x-api-key': keyThatHangs },
    body: '{"model":"m","max_tokens":9,"messages":[{"role":"user","content":"x"}]}',
    signal: leaving.signal,
  });
  const askUntil = async (status: number) => {
    for (let call = 0; call < 500; call += 1) if ((await ask('anthropic', ours.origin, key)).status === status) return;
    assert.fail(`no ${status}`);
  };
  await askUntil(429);
  leaving.abort();
  await assert.rejects(hanging, { name: 'AbortError' });
  await askUntil(200);
  const entry = ours.simulator.log.find(({ fault }) => fault === 'hang');
  assert.deepEqual([entry?.status, entry?.isAbandoned, entry?.kind], [null, true, 'transient']);
});

test('a stream is cut after as many bytes as were set, not one more', async () => {
  for (const client of clients) {
    await using ours = await openScope(providerOf[client], { faults: [{ kind: 'cut', bytes: 150 }] });
    const reply = await request(client, ours.origin, ours.key, true);
    let bytes = 0;
    const reading = async () => {
      for await (const chunk of reply.body ?? []) bytes += chunk.length;
    };
    await assert.rejects(reading(), client);
    assert.equal(bytes, 150, client);
  }
});

test('a huge answer is as large as was set, and whole in its form', async () => {
  for (const client of clients) {
    for (const isStream of [false, true]) {
      await using ours = await openScope(providerOf[client], { faults: [{ kind: 'huge', bytes: 1_000_000 }] });
      const { body } = await ask(client, ours.origin, ours.key, isStream);
      assert.ok(body.length > 1_000_000 && body.length < 1_200_000, `${client} ${isStream}: ${body.length}`);
      const documents = isStream ? body.split('\n').filter((line) => line.startsWith('data: {')) : [`data: ${body}`];
      for (const document of documents) JSON.parse(document.slice('data: '.length));
    }
  }
});

test('an endless answer goes on until the caller has had enough', async () => {
  for (const isStream of [false, true]) {
    await using ours = await openScope('openai', { faults: [{ kind: 'endless' }] });
    const reply = await request('openai', ours.origin, ours.key, isStream);
    let bytes = 0;
    for await (const chunk of reply.body ?? []) {
      bytes += chunk.length;
      if (bytes > 3_000_000) break;
    }
    assert.ok(bytes > 3_000_000);
    while (ours.simulator.log.length === 0) await new Promise(setImmediate);
    assert.equal(ours.simulator.log[0]?.isAbandoned, true);
  }
});

test('a dripping answer is right, but late', async () => {
  await using ours = await openScope('google', { faults: [{ kind: 'drip', everyMs: 5 }] });
  for (const isStream of [false, true]) {
    const { body } = await ask('google', ours.origin, ours.key, isStream);
    const said = [...body.matchAll(/"text":"([^"]*)"/g)].map(([, text]) => text).join('');
    assert.equal(said, hello.answer);
  }
  const [document] = ours.simulator.log;
  assert.ok(document && document.endAt - document.startAt >= 16 * 5 - 5);
});

test('nonsense in headers harms nobody who reads them with care', async () => {
  for (const client of clients) {
    await using ours = await openScope(providerOf[client], { faults: [{ kind: 'garbage-headers' }] });
    for (let call = 0; call < 8; call += 1) {
      const { status, headers } = await ask(client, ours.origin, ours.key);
      assert.equal(status, 200);
      assert.ok(Object.hasOwn(headers, 'retry-after'));
      for (const advice of readAdvice(providerOf[client], headers, Date.now()))
        for (const figure of [advice.limit, advice.remaining, advice.resetMs])
          assert.ok(figure === null || (figure >= 0 && Number.isFinite(figure)), `${client}: ${figure}`);
    }
  }
});

test('another model says its own name', async () => {
  for (const client of clients) {
    await using ours = await openScope(providerOf[client], { faults: [{ kind: 'downgrade', model: 'cheap-one' }] });
    for (const isStream of [false, true])
      assert.match((await ask(client, ours.origin, ours.key, isStream)).body, /"model(Version)?":"cheap-one"/, client);
  }
});
