import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AgentOsError } from '../../src/model/errors.ts';
import { HandClock } from './hand-clock.ts';
import { refuse, waitForAbort } from './lease-desk.ts';
import { openLoopbackUpstream, sendError, sendMessage } from './loopback-upstream.ts';
import { credentialsOf, openTestHouse, until } from './test-house.ts';

/** Half a second into a second: a wait must be rounded up. */
const at = 1_900_000_000_500;

class StillClock extends HandClock {
  override now(): number {
    return at;
  }
}

test('a call that finds no credential in time is parked until there may be one', async () => {
  const shapes = [
    [
      'anthropic',
      '/anthropic/v1/messages',
      { type: 'error', error: { type: 'rate_limit_error', message: 'Nothing is free' } },
    ],
    [
      'openai',
      '/openai/v1/responses',
      { error: { message: 'Nothing is free', type: 'requests', code: 'rate_limit_exceeded', param: null } },
    ],
    [
      'google',
      '/google/v1beta/models/gemini-x:generateContent',
      {
        error: {
          code: 429,
          message: 'Nothing is free',
          status: 'RESOURCE_EXHAUSTED',
          details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '40.2s' }],
        },
      },
    ],
  ] as const;
  for (const [provider, path, body] of shapes) {
    const credentials = credentialsOf('http://127.0.0.1:9', provider, 'first');
    await using house = await openTestHouse('', { credentials, clock: new StillClock() });
    house.desk.script.push(refuse('CREDENTIALS_BUSY', at + 40_200));
    const reply = await house.ask({ path });
    assert.equal(reply.status, 429);
    assert.equal(reply.headers.get('x-agentos-parked-until'), String(at + 40_200));
    assert.equal(reply.headers.get('x-agentos-parked-for'), 'limit');
    assert.equal(reply.headers.get('x-agentos-reason'), 'Nothing is free');
    assert.equal(reply.headers.get('retry-after'), '41');
    assert.equal(reply.headers.get('x-agentos-waited-ms'), '0');
    assert.deepEqual(await reply.json(), body);
    assert.deepEqual(house.entries, []);
  }
});

test('a call that waits for a provider in trouble is parked for an outage', async () => {
  await using house = await openTestHouse('http://127.0.0.1:9');
  house.desk.breaker = 'open';
  house.desk.script.push(refuse('CREDENTIALS_BUSY', Date.now() + 1000));
  assert.equal((await house.ask()).headers.get('x-agentos-parked-for'), 'outage');
});

test('how long a call may wait is said with every reservation, and agents may wait longer', async () => {
  await using upstream = await openLoopbackUpstream((response) => sendMessage(response));
  await using house = await openTestHouse(upstream.origin, { clock: new StillClock() });
  await house.ask();
  const token = house.gateway.issueToken({ taskId: 'two', role: 'agent', models: null, isAgent: true });
  await house.ask({ headers: { 'x-api-key': token } });
  assert.deepEqual(
    house.desk.requests.map(({ deadlineMs, taskId, role }) => [deadlineMs, taskId, role]),
    [
      [30_000, 'one', 'drafter'],
      [300_000, 'two', 'agent'],
    ],
  );
});

test('what was waited before a repeat is gone from the patience of the call', async () => {
  await using upstream = await openLoopbackUpstream((response, _request, asked) => {
    if (asked === 0) sendError(response, 429, 'rate_limit_error', { 'retry-after': '1' });
    else sendMessage(response);
  });
  let now = at;
  const clock = Object.assign(new HandClock(), { now: () => now });
  await using house = await openTestHouse(upstream.origin, { clock });
  const waitSeconds = (seconds: number) => async () => {
    now += seconds * 1000;
    return null;
  };
  house.desk.script.push(waitSeconds(10), waitSeconds(15));
  assert.equal((await house.ask({ headers: { 'x-agentos-call': 'a' } })).status, 200);
  assert.deepEqual(
    house.desk.requests.map(({ deadlineMs }) => deadlineMs),
    [30_000, 20_000],
  );
  assert.deepEqual(
    house.entries.map(({ waitedMs }) => waitedMs),
    [10_000, 15_000],
  );
});

