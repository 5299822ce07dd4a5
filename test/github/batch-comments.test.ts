import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { test } from 'node:test';
import { findKeys, readEverything } from '../models/find-keys.ts';
import { approved } from '../scripted-workspace.ts';
import { leaveUnmeasured } from '../workspace.ts';
import { GithubWorkspace } from './github-workspace.ts';
import { asUsual, hangingUp, refusing } from './server.ts';

leaveUnmeasured();

const refused = { review: [{ answer: 'REVISE', message: 'Say more' }] };

test('results are told on the issues once, and the token is nowhere', async () => {
  await using workspace = await GithubWorkspace.open([{ number: 7 }, { number: 8 }], { 7: approved, 8: refused });
  const { server, token } = workspace;
  const first = await workspace.requirements('--comment', '--max-iterations', '2');
  assert.equal(first.code, 1);
  assert.match(first.stderr, /2 results told on GitHub/);
  assert.match(
    server.comments.get(7)?.join() ?? '',
    /^<!-- agentos lld 7 [0-9a-f]{16} -->\n### AgentOS: the design is approved/,
  );
  assert.match(server.comments.get(7)?.join() ?? '', /after 1 review\n- Design: `docs\/lld\/active\/LLD-7\.md`/);
  assert.match(server.comments.get(8)?.join() ?? '', /no design was approved[\s\S]*REJECTED\*\* after 2 reviews/);
  assert.match(server.comments.get(7)?.join() ?? '', /\n```text\n\S.*\n```$/, 'and what it is for');
  // The list of what is known to be there may be lost: the markers are not.
  rmSync(workspace.path('.agentos/github/octo/demo/comments.ndjson'));
  const resumed = await workspace.run('resume', workspace.lastBatch());
  assert.equal(resumed.code, 0, resumed.stderr);
  assert.equal(server.comments.get(7)?.length, 1);
  assert.equal(server.comments.get(8)?.length, 1);
  const retried = await workspace.run('retry');
  assert.equal(server.comments.get(8)?.length, 2, 'another batch, another result');
  assert.equal(server.comments.get(7)?.length, 1);
  const outputs = { first: first.stdout + first.stderr, second: resumed.stderr, third: retried.stderr };
  assert.deepEqual(findKeys({ ...outputs, ...readEverything(workspace.dir) }, [token]), []);
});

test('a comment that GitHub does not take fails nothing; a resume, or the next batch, tells it', async () => {
  await using workspace = await GithubWorkspace.open([{ number: 7 }, { number: 8 }], { '*': approved });
  const { server } = workspace;
  // Of each comment the search goes well, and the post does not.
  server.faults.push(asUsual, asUsual, refusing(403, {}, 'locked'));
  const first = await workspace.requirements('--ids', '7', '--comment');
  assert.equal(first.code, 0, first.stderr);
  assert.match(first.stderr, /Not told on GitHub: 7 \(.*may not \(403\).*\)\. Run `agentos resume \S+` to tell them\./);
  assert.equal(server.comments.size, 0);
  const resumed = await workspace.run('resume', workspace.lastBatch());
  assert.match(resumed.stderr, /1 result told on GitHub/);
  assert.equal(server.comments.get(7)?.length, 1);
  server.faults.push(asUsual, asUsual, refusing(403));
  await workspace.requirements('--ids', '8', '--comment');
  const idle = await workspace.requirements('--comment');
  assert.match(idle.stderr, /nothing to do/);
  assert.match(idle.stderr, /1 result told on GitHub/);
  assert.equal(server.comments.get(8)?.length, 1);
  server.issues.set(9, { number: 9 }).set(10, { number: 10 });
  server.faults.push(asUsual, asUsual, refusing(403));
  await workspace.requirements('--ids', '9', '--comment');
  const next = await workspace.requirements('--comment');
  assert.match(next.stderr, /2 results told on GitHub/);
  assert.equal(server.comments.get(9)?.length, 1);
  assert.equal(server.comments.get(10)?.length, 1);
});

test('a post that arrived although nobody saw it is not made again', async () => {
  await using workspace = await GithubWorkspace.open([{ number: 7 }], { '*': approved });
  const { server } = workspace;
  server.faults.push(asUsual, asUsual, (request, response) => {
    server.comments.set(7, [JSON.parse(request.body).body]);
    return hangingUp(request, response);
  });
  const { code, stderr } = await workspace.requirements('--ids', '7', '--comment');
  assert.equal(code, 0, stderr);
  assert.match(stderr, /1 result told on GitHub/);
  assert.equal(server.comments.get(7)?.length, 1);
});

test('without a token it is said once, and comments are refused', async () => {
  await using workspace = await GithubWorkspace.open([{ number: 7 }], { '*': approved });
  workspace.server.token = null;
  workspace.write({ 'agentos.config.json': JSON.stringify({ github: { baseUrl: workspace.server.origin } }) });
  const { code, stderr } = await workspace.requirements();
  assert.equal(code, 0, stderr);
  assert.equal(stderr.match(/no token for GitHub/g)?.length, 1);
  assert.equal(workspace.server.seen[0]?.headers.authorization, undefined);
  const comment = await workspace.requirements('--ids', '7', '--force', '--comment');
  assert.equal(comment.code, 2);
  assert.match(comment.stderr, /comments need a token/);
});
