import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { getIssue, listOpenIssues } from '../../src/github/issues.ts';
import { SecretBox } from '../../src/secrets/secret-box.ts';
import { asUsual, type Fault, hangingUp, openGithubServer, refusing, saying } from './server.ts';
import { makeToken, openClient, repository, withCode } from './setup.ts';

const everything = { labels: [], milestone: null };

test('the token goes with every request, and to no other server', async () => {
  await using elsewhere = await openGithubServer([{ number: 1 }]);
  await using server = await openGithubServer([{ number: 1 }]);
  const token = makeToken();
  const { client } = await openClient(server.origin, { token: new SecretBox('github', token) });
  await getIssue(client, repository, 1);
  assert.equal(server.seen[0]?.headers.authorization, `Bearer ${token}`);
  const leading = (location: string): Fault => refusing(302, { location });
  server.faults.push(leading(`${elsewhere.origin}/repos/octo/demo/issues/1`));
  await assert.rejects(getIssue(client, repository, 1), withCode('GITHUB_REPLY_INVALID', /another server/));
  const link = `<${elsewhere.origin}/repositories/1/issues?page=2>; rel="next"`;
  server.faults.push(saying('[]', { link }));
  await assert.rejects(
    Array.fromAsync(listOpenIssues(client, repository, everything)),
    withCode('GITHUB_REPLY_INVALID', /another server/),
  );
  assert.deepEqual(elsewhere.seen, []);
});

test('redirects on the same server are followed, but not for ever', async () => {
  await using server = await openGithubServer([{ number: 1 }]);
  const { client } = await openClient(server.origin);
  server.faults.push(refusing(301, { location: '/repositories/1/issues/1' }));
  assert.equal((await getIssue(client, repository, 1)).number, 1);
  server.faults.push(...Array.from({ length: 9 }, () => refusing(307, { location: '/repositories/1/issues/1' })));
  await assert.rejects(getIssue(client, repository, 1), withCode('GITHUB_REPLY_INVALID', /3 redirects/));
  server.faults.length = 0;
  server.faults.push(refusing(301, { location: 'http://[' }));
  await assert.rejects(getIssue(client, repository, 1), withCode('GITHUB_REPLY_INVALID', /nowhere/));
});

test('an issue that moved to another repository is not taken for the one that was asked for', async () => {
  await using server = await openGithubServer([{ number: 9 }]);
  const { client } = await openClient(server.origin);
  server.faults.push(refusing(301, { location: '/repositories/1/issues/9' }));
  await assert.rejects(getIssue(client, repository, 1), withCode('GITHUB_MISSING', /moved/));
});

const refusals: { status: number; headers?: Record<string, string>; code: string; message: RegExp }[] = [
  { status: 401, code: 'GITHUB_AUTH', message: /does not take the token/ },
  { status: 403, code: 'GITHUB_FORBIDDEN', message: /may not \(403\): "no"/ },
  { status: 403, headers: { 'x-github-sso': 'required; url=https://x' }, code: 'GITHUB_FORBIDDEN', message: /sign-on/ },
  { status: 404, code: 'GITHUB_MISSING', message: /issue 1 of octo\/demo: not found, or the token may not see it/ },
  { status: 410, code: 'GITHUB_MISSING', message: /deleted/ },
  { status: 422, code: 'GITHUB_REFUSED', message: /refuses \(422\)/ },
  { status: 418, code: 'GITHUB_REFUSED', message: /refuses \(418\)/ },
];

for (const { status, headers = {}, code, message } of refusals) {
  test(`${status} ${JSON.stringify(headers)} ends it at once, with the reason`, async () => {
    await using server = await openGithubServer([{ number: 1 }]);
    const { client, clock } = await openClient(server.origin);
    server.faults.push(refusing(status, headers));
    await assert.rejects(getIssue(client, repository, 1), withCode(code, message));
    assert.equal(server.seen.length, 1);
    assert.deepEqual(clock.waits, []);
  });
}

test('without a token the reasons speak of that', async () => {
  await using server = await openGithubServer([{ number: 1 }]);
  server.token = makeToken();
  const { client } = await openClient(server.origin, { token: null });
  await assert.rejects(getIssue(client, repository, 1), withCode('GITHUB_MISSING', /anybody without a token/));
  assert.equal(server.seen[0]?.headers.authorization, undefined);
  server.faults.push(refusing(401));
  await assert.rejects(getIssue(client, repository, 1), withCode('GITHUB_AUTH', /wants a token/));
});