test('a rest that would be too long is parked, and the reply that asked for it is told', async () => {
  await using upstream = await openLoopbackUpstream((response) =>
    sendError(response, 503, 'api_error', { 'retry-after': '60' }, 'come back later'),
  );
  await using house = await openTestHouse(upstream.origin, { clock: new StillClock() });
  const reply = await house.ask();
  assert.equal(reply.status, 429);
  assert.equal(reply.headers.get('x-agentos-parked-for'), 'outage');
  assert.equal(Number(reply.headers.get('x-agentos-parked-until')), at + 60_000);
  assert.match(reply.headers.get('x-agentos-reason') ?? '', /come back later/);
  assert.equal(house.desk.inFlight, 0);
});

test('a rest that is short is waited for here, and is no failure', async () => {
  await using upstream = await openLoopbackUpstream((response, _request, asked) => {
    if (asked === 0) sendError(response, 500, 'api_error');
    else sendMessage(response);
  });
  const clock = new HandClock();
  await using house = await openTestHouse(upstream.origin, { clock, random: () => 0.5 });
  const asked = house.ask();
  await until(() => clock.count(5000) === 1);
  assert.equal(house.desk.inFlight, 0, 'nothing is held while it rests');
  clock.fire(5000);
  assert.equal((await asked).status, 200);
});

test('a parked call is told how long it was held', async () => {
  let now = at;
  const clock = Object.assign(new HandClock(), { now: () => now });
  await using house = await openTestHouse('http://127.0.0.1:9', { clock });
  house.desk.script.push(async (request) => {
    now += request.deadlineMs ?? 0;
    return await refuse('CREDENTIALS_BUSY', now + 1000)();
  });
  assert.equal((await house.ask()).headers.get('x-agentos-waited-ms'), '30000');
});

test('a machine that slept while a call waited has not used up what its task may wait', async () => {
  let now = at;
  const clock = Object.assign(new HandClock(), { now: () => now });
  const grant = { waiting: { allowedMs: 7_200_000, leftMs: 7_200_000 } };
  await using house = await openTestHouse('http://127.0.0.1:9', { clock, grant });
  house.desk.script.push(async () => {
    now += 8 * 3_600_000;
    return await refuse('CREDENTIALS_BUSY', now + 1000)();
  });
  const reply = await house.ask();
  assert.deepEqual([reply.status, reply.headers.get('x-agentos-waited-ms')], [429, '30000']);
});

interface Exhaustion {
  readonly title: string;
  readonly status: number;
  readonly type: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly breakerUntilAt?: number;
  readonly coolingUntilAt?: number;
  readonly parked: readonly [untilAt: number, cause: string];
}

const overloaded = { status: 529, type: 'overloaded_error' };
const limited = { status: 429, type: 'rate_limit_error' };
const broken = { status: 500, type: 'api_error' };
const exhaustions: readonly Exhaustion[] = [
  { title: 'overloads park for half a minute', ...overloaded, parked: [at + 30_000, 'outage'] },
  {
    title: 'overloads park until the breaker tries again',
    ...overloaded,
    breakerUntilAt: at + 7000,
    parked: [at + 7000, 'outage'],
  },
  {
    title: 'a breaker whose time is over says nothing',
    ...overloaded,
    breakerUntilAt: at - 1,
    parked: [at + 30_000, 'outage'],
  },
  {
    title: 'a limit parks until the time that the provider names',
    ...limited,
    headers: { 'retry-after': '12' },
    parked: [at + 12_000, 'limit'],
  },
  {
    title: 'a limit parks until the end of the cooldown',
    ...limited,
    coolingUntilAt: at + 9000,
    parked: [at + 9000, 'limit'],
  },
  {
    title: 'a limit of which nobody knows the end parks for half a minute',
    ...limited,
    parked: [at + 30_000, 'limit'],
  },
  { title: 'errors of the server park for half a minute', ...broken, parked: [at + 30_000, 'outage'] },
  {
    title: 'errors of the server park until the breaker tries again, whatever else rests',
    ...broken,
    breakerUntilAt: at + 7000,
    coolingUntilAt: at + 9000,
    parked: [at + 7000, 'outage'],
  },
];

