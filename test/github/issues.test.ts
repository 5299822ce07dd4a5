import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readIssue, trimIssue } from '../../src/github/issue.ts';
import { getIssue, listOpenIssues } from '../../src/github/issues.ts';
import { readLinks } from '../../src/github/links.ts';
import { AgentOsError } from '../../src/model/errors.ts';
import { openGithubServer, saying } from './server.ts';
import { openClient, repository, withCode } from './setup.ts';
import { makeIssue } from './shapes.ts';

test('an issue of the documented shape is read whole', () => {
  const milestone = { number: 3, title: 'v1' };
  const seed = { number: 137, labels: ['cli', 'bug'], milestone, association: 'MEMBER', body: 'Text\r\n' };
  assert.deepEqual(readIssue(trimIssue(makeIssue(seed)), 'it'), {
    number: 137,
    title: 'Title 137',
    body: 'Text\r\n',
    isOpen: true,
    isPullRequest: false,
    labels: ['bug', 'cli'],
    author: 'octocat',
    authorAssociation: 'MEMBER',
    milestone: 'v1',
    url: 'https://github.com/octo/demo/issues/137',
  });
});

test('what may be missing may be missing: a body, an author, a milestone, labels that are plain names', () => {
  const issue = readIssue(
    { number: 1, title: 'T', body: null, user: null, labels: ['b', 'a', 'a', { name: null }, 3] },
    'it',
  );
  assert.deepEqual(
    [issue.body, issue.author, issue.milestone, issue.labels, issue.url, issue.authorAssociation, issue.isOpen],
    ['', null, null, ['a', 'b'], null, 'UNKNOWN', false],
  );
});

test('what is kept of an issue reads the same, and holds nothing that changes by itself', () => {
  const seed = { number: 5, labels: ['x'] };
  const kept = trimIssue(makeIssue(seed));
  assert.deepEqual(readIssue(kept, 'it'), readIssue(makeIssue(seed), 'it'));
  const later = trimIssue(makeIssue({ ...seed, updatedAt: '2026-09-09T09:09:09Z', commentCount: 9 }));
  assert.deepEqual(kept, later);
  assert.deepEqual(trimIssue(makeIssue({ number: 6, isPullRequest: true, body: 'long' })), {
    number: 6,
    pull_request: {},
  });
});

test('whatever the JSON, it is an issue or refused; keeping it changes nothing', () => {
  const field = fc.oneof(fc.jsonValue(), fc.constantFrom('open', 'closed', 'NONE', null, 7, 'https://x/y'));
  const keys = [
    'number',
    'title',
    'body',
    'state',
    'labels',
    'user',
    'author_association',
    'milestone',
    'html_url',
    'pull_request',
  ];
  const near = fc.record(Object.fromEntries(keys.map((key) => [key, field])), { requiredKeys: [] });
  const nearer = fc.tuple(near, fc.integer({ min: 1, max: 99 }), fc.string());
  const any = fc.oneof(
    fc.jsonValue(),
    near,
    nearer.map(([data, number, title]) => ({ ...data, number, title })),
  );
  fc.assert(
    fc.property(any, (data) => assert.deepEqual(attempt(data), attempt(trimIssue(data)))),
    { numRuns: 500 },
  );
});

function attempt(data: unknown): unknown {
  try {
    return readIssue(data, 'it');
  } catch (error) {
    if (error instanceof AgentOsError && error.code === 'GITHUB_REPLY_INVALID') return 'refused';
    throw error;
  }
}

test('open issues come the oldest first, each once, without pull requests and closed ones', async () => {
  await using server = await openGithubServer([
    { number: 1 },
    { number: 2, isPullRequest: true },
    { number: 3, state: 'closed' },
    { number: 4, labels: ['a', 'b'], milestone: { number: 9, title: 'v9' } },
    { number: 5, labels: ['a'] },
  ]);
  server.milestones.set(9, 'v9').set(12, '9');
  const { client } = await openClient(server.origin);
  const list = async (labels: string[], milestone: string | null) =>
    (await Array.fromAsync(listOpenIssues(client, repository, { labels, milestone }))).map(({ number }) => number);
  assert.deepEqual(await list([], null), [1, 4, 5]);
  assert.equal(server.seen.length, 1);
  assert.deepEqual(server.seen[0]?.query, { state: 'open', sort: 'created', direction: 'asc', per_page: '100' });
  assert.deepEqual(await list(['a', 'b'], null), [4]);
  assert.deepEqual(await list([], 'V9'), [4], 'by its title, whatever the case');
  assert.deepEqual(await list([], 'none'), [1, 5]);
  server.milestones.delete(12);
  assert.deepEqual(await list([], '9'), [4], 'by its number');
  await assert.rejects(list([], 'v8'), withCode('GITHUB_MISSING', /no milestone "v8"; did you mean "v9"\?/));
});

test('an issue that moves to the next page meanwhile is found once', async () => {
  await using server = await openGithubServer();
  const { client } = await openClient(server.origin);
  const link = `<${server.origin}/repositories/1/issues?page=2>; rel="next"`;
  server.faults.push(
    saying(JSON.stringify([makeIssue({ number: 1 }), makeIssue({ number: 2 })]), { link }),
    saying(JSON.stringify([makeIssue({ number: 2 }), makeIssue({ number: 3 })])),
  );
  const found = await Array.fromAsync(listOpenIssues(client, repository, { labels: [], milestone: null }));
  assert.deepEqual(
    found.map(({ number }) => number),
    [1, 2, 3],
  );
});

test('a single issue may be closed or a pull request: that is for others to judge', async () => {
  await using server = await openGithubServer([
    { number: 1, state: 'closed' },
    { number: 2, isPullRequest: true },
  ]);
  const { client } = await openClient(server.origin);
  assert.equal((await getIssue(client, repository, 1)).isOpen, false);
  assert.equal((await getIssue(client, repository, 2)).isPullRequest, true);
});

test('links are read where they are well formed, and hostile ones take no time', () => {
  const url = 'https://api.github.com/repositories/1/issues?page=2';
  assert.deepEqual(readLinks(`<${url}>; rel="next", <${url}0>; rel="last"`), { next: url, last: `${url}0` });
  assert.deepEqual(readLinks(undefined), { next: null, last: null });
  assert.deepEqual(readLinks(`<${url}; rel="next"`), { next: null, last: null });
  assert.deepEqual(readLinks('<'.repeat(1_000_000)), { next: null, last: null });
  assert.deepEqual(readLinks(`<${'a'.repeat(1_000_000)}`), { next: null, last: null });
});
