import assert from 'node:assert/strict';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { commitAll } from '../../src/worktrees/commit-all.ts';
import { type PushOrder, pushBranch } from '../../src/worktrees/push.ts';
import { PullServer } from '../github/pull-server.ts';
import { makeToken } from '../github/setup.ts';
import { openConnectProxy } from '../proxies/connect-proxy.ts';
import { commitOrder, makeHouse, never, Repository } from './house.ts';
import { refused } from './refused.ts';

function basic(token: string): string {
  return `Basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`;
}

/** A task's branch with one commit, and an order to push it. */
async function makeOrder(
  repository: Repository,
  server: PullServer,
  more: Partial<PushOrder> = {},
): Promise<PushOrder> {
  const { tree } = await repository.open('7');
  writeFileSync(join(tree.path, 'new.txt'), `${Math.random()}\n`);
  const commit = (await commitAll(repository.house, tree, commitOrder())) ?? '';
  const url = `${server.origin}/octo/demo.git`;
  const place = await repository.inspect();
  return {
    repository: place,
    branch: 'agentos/7',
    commit,
    own: new Set(),
    url,
    authorization: null,
    proxyUrl: null,
    signal: never,
    ...more,
  };
}

test('a branch is pushed with the token, and found there the next time', async () => {
  using repository = new Repository();
  await using server = await PullServer.open();
  server.token = makeToken();
  const order = await makeOrder(repository, server, { authorization: basic(server.token) });
  const before = repository.house.git.calls;
  assert.equal(await pushBranch(repository.house, order), 'pushed');
  assert.equal(repository.house.git.calls - before, 1);
  assert.equal(server.git('rev-parse', 'agentos/7'), order.commit);
  assert.equal(await pushBranch(repository.house, order), 'found');
  assert.deepEqual([...server.authorizations], [basic(server.token)]);
  assert.equal(server.git('for-each-ref', '--format=%(refname)'), 'refs/heads/agentos/7');
  assert.equal(readFileSync(repository.path('.git/config'), 'utf8').includes(server.token), false);
});

test('a commit that we pushed ourselves gives way to a later one, which is no child of it', async () => {
  using repository = new Repository();
  await using server = await PullServer.open();
  server.token = makeToken();
  const order = await makeOrder(repository, server, { authorization: basic(server.token) });
  await pushBranch(repository.house, order);
  repository.workspace.write({ 'b.txt': 'built anew\n' });
  const commit = repository.commit('anew');
  const again = { ...order, commit, own: new Set([order.commit]) };
  const before = repository.house.git.calls;
  assert.equal(await pushBranch(repository.house, again), 'replaced');
  assert.equal(repository.house.git.calls - before, 3);
  assert.equal(server.git('rev-parse', 'agentos/7'), commit);
  assert.equal(await pushBranch(repository.house, again), 'found');
});

test('a commit that somebody put on top of ours, or pushes meanwhile, is not overwritten', async () => {
  using repository = new Repository();
  await using server = await PullServer.open();
  const order = await makeOrder(repository, server);
  await pushBranch(repository.house, order);
  const theirs = server.git('commit-tree', '-p', order.commit, '-m', 'theirs', `${order.commit}^{tree}`);
  repository.workspace.write({ 'b.txt': 'built anew\n' });
  const again = { ...order, commit: repository.commit('anew'), own: new Set([order.commit]) };
  server.git('update-ref', 'refs/heads/agentos/7', theirs);
  const refusal = refused('PUSH_REJECTED', new RegExp(`at ${theirs.slice(0, 12)}, .*rename or delete it there`));
  await assert.rejects(pushBranch(repository.house, again), refusal);
  server.git('update-ref', 'refs/heads/agentos/7', order.commit);
  // A git that lets somebody in between the look and the push.
  repository.workspace.write({
    'bin/git': `#!/bin/sh\ncase "$*" in *force-with-lease*) git --git-dir='${server.gitDir}' update-ref refs/heads/agentos/7 ${theirs};; esac\nPATH=\${PATH#*:} exec git "$@"\n`,
  });
  chmodSync(repository.path('bin/git'), 0o755);
  const PATH = `${repository.path('bin')}:${process.env['PATH']}`;
  await assert.rejects(
    pushBranch(makeHouse(repository.outside('lock'), { PATH }), again),
    refused('PUSH_REJECTED', /stale info/),
  );
  assert.equal(server.git('rev-parse', 'agentos/7'), theirs);
});