for (const { title, status, type, headers, breakerUntilAt, coolingUntilAt, parked } of exhaustions) {
  test(`when the repeats are used up, ${title}`, async () => {
    await using upstream = await openLoopbackUpstream((response) => sendError(response, status, type, headers));
    const credentials = credentialsOf(upstream.origin, 'openai-compatible', 'first');
    await using house = await openTestHouse('', { credentials, maxRetries: 2, clock: new StillClock() });
    house.desk.breakerUntilAt = breakerUntilAt ?? null;
    if (coolingUntilAt !== undefined) house.desk.cooling.set('first', coolingUntilAt);
    const reply = await house.ask({ path: '/openai-compatible/v1/chat/completions' });
    assert.equal(upstream.seen.length, 3, 'all repeats are sent before');
    const [untilAt, cause] = parked;
    assert.equal(reply.headers.get('x-agentos-parked-until'), String(untilAt));
    assert.equal(reply.headers.get('x-agentos-parked-for'), cause);
    assert.equal(reply.headers.has('x-agentos-final'), false);
    assert.equal(reply.status, 429);
  });
}

test('however many scopes share an outage, and whoever asks, it is waited for', async () => {
  await using upstream = await openLoopbackUpstream((response) => sendError(response, 500, 'api_error'));
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const credentials = credentialsOf(upstream.origin, 'anthropic', ...names);
  for (const isAgent of [false, true]) {
    await using house = await openTestHouse('', { credentials, clock: new StillClock(), grant: { isAgent } });
    const reply = await house.ask();
    assert.equal(reply.status, 429);
    assert.equal(reply.headers.get('x-agentos-parked-for'), 'outage');
  }
});

test('the longer a task has waited for an outage, the later it comes again', async () => {
  await using upstream = await openLoopbackUpstream((response) => sendError(response, 500, 'api_error'));
  const credentials = credentialsOf(upstream.origin, 'anthropic', 'only');
  const minutes = (count: number) => count * 60_000;
  for (const [left, pauseMs] of [
    [120, 30_000],
    [100, minutes(5)],
    [10, minutes(10)],
  ] as const) {
    const waiting = { allowedMs: minutes(120), leftMs: minutes(left) };
    const own = { credentials, maxRetries: 0, clock: new StillClock(), grant: { waiting } };
    await using house = await openTestHouse('', own);
    assert.equal((await house.ask()).headers.get('x-agentos-parked-until'), String(at + pauseMs));
  }
});

test('a server that fails to count tokens holds up nobody: its reply goes to the caller', async () => {
  await using upstream = await openLoopbackUpstream((response) => sendError(response, 501, 'api_error'));
  await using house = await openTestHouse(upstream.origin, { maxRetries: 1 });
  const reply = await house.ask({ path: '/anthropic/v1/messages/count_tokens' });
  assert.deepEqual([reply.status, reply.headers.get('x-agentos-final')], [501, 'transient']);
});

test('what may have cost something is not asked for without end: its last trouble is final', async () => {
  await using upstream = await openLoopbackUpstream((response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
    response.write('{');
    setTimeout(() => response.destroy(), 5);
  });
  await using house = await openTestHouse(upstream.origin, { maxRetries: 2 });
  const reply = await house.ask();
  assert.equal(upstream.seen.length, 3);
  assert.equal(reply.status, 502);
  assert.equal(reply.headers.get('x-agentos-final'), 'transient');
});

const refusals = [
  ['CREDENTIALS_EXHAUSTED', 403, 'credential'],
  ['BUDGET_SPENT', 402, 'budget'],
  ['PRICE_UNKNOWN', 402, 'budget'],
] as const;

