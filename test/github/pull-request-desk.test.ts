import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { listDuePulls } from '../../src/cli/github/due-pull-requests.ts';
import { findTarget, parseRemote } from '../../src/cli/github/pull-request-target.ts';
import { retireBranch } from '../../src/worktrees/task-branch.ts';
import { id, never, Repository } from '../worktrees/house.ts';
import { handOver } from './hand-over.ts';
import { PullServer } from './pull-server.ts';
import { implementTask, recordBatch } from './pulled-task.ts';
import { makeToken, withCode } from './setup.ts';

/** A repository with a token that the server takes. */
async function open() {
  const [repository, server] = [new Repository(), await PullServer.open()];
  server.token = makeToken();
  repository.workspace.write({ '.agentos/token': server.token });
  chmodSync(repository.path('.agentos/token'), 0o600);
  return { repository, server };
}

test('branches are pushed, and each has one draft with matrix and receipt, however often it is told', async () => {
  const { repository: own, server: opened } = await open();
  using repository = own;
  await using server = opened;
  const ends = [await implementTask(repository, '7'), await implementTask(repository, '8')];
  const first = await handOver(repository.dir, server.origin, ends);
  assert.deepEqual(first.lines, ['7: draft pull request #1', '8: draft pull request #2']);
  assert.equal(first.isBehind, false);
  assert.deepEqual(
    server.pulls.map(({ head, base, title, draft }) => ({ head, base, title, draft })),
    ['7', '8'].map((id) => ({ head: `agentos/${id}`, base: 'trunk', title: `Title ${id}`, draft: true })),
  );
  assert.match(server.pulls[0]?.body ?? '', /^<!-- agentos pull 7 [0-9a-f]{16} -->\n.*Receipt/s);
  for (const id of ['7', '8'])
    assert.equal(server.git('rev-parse', `agentos/${id}`), repository.git('rev-parse', `agentos/${id}`));
  const asked = server.log.length;
  assert.deepEqual((await handOver(repository.dir, server.origin, ends)).lines, []);
  assert.equal(server.log.length, asked, 'what is known to be there is not asked for');
});

test('a process that was killed between push and pull request is made up for by the next one', async () => {
  const { repository: own, server: opened } = await open();
  using repository = own;
  await using server = opened;
  const ends = [await implementTask(repository, '7')];
  const argv = [`${import.meta.dirname}/hand-over.ts`, repository.dir, server.origin, JSON.stringify(ends)];
  const child = spawn(process.execPath, argv, { stdio: 'ignore', env: { PATH: process.env['PATH'] } });
  server.faults.push((response) => {
    child.kill('SIGKILL');
    response.destroy();
    return true;
  });
  const [, signal] = await once(child, 'exit');
  assert.equal(signal, 'SIGKILL');
  assert.equal(server.git('rev-parse', 'agentos/7'), repository.git('rev-parse', 'agentos/7'), 'it was pushed');
  assert.equal(server.pulls.length, 0);
  const { lines } = await handOver(repository.dir, server.origin, ends);
  assert.deepEqual([lines, server.pulls.length], [['7: draft pull request #1'], 1]);
});

test('one that was opened by a process that could not note it any more is found', async () => {
  const { repository: own, server: opened } = await open();
  using repository = own;
  await using server = opened;
  const ends = [await implementTask(repository, '7')];
  await handOver(repository.dir, server.origin, ends);
  repository.workspace.remove('.agentos/github/octo/demo/comments.ndjson');
  const { lines } = await handOver(repository.dir, server.origin, ends);
  assert.deepEqual([lines, server.pulls.length], [['7: there already: pull request #1'], 1]);
});

test("a task that was built anew takes its own place in the pull request, and nobody else's", async () => {
  const { repository: own, server: opened } = await open();
  using repository = own;
  await using server = opened;
  const buildAnew = async () => {
    await retireBranch(repository.house, { repository: await repository.inspect(), taskId: id('7'), signal: never });
    repository.commit('Elsewhere');
    return await handOver(repository.dir, server.origin, [await implementTask(repository, '7')]);
  };
  await handOver(repository.dir, server.origin, [await implementTask(repository, '7')]);
  repository.workspace.write({ 'later.txt': 'later\n' });
  assert.deepEqual((await buildAnew()).lines, ['7: brought up to date: pull request #1']);
  assert.equal(server.git('rev-parse', 'agentos/7'), repository.git('rev-parse', 'agentos/7'));
  const theirs = server.git('commit-tree', '-p', 'agentos/7', '-m', 'theirs', 'agentos/7^{tree}');
  server.git('update-ref', 'refs/heads/agentos/7', theirs);
  repository.workspace.write({ 'later.txt': 'once more\n' });
  const { lines, isBehind } = await buildAnew();
  assert.equal(isBehind, true);
  assert.match(lines.join(), /not what was pushed from here.*rename or delete it there/);
  assert.equal(server.git('rev-parse', 'agentos/7'), theirs);
});

