import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { approved } from '../scripted-workspace.ts';
import { GithubWorkspace } from './github-workspace.ts';
import { refusing } from './server.ts';

test('open issues of GitHub become designs; the second time there is nothing to do, and nothing is sent again', async () => {
  await using workspace = await GithubWorkspace.open(
    [{ number: 7 }, { number: 8, isPullRequest: true }, { number: 9, state: 'closed' }, { number: 12, body: null }],
    { '*': approved },
  );
  const first = await workspace.requirements('--parallel', '2');
  assert.equal(first.code, 0, first.stderr);
  assert.deepEqual(workspace.designs(), ['LLD-12.md', 'LLD-7.md']);
  const issue = readFileSync(workspace.issuePath(7), 'utf8');
  assert.match(issue, /^---\nid: 7\ntitle: "Title 7"\n.*authorAssociation: NONE\n.*---\n\n# Title 7\n\nWanted/s);
  assert.equal(readFileSync(workspace.path('docs/lineage/7-lld/001-issue.md'), 'utf8'), issue);
  assert.match(readFileSync(workspace.path('docs/lld/active/LLD-7.md'), 'utf8'), /authorAssociation: NONE/);
  assert.equal((await workspace.run('lint')).code, 0, 'what is at the head of the issue disturbs no check');
  const second = await workspace.requirements();
  assert.match(second.stderr, /nothing to do · 2 skipped/);
  assert.equal(second.code, 0);
  assert.deepEqual(workspace.server.log, ['GET /repos/octo/demo/issues 200', 'GET /repos/octo/demo/issues 304']);
  workspace.server.issues.set(7, { number: 7, labels: ['designed'], commentCount: 4 });
  assert.match((await workspace.requirements()).stderr, /nothing to do · 2 skipped/, 'a label is no other issue');
  workspace.server.issues.set(7, { number: 7, title: 'Another title' });
  const dry = await workspace.requirements('--dry-run', '--json');
  assert.deepEqual(
    JSON.parse(dry.stdout).tasks.map((task: { id: string; reason: string }) => `${task.id} ${task.reason}`),
    ['7 changed'],
  );
});

test('a dry run asks GitHub, and writes nothing', async () => {
  await using workspace = await GithubWorkspace.open([
    { number: 7, labels: ['a'] },
    { number: 8, labels: ['a', 'b'] },
  ]);
  const before = workspace.list();
  const { code, stdout, stderr } = await workspace.requirements('--dry-run', '--json', '--label', 'a', '--label', 'b');
  assert.equal(code, 0, stderr);
  const [task, ...others] = JSON.parse(stdout).tasks;
  assert.deepEqual(others, []);
  assert.equal(task.inputPath, '.agentos/github/octo/demo/issues/8.md');
  assert.equal(workspace.server.seen[0]?.query['labels'], 'a,b');
  const { stdout: said } = await workspace.requirements('--dry-run');
  assert.match(said, /^Dry run: nothing was run or written; nobody was called but GitHub, for its issues\.$/m);
  assert.deepEqual(workspace.list(), before);
});

const refusals: { args: string[]; message: RegExp }[] = [
  { args: ['--ids', '9'], message: /9 is not pending: it is closed/ },
  { args: ['--ids', '8'], message: /pull request/ },
  { args: ['--ids', '99'], message: /issue 99 of octo\/demo: not found, or the token may not see it/ },
  { args: ['--milestone', 'v2'], message: /no milestone "v2"/ },
  { args: ['--source', 'github:octo/other'], message: /the issues of octo\/other: not found/ },
  {
    args: ['--source', 'octo/demo'],
    message: /--source must be folder or github:OWNER\/REPOSITORY, such as github:octocat/,
  },
  {
    args: ['--source', 'folder', '--label', 'a'],
    message: /--label is about issues on GitHub: it needs `--source github/,
  },
  { args: ['--source', 'folder', '--milestone', 'a'], message: /--milestone is about/ },
  { args: ['--source', 'folder', '--comment'], message: /--comment is about/ },
];

test('what cannot be done is said before anything starts', async () => {
  await using workspace = await GithubWorkspace.open([
    { number: 7 },
    { number: 8, isPullRequest: true },
    { number: 9, state: 'closed' },
  ]);
  const before = workspace.list();
  for (const { args, message } of refusals) {
    const isOther = args[0] === '--source';
    const { code, stderr } = await (isOther ? workspace.run('requirements', ...args) : workspace.requirements(...args));
    assert.equal(code, 2, stderr);
    assert.match(stderr, message);
  }
  workspace.server.faults.push(refusing(429, { 'retry-after': '3600' }));
  const limited = await workspace.requirements('--json');
  assert.equal(JSON.parse(limited.stdout).error.code, 'GITHUB_LIMITED');
  assert.equal(limited.code, 2);
  assert.deepEqual(workspace.list(), before);
});

test('source, labels and the rest may stand in the config; what retries a batch names them', async () => {
  await using workspace = await GithubWorkspace.open([{ number: 7, labels: ['a', 'b'] }, { number: 8 }], {
    '*': { draft: [{ refuse: 'auth' }] },
  });
  const failed = await workspace.requirements('--label', 'a', '--label', 'b');
  assert.equal(failed.code, 1);
  assert.match(
    failed.stderr,
    /requirements --source github:octo\/demo --label 'a,b' --drafter \S+ --reviewer \S+ --ids 7/,
  );
  workspace.server.issues.set(7, { number: 7, labels: ['a'] });
  const retried = await workspace.run('retry');
  assert.match(retried.stderr, /\b1 failed\b/, 'also without the label');
  workspace.play({ '*': approved });
  workspace.server.issues.set(7, { number: 7, labels: ['a', 'b'] });
  const github = { baseUrl: workspace.server.origin, token: 'env:TOKEN_OF_TEST' };
  const config = { github, source: 'github:octo/demo', labels: ['a', 'b'], comment: true, drafter: 'offline:' };
  workspace.write({ 'agentos.config.json': JSON.stringify(config) });
  const { code, stderr } = await workspace.run('requirements');
  assert.equal(code, 0, stderr);
  assert.deepEqual(workspace.designs(), ['LLD-7.md']);
  assert.equal(workspace.server.comments.get(7)?.length, 1);
  const shown = await workspace.run('config', '--json');
  assert.match(shown.stdout, /"key": "labels",\s+"value": "a,b"/);
  assert.equal(existsSync(workspace.issuePath(8)), false);
});