test('nothing is forced: another commit over there stays', async () => {
  using repository = new Repository();
  await using server = await PullServer.open();
  const order = await makeOrder(repository, server);
  await pushBranch(repository.house, order);
  repository.workspace.write({ 'b.txt': 'another\n' });
  const other = { ...order, commit: repository.commit('elsewhere') };
  await assert.rejects(pushBranch(repository.house, other), refused('PUSH_REJECTED'));
  assert.equal(server.git('rev-parse', 'agentos/7'), order.commit);
});

test('a token that is refused, a server that is gone and one that is not ours are told apart', async () => {
  using repository = new Repository();
  await using server = await PullServer.open();
  server.token = makeToken();
  const order = await makeOrder(repository, server, { authorization: basic(makeToken()) });
  await assert.rejects(pushBranch(repository.house, order), refused('PUSH_REFUSED'));
  const gone = { ...order, url: 'http://127.0.0.1:9/octo/demo.git' };
  await assert.rejects(pushBranch(repository.house, gone), refused('PUSH_UNREACHABLE'));
  for (const url of [
    'http://example.org/a.git',
    '/a/path',
    'ext::sh',
    'https://me:secret@example.org/a.git',
    'git@h:a',
  ])
    await assert.rejects(pushBranch(repository.house, { ...order, url }), refused('PUSH_REFUSED'), url);
});

test('a push goes through the proxy, and one that makes no tunnel is not taken for the server', async () => {
  using repository = new Repository();
  await using server = await PullServer.open();
  await using proxy = await openConnectProxy({ port: 1, refuse: () => 403 });
  const order = await makeOrder(repository, server);
  const proxied = { ...order, url: 'https://github.example/octo/demo.git' };
  const proxyUrl = `http://me:${makeToken()}@127.0.0.1:${proxy.port}`;
  const refusal = refused('PUSH_UNREACHABLE', /https:\/\/github\.example\/octo\/demo\.git: .*CONNECT/);
  await assert.rejects(pushBranch(repository.house, { ...proxied, proxyUrl }), refusal);
  assert.equal(proxy.asked[0]?.authority, 'github.example:443');
});

test("hooks, helpers and address books of the repository's config see nothing", async () => {
  using repository = new Repository();
  await using server = await PullServer.open();
  await using thief = await PullServer.open();
  server.token = makeToken();
  const order = await makeOrder(repository, server, { authorization: basic(server.token) });
  const witness = repository.outside('seen');
  writeFileSync(repository.path('.git/hooks/pre-push'), `#!/bin/sh\nenv > '${witness}'\n`);
  chmodSync(repository.path('.git/hooks/pre-push'), 0o755);
  repository.git('config', 'credential.helper', `!env > '${witness}'; true`);
  await pushBranch(repository.house, order);
  repository.git('config', `url.${thief.origin}/.insteadOf`, `${server.origin}/`);
  await pushBranch(repository.house, order).catch(() => {});
  assert.equal(existsSync(witness), false);
  assert.deepEqual([...thief.authorizations], []);
});

test('no argument of any process holds the token', async () => {
  using repository = new Repository();
  await using server = await PullServer.open();
  server.token = makeToken();
  const order = await makeOrder(repository, server, { authorization: basic(server.token) });
  repository.workspace.write({
    'bin/git': `#!/bin/sh\nprintf '%s\\n' "$@" >> '${repository.outside('argv')}'\nPATH=\${PATH#*:} exec git "$@"\n`,
  });
  chmodSync(repository.path('bin/git'), 0o755);
  const PATH = `${repository.path('bin')}:${process.env['PATH']}`;
  await pushBranch(makeHouse(repository.outside('lock'), { PATH }), order);
  const argv = readFileSync(repository.outside('argv'), 'utf8');
  assert.match(argv, /^push$/m);
  for (const text of [server.token, basic(server.token).slice(6)]) assert.equal(argv.includes(text), false);
});