test('what cannot be handed over is named with the reason and the way to go on, and nothing is undone', async () => {
  const { repository: own, server: opened } = await open();
  using repository = own;
  await using server = opened;
  const { token } = server;
  const ends = [await implementTask(repository, '7'), await implementTask(repository, '8')];
  server.token = makeToken();
  const { lines, isBehind, said } = await handOver(repository.dir, server.origin, ends);
  assert.equal(isBehind, true);
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? '', /Not handed over as pull requests: 7, 8 \(.*\)\. Run `agentos resume batch-1`/);
  assert.equal([...lines, ...said].join('').includes(token ?? ''), false);
  server.token = token;
  assert.equal((await handOver(repository.dir, server.origin, ends)).isBehind, false);
  assert.equal(server.pulls.length, 2);
});

test('evidence that was changed afterwards is not handed over, and who leaves does not wait', async () => {
  const { repository: own, server: opened } = await open();
  using repository = own;
  await using server = opened;
  const ends = [await implementTask(repository, '7')];
  const path = 'docs/lineage/7-impl/evidence.json';
  const text = readFileSync(repository.path(path), 'utf8');
  repository.workspace.write({ [path]: text.replace('Title', 'Other') });
  assert.match((await handOver(repository.dir, server.origin, ends)).lines.join(), /is not what the batch wrote/);
  repository.workspace.write({ [path]: text });
  const { lines, isBehind } = await handOver(repository.dir, server.origin, ends, true);
  assert.equal(isBehind, true);
  assert.match(lines.join(), /no time left/);
  assert.equal(server.pulls.length, 0);
});

test('only batches that were to open pull requests have any due', async () => {
  using repository = new Repository();
  const end = await implementTask(repository, '7');
  assert.equal(listDuePulls([recordBatch(repository.dir, [end])]).length, 1);
  assert.equal(listDuePulls([recordBatch(repository.dir, [end], 'no')]).length, 0);
});

test('the repository is the one that issues come from, else origin; anywhere else is refused', () => {
  using repository = new Repository();
  const settings = { labels: null, milestone: null, comment: 'no', pullRequests: 'yes' } as const;
  const find = (source: string, baseUrl = 'https://api.github.com') =>
    findTarget({
      ...{ repoDir: repository.dir, github: { baseUrl, token: null } },
      settings: { ...settings, source, baseDir: '', maxInputBytes: 1 },
    });
  assert.equal(find('github:octo/demo').url, 'https://github.com/octo/demo.git');
  assert.equal(find('github:octo/demo', 'https://ghe.example/api/v3').url, 'https://ghe.example/octo/demo.git');
  assert.throws(() => find('folder'), withCode('USAGE', /--source github:/));
  repository.git('remote', 'add', 'origin', 'git@github.com:octo/other.git');
  assert.deepEqual(find('folder').repository, { owner: 'octo', name: 'other' });
  assert.throws(() => find('folder', 'https://ghe.example/api/v3'), withCode('USAGE'));
});

test('remotes are read in every form that git takes', () => {
  const server = new URL('https://github.com');
  for (const remote of [
    'https://github.com/o/r.git',
    'https://me@github.com/o/r/',
    'git@github.com:o/r',
    'ssh://git@github.com:22/o/r.git',
  ])
    assert.deepEqual(parseRemote(remote, server), { owner: 'o', name: 'r' }, remote);
  for (const remote of [
    'https://gitlab.com/o/r',
    'https://github.com.evil.org/o/r',
    '/srv/o/r.git',
    'github.com/o/r',
    'https://github.com/o',
    'https://github.com/o/r/x',
    '',
  ])
    assert.equal(parseRemote(remote, server), null, remote);
});