for (const [code, status, kind] of refusals) {
  test(`${code} is refused for good, with ${status}`, async () => {
    await using house = await openTestHouse('http://127.0.0.1:9');
    house.desk.script.push(refuse(code, null));
    const reply = await house.ask();
    assert.equal(reply.status, status);
    assert.equal(reply.headers.get('x-agentos-refused'), kind);
    assert.equal(reply.headers.get('x-agentos-parked-until'), null);
    assert.equal(reply.headers.get('x-should-retry'), 'false');
  });
}

test('a coordinator that fails is told as such: 502, and no word of a lease', async () => {
  await using house = await openTestHouse('http://127.0.0.1:9');
  for (const error of [new AgentOsError('STORAGE_FAILED', 'the disk is full'), new TypeError('a defect')]) {
    house.desk.script.push(async () => {
      throw error;
    });
    const reply = await house.ask();
    assert.equal(reply.status, 502);
    assert.equal(reply.headers.get('x-agentos-final'), 'transient');
  }
});

test('whoever goes away while waiting gives its place up', async () => {
  await using upstream = await openLoopbackUpstream((response) => sendMessage(response));
  await using house = await openTestHouse(upstream.origin);
  house.desk.script.push(waitForAbort);
  const controller = new AbortController();
  const asked = house.ask({ signal: controller.signal });
  await until(() => house.desk.requests.length === 1);
  controller.abort();
  await assert.rejects(asked);
  await until(() => house.desk.requests[0]?.signal.aborted === true);
  assert.equal(upstream.seen.length, 0);
});

const hourMs = 3_600_000;

test('a wait that is longer than the task may wait at all is not begun: it fails, and says how long it would be', async () => {
  const waiting = { allowedMs: 2 * hourMs, leftMs: 2 * hourMs };
  const clock = new StillClock();
  await using house = await openTestHouse('http://127.0.0.1:9', { clock, grant: { waiting } });
  house.desk.script.push(refuse('CREDENTIALS_BUSY', at + 15.9 * hourMs));
  const reply = await house.ask();
  assert.equal(reply.status, 502);
  assert.equal(reply.headers.get('x-agentos-parked-until'), null);
  assert.equal(reply.headers.get('x-agentos-final'), 'rate');
  const until = new Date(at + 15.9 * hourMs).toISOString().replace('.500Z', 'Z');
  assert.equal(
    reply.headers.get('x-agentos-reason'),
    `would have to wait 15 h 54 min (until ${until}), --max-wait allows 2 h: Nothing is free`,
  );
});

test('what is left of the waiting counts, and during an outage it fails for the outage', async () => {
  const waiting = { allowedMs: 2 * hourMs, leftMs: 60_000 };
  await using house = await openTestHouse('http://127.0.0.1:9', { clock: new StillClock(), grant: { waiting } });
  house.desk.breaker = 'open';
  house.desk.script.push(refuse('CREDENTIALS_BUSY', at + 61_000));
  const late = await house.ask();
  assert.equal(late.headers.get('x-agentos-final'), 'overload');
  assert.match(
    late.headers.get('x-agentos-reason') ?? '',
    /^would have to wait 1 min 1 s .* of which 1 min are left: /,
  );
  house.desk.script.push(refuse('CREDENTIALS_BUSY', at + 59_000));
  const soon = await house.ask();
  assert.equal(soon.headers.get('x-agentos-parked-until'), String(at + 59_000));
});

test('nobody is held for longer than its task may still wait, and for a second in any case', async () => {
  for (const [leftMs, heldMs] of [
    [45_000, 30_000],
    [12_000, 12_000],
    [0, 1000],
  ] as const) {
    const waiting = { allowedMs: 7_200_000, leftMs };
    await using house = await openTestHouse('http://127.0.0.1:9', { clock: new StillClock(), grant: { waiting } });
    house.desk.script.push(refuse('CREDENTIALS_BUSY', at + 10));
    await house.ask();
    assert.equal(house.desk.requests[0]?.deadlineMs, heldMs);
  }
});
