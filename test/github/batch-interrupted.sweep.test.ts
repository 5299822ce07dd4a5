import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { waitFor } from '../faults/processes.ts';
import { approved, hangsInDraft } from '../scripted-workspace.ts';
import { GithubWorkspace } from './github-workspace.ts';
import { asUsual } from './server.ts';

test('a batch that was killed goes on without asking GitHub for issues, with the bytes that it began with', async () => {
  await using workspace = await GithubWorkspace.open([{ number: 7 }, { number: 8 }], { 7: approved, 8: hangsInDraft });
  const { server } = workspace;
  const run = workspace.startRequirements('--comment');
  await waitFor(
    'the first comment and the second draft',
    () => server.comments.has(7) && workspace.ledger().includes('8 draft 1 1'),
  );
  run.child.kill('SIGKILL');
  await run.ended;
  server.issues.set(8, { number: 8, title: 'Changed meanwhile', state: 'closed' });
  server.clear();
  const { code, stderr } = await workspace.run('resume');
  assert.equal(code, 0, stderr);
  assert.deepEqual(workspace.fates(), { 7: 'done', 8: 'done' });
  assert.match(readFileSync(workspace.path('docs/lld/active/LLD-8.md'), 'utf8'), /# Title 8/);
  assert.ok(
    server.seen.every(({ path }) => path.endsWith('/comments')),
    'only of comments it was asked',
  );
  assert.equal(server.comments.get(7)?.length, 1);
  assert.equal(server.comments.get(8)?.length, 1);
});

test('Ctrl+C does not wait for GitHub, and offline a batch goes on without it', async () => {
  await using workspace = await GithubWorkspace.open([{ number: 7 }, { number: 8 }], { 7: approved, 8: hangsInDraft });
  const { server } = workspace;
  // The search for a comment is never answered.
  server.faults.push(asUsual, () => true);
  const run = workspace.startRequirements('--comment');
  await waitFor(
    'the search and the second draft',
    () => server.seen.length === 2 && workspace.ledger().includes('8 draft 1 1'),
  );
  run.child.kill('SIGINT');
  const stopped = await run.ended;
  assert.equal(stopped.code, 130, stopped.stderr);
  assert.match(stopped.stderr, /Not told on GitHub: 7 \(there was no time left\)/);
  await server[Symbol.asyncDispose]();
  const { code, stderr } = await workspace.run('resume');
  assert.equal(code, 0, stderr);
  assert.deepEqual(workspace.fates(), { 7: 'done', 8: 'done' });
  assert.match(stderr, /Not told on GitHub: 7, 8 \(.*ECONNREFUSED/);
});