test('server errors and lost connections are tried three times in all, with growing pauses', async () => {
  await using server = await openGithubServer([{ number: 1 }]);
  const { client, clock } = await openClient(server.origin);
  server.faults.push(refusing(502), hangingUp);
  assert.equal((await getIssue(client, repository, 1)).number, 1);
  assert.deepEqual(clock.waits, [1000, 2000]);
  server.faults.push(refusing(500), refusing(503), refusing(504));
  await assert.rejects(getIssue(client, repository, 1), withCode('GITHUB_UNREACHABLE', /answers 504/));
  assert.equal(server.seen.length, 6);
  server.faults.push(hangingUp, hangingUp, hangingUp);
  await assert.rejects(
    getIssue(client, repository, 1),
    withCode(
      'GITHUB_UNREACHABLE',
      new RegExp(`issue 1 of octo/demo: the connection to ${server.origin} was lost \\(\\w+\\)$`),
    ),
  );
});

test('a server that is not there is said so', async () => {
  const { origin } = await (async () => {
    await using server = await openGithubServer();
    return { origin: server.origin };
  })();
  // The other one is a port that `fetch` itself does not go to.
  for (const [url, why] of [
    [origin, 'ECONNREFUSED'],
    ['http://127.0.0.1:9', 'bad port'],
  ]) {
    const { client } = await openClient(url ?? '');
    const said = new RegExp(`: no connection to ${url} \\(${why}\\)$`);
    await assert.rejects(getIssue(client, repository, 1), withCode('GITHUB_UNREACHABLE', said));
  }
});

test('a limit of up to a minute is waited for, and said', async () => {
  await using server = await openGithubServer([{ number: 1 }]);
  const { client, clock, told } = await openClient(server.origin);
  const reset = String(Math.round(clock.now() / 1000) + 30);
  server.faults.push(
    refusing(429, { 'retry-after': '7' }),
    refusing(403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset }),
    refusing(403, {}, 'You have exceeded a secondary rate limit. Please wait'),
  );
  assert.equal((await getIssue(client, repository, 1)).number, 1);
  assert.deepEqual(clock.waits, [7000, 24_000, 60_000]);
  assert.match(told.join('\n'), /going on in 7 s\n.*going on in 24 s\n.*going on in 60 s/);
});

