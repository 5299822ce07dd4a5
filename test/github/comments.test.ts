import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type OwnComment, postOnce } from '../../src/github/comments.ts';
import { asUsual, type Fault, hangingUp, openGithubServer, refusing } from './server.ts';
import { openClient, repository, withCode } from './setup.ts';

const marker = '<!-- agentos lld 1 0123456789abcdef -->';
const comment: OwnComment = { repository, number: 1, marker, text: 'Done.', sinceAt: Date.UTC(2026, 0, 5) };

test('a comment is posted once, however often it is asked for', async () => {
  await using server = await openGithubServer([{ number: 1 }]);
  const { client } = await openClient(server.origin);
  assert.equal(await postOnce(client, comment), 'posted');
  assert.equal(await postOnce(client, comment), 'found');
  assert.equal(await postOnce(client, { ...comment, marker: '<!-- agentos lld 1 other -->' }), 'posted');
  assert.deepEqual(server.comments.get(1), [`${marker}\nDone.`, '<!-- agentos lld 1 other -->\nDone.']);
  assert.equal(server.seen[0]?.query['since'], '2026-01-04T00:00:00.000Z', 'older ones are not looked at');
});

test('a marker that somebody quotes is none', async () => {
  await using server = await openGithubServer([{ number: 1 }]);
  server.comments.set(1, [`> ${marker}\nWhat is this?`, `See:\n${marker}`, `${marker} and more`]);
  const { client } = await openClient(server.origin);
  assert.equal(await postOnce(client, comment), 'posted');
});

test('the last pages are looked at first, all if need be', async () => {
  await using server = await openGithubServer([{ number: 1 }]);
  const others = Array.from({ length: 350 }, (_, at) => `Comment ${at}`);
  server.comments.set(1, [...others.slice(0, 250), `${marker}\r\nDone.`, ...others.slice(250)]);
  const { client } = await openClient(server.origin);
  assert.equal(await postOnce(client, comment), 'found');
  assert.deepEqual(
    server.seen.map(({ query }) => query['page']),
    [undefined, '4', '3'],
  );
  server.clear();
  server.comments.set(1, others);
  assert.equal(await postOnce(client, comment), 'posted');
  assert.equal(server.seen.filter(({ method }) => method === 'GET').length, 4);
});

test('where no page is called the last, they are read one after the other', async () => {
  await using server = await openGithubServer([{ number: 1 }]);
  server.comments.set(1, [...Array.from({ length: 100 }, () => 'other'), `${marker}\nDone.`]);
  const link = `<${server.origin}/repositories/1/issues/1/comments?per_page=100&page=2>; rel="next"`;
  server.faults.push((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', link }).end('[]');
    return true;
  });
  const { client } = await openClient(server.origin);
  assert.equal(await postOnce(client, comment), 'found');
});

test('a post whose end nobody saw is looked for before it is made again', async () => {
  await using server = await openGithubServer([{ number: 1 }]);
  const { client } = await openClient(server.origin);
  const arrivesAndHangsUp: Fault = ({ body }, response) => {
    server.comments.set(1, [JSON.parse(body).body]);
    return hangingUp({ method: '', path: '', query: {}, headers: {}, body }, response);
  };
  server.faults.push(asUsual, arrivesAndHangsUp);
  assert.equal(await postOnce(client, comment), 'found');
  assert.equal(server.comments.get(1)?.length, 1);
  server.comments.clear();
  server.faults.push(asUsual, refusing(502), asUsual, hangingUp);
  assert.equal(await postOnce(client, comment), 'posted');
  assert.equal(server.comments.get(1)?.length, 1);
});

test('after three tries it is given up; a refusal is not tried again', async () => {
  await using server = await openGithubServer([{ number: 1 }]);
  const { client } = await openClient(server.origin);
  server.faults.push(asUsual, refusing(502), asUsual, refusing(502), asUsual, refusing(502));
  await assert.rejects(postOnce(client, comment), withCode('GITHUB_UNREACHABLE', /comments on issue 1/));
  assert.equal(server.seen.length, 6);
  server.clear();
  server.faults.push(asUsual, refusing(403, {}, 'Resource not accessible by personal access token'));
  await assert.rejects(postOnce(client, comment), withCode('GITHUB_FORBIDDEN', /not accessible/));
  assert.equal(server.seen.length, 2);
  server.clear();
  server.faults.push(asUsual, refusing(302, { location: `${server.origin}/elsewhere` }));
  await assert.rejects(postOnce(client, comment), withCode('GITHUB_REPLY_INVALID'));
  assert.equal(server.seen.length, 2, 'what is written does not wander');
});

test('what cannot be looked through whole is left alone', async () => {
  await using server = await openGithubServer([{ number: 1 }]);
  const { client } = await openClient(server.origin);
  const link = `<${server.origin}/repositories/1/issues/1/comments?page=101>; rel="last"`;
  server.faults.push((_request, response) => {
    response.writeHead(200, { link }).end('[]');
    return true;
  });
  await assert.rejects(postOnce(client, comment), withCode('GITHUB_REPLY_INVALID', /too many/));
  assert.equal(server.comments.size, 0);
});
