import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openOnce, readDefaultBranch } from '../../src/github/pull-requests.ts';
import { hangingUp, PullServer } from './pull-server.ts';
import { openClient, repository, withCode } from './setup.ts';

const family = '<!-- agentos pull 7 ';
const pull = {
  ...{ repository, head: 'agentos/7', base: 'trunk', title: 'Parse flags', family },
  ...{ marker: `${family}0123 -->`, text: 'The matrix' },
};

test('a pull request is opened once, as a draft, and found again', async () => {
  await using server = await PullServer.open();
  const { client } = await openClient(server.origin);
  assert.equal(await readDefaultBranch(client, repository), 'trunk');
  assert.deepEqual(await openOnce(client, pull), { kind: 'opened', number: 1 });
  assert.deepEqual(await openOnce(client, pull), { kind: 'found', number: 1 });
  assert.deepEqual(server.pulls, [
    {
      ...{ number: 1, state: 'open', head: 'agentos/7', base: 'trunk', title: 'Parse flags', draft: true },
      body: `${pull.marker}\nThe matrix`,
    },
  ]);
});

test('what changed is written to the one that is there, and nothing else of it', async () => {
  await using server = await PullServer.open();
  const { client } = await openClient(server.origin);
  await openOnce(client, pull);
  const changed = { ...pull, title: 'Another', marker: `${family}4567 -->`, text: 'New' };
  assert.deepEqual(await openOnce(client, changed), { kind: 'updated', number: 1 });
  assert.equal(server.pulls.length, 1);
  assert.deepEqual([server.pulls[0]?.title, server.pulls[0]?.body], ['Parse flags', `${family}4567 -->\nNew`]);
});

test('one that a person closed stays closed; for other work there is a new one', async () => {
  await using server = await PullServer.open();
  const { client } = await openClient(server.origin);
  await openOnce(client, pull);
  for (const one of server.pulls) one.state = 'closed';
  assert.deepEqual(await openOnce(client, pull), { kind: 'closed', number: 1 });
  assert.deepEqual(await openOnce(client, { ...pull, marker: `${family}4567 -->` }), { kind: 'opened', number: 2 });
});

test("somebody else's pull request for the branch is left alone", async () => {
  await using server = await PullServer.open();
  const { client } = await openClient(server.origin);
  await openOnce(client, { ...pull, marker: `Quoting ${pull.marker}`, family: 'Quoting' });
  const before = structuredClone(server.pulls);
  assert.deepEqual(await openOnce(client, pull), { kind: 'foreign', number: 1 });
  assert.deepEqual(server.pulls, before);
});

test('a request whose end nobody saw is looked for before it is sent again', async () => {
  await using server = await PullServer.open();
  const { client } = await openClient(server.origin);
  server.faults.push(hangingUp, (response) => {
    // It arrives, and the answer does not.
    server.pulls.push({ ...pull, number: 1, state: 'open', draft: true, body: `${pull.marker}\n${pull.text}` });
    return hangingUp(response);
  });
  assert.deepEqual(await openOnce(client, pull), { kind: 'found', number: 1 });
  assert.equal(server.log.filter((line) => line.startsWith('POST')).length, 2);
});

test('three requests without an answer, and a refusal, are told', async () => {
  await using server = await PullServer.open();
  const { client } = await openClient(server.origin);
  server.faults.push(hangingUp, hangingUp, hangingUp);
  await assert.rejects(openOnce(client, pull), withCode('GITHUB_UNREACHABLE', /agentos\/7 of octo\/demo/));
  server.token = 'other';
  await assert.rejects(openOnce(client, pull), withCode('GITHUB_AUTH'));
});