test('a longer limit ends it with the time at which it is over', async () => {
  await using server = await openGithubServer([{ number: 1 }]);
  const { client, clock } = await openClient(server.origin);
  server.faults.push(refusing(403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1800003600' }));
  await assert.rejects(getIssue(client, repository, 1), withCode('GITHUB_LIMITED', /until 2027-01-15T09:00:01Z/));
  server.faults.push(refusing(429, { 'retry-after': '999999999' }));
  await assert.rejects(getIssue(client, repository, 1), withCode('GITHUB_LIMITED'));
  assert.deepEqual(clock.waits, []);
});

test('limits without an end are not waited for without an end', async () => {
  await using server = await openGithubServer([{ number: 1 }]);
  const { client, clock } = await openClient(server.origin);
  server.faults.push(...Array.from({ length: 20 }, () => refusing(429, { 'retry-after': '1' })));
  await assert.rejects(getIssue(client, repository, 1), withCode('GITHUB_LIMITED'));
  assert.equal(clock.waits.length, 5);
});

test('a reply that is no JSON, or not what was asked for, is refused', async () => {
  await using server = await openGithubServer();
  const { client } = await openClient(server.origin);
  const bodies = [
    '',
    '{"number":1',
    '<html>',
    'null',
    '[]',
    '"text"',
    '{"number":"1"}',
    '{"number":1}',
    '{"number":-1,"title":""}',
  ];
  for (const body of [
    ...bodies,
    '{"number":1,"title":2}',
    '{"number":1,"title":"","body":3}',
    '{"number":1e99,"title":""}',
  ]) {
    server.faults.push(saying(body));
    await assert.rejects(getIssue(client, repository, 1), withCode('GITHUB_REPLY_INVALID'), body);
  }
  for (const body of ['{}', 'null', '[null]', '[[]]', '[{"number":1}]']) {
    server.faults.push(saying(body));
    const list = Array.fromAsync(listOpenIssues(client, repository, everything));
    await assert.rejects(list, withCode('GITHUB_REPLY_INVALID'), body);
  }
});

test('a reply of 50 MB is not read to its end, neither plain nor packed', async () => {
  await using server = await openGithubServer();
  const { client } = await openClient(server.origin);
  const large = Buffer.alloc(50_000_000, ' ');
  server.faults.push(saying(large));
  await assert.rejects(getIssue(client, repository, 1), withCode('GITHUB_REPLY_INVALID', /more than 33554432 bytes/));
  server.faults.push(saying(gzipSync(large), { 'content-encoding': 'gzip' }));
  await assert.rejects(getIssue(client, repository, 1), withCode('GITHUB_REPLY_INVALID', /more than 33554432 bytes/));
  server.faults.push(refusing(403, {}, 'x'.repeat(1_000_000)));
  await assert.rejects(getIssue(client, repository, 1), withCode('GITHUB_FORBIDDEN'));
});

test('lists without an end are given up', async () => {
  await using server = await openGithubServer();
  const { client } = await openClient(server.origin);
  const link = `<${server.origin}/repositories/1/issues?page=2>; rel="next"`;
  server.faults.push(...Array.from({ length: 9 }, () => saying('[]', { link })));
  const same = Array.fromAsync(listOpenIssues(client, repository, everything));
  await assert.rejects(same, withCode('GITHUB_REPLY_INVALID', /no end/));
  server.clear();
  server.faults.length = 0;
  let page = 0;
  const another: Fault = (request, response) => {
    page += 1;
    return saying('[]', { link: `<${server.origin}/x?page=${page}>; rel="next"` })(request, response);
  };
  server.faults.push(...Array.from({ length: 1200 }, () => another));
  const other = Array.fromAsync(listOpenIssues(client, repository, everything));
  await assert.rejects(other, withCode('GITHUB_REPLY_INVALID', /after 1000 pages/));
  assert.equal(server.seen.length, 1000);
});

test('what did not change is not sent again', async () => {
  await using server = await openGithubServer(Array.from({ length: 250 }, (_, at) => ({ number: at + 1 })));
  const { client, memory } = await openClient(server.origin);
  const list = async () =>
    (await Array.fromAsync(listOpenIssues(client, repository, everything))).map((one) => one.title);
  const first = await list();
  assert.equal(first.length, 250);
  assert.equal(memory.size, 3);
  assert.deepEqual(await list(), first);
  assert.deepEqual(
    server.log.map((line) => line.split(' ').at(-1)),
    ['200', '200', '200', '304', '304', '304'],
  );
  server.issues.set(150, { number: 150, title: 'Changed' });
  server.clear();
  assert.equal((await list())[149], 'Changed');
  assert.deepEqual(
    server.log.map((line) => line.split(' ').at(-1)),
    ['304', '200', '304'],
  );
});

test('issues behind a last page that was full are found', async () => {
  await using server = await openGithubServer(Array.from({ length: 100 }, (_, at) => ({ number: at + 1 })));
  const { client } = await openClient(server.origin);
  const count = async () => (await Array.fromAsync(listOpenIssues(client, repository, everything))).length;
  assert.equal(await count(), 100);
  server.issues.set(101, { number: 101 });
  assert.equal(await count(), 101);
  server.clear();
  assert.equal(await count(), 101);
  assert.deepEqual(
    server.log.map((line) => line.split(' ').at(-1)),
    ['304', '304'],
  );
});

test('a reply without an ETag is asked for by its time', async () => {
  await using server = await openGithubServer();
  const { client } = await openClient(server.origin);
  const time = 'Fri, 02 Jan 2026 03:04:05 GMT';
  server.faults.push(saying('{"number":1,"title":"Kept"}', { 'last-modified': time }));
  await getIssue(client, repository, 1);
  server.faults.push((_request, response) => {
    response.writeHead(304).end();
    return true;
  });
  assert.equal((await getIssue(client, repository, 1)).title, 'Kept');
  assert.equal(server.seen[1]?.headers['if-modified-since'], time);
  const { client: other } = await openClient(server.origin);
  server.faults.push((_request, response) => {
    response.writeHead(304).end();
    return true;
  });
  await assert.rejects(getIssue(other, repository, 1), withCode('GITHUB_REPLY_INVALID', /nothing was known/));
});

test('whoever aborts does not wait', async () => {
  await using server = await openGithubServer([{ number: 1 }]);
  const controller = new AbortController();
  const { client } = await openClient(server.origin, { signal: controller.signal });
  server.faults.push(() => {
    controller.abort(new Error('enough'));
    return true;
  });
  await assert.rejects(getIssue(client, repository, 1), /enough/);
  await assert.rejects(getIssue(client, repository, 1), /enough/);
  assert.equal(server.seen.length, 1);
});

test('names with marks of URLs and templates arrive as they are', async () => {
  const labels = ['type:bug', '{brackets}', 'a b&c=d#e'];
  const milestone = { number: 7, title: 'v1: {the} "first"' };
  const seeds = Array.from({ length: 120 }, (_, at) => ({ number: at + 1, labels, milestone }));
  await using server = await openGithubServer(seeds);
  server.milestones.set(7, milestone.title);
  const { client } = await openClient(server.origin);
  const filter = { labels, milestone: milestone.title };
  const found = await Array.fromAsync(listOpenIssues(client, repository, filter));
  assert.equal(found.length, 120);
  assert.equal(server.seen[2]?.query['labels'], labels.join(','));
  server.faults.push(asUsual);
  const none = await Array.fromAsync(listOpenIssues(client, repository, { ...filter, labels: [...labels, 'other'] }));
  assert.deepEqual(none, []);
});
