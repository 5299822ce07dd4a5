import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import type { GithubIssue } from '../../src/github/issue.ts';
import type { TaskFinding } from '../../src/model/found.ts';
import type { WorkflowTask } from '../../src/model/task.ts';
import { sanitizeTaskId } from '../../src/parallel/input-sanitizer.ts';
import { splitFrontMatter } from '../../src/sources/front-matter.ts';
import { hasSameContent, renderIssue } from '../../src/sources/github-document.ts';
import { type GithubSource, type GithubSourceOptions, openGithubIssues } from '../../src/sources/github-issues.ts';
import { openIssueFolder } from '../../src/sources/issue-folder.ts';
import { type GithubServer, openGithubServer } from '../github/server.ts';
import { openClient, repository, withCode } from '../github/setup.ts';
import { Workspace } from '../workspace.ts';

async function openSource(workspace: Workspace, server: GithubServer, more: Partial<GithubSourceOptions> = {}) {
  const { client } = await openClient(server.origin);
  return openGithubIssues({
    repository,
    client,
    filter: { labels: [], milestone: null },
    ids: [],
    isForced: false,
    repoDir: workspace.dir,
    baseDir: workspace.path('.agentos'),
    maxInputBytes: 1024 * 1024,
    ...more,
  });
}

async function findings(source: GithubSource): Promise<TaskFinding[]> {
  const found = await Array.fromAsync(source.scan());
  return found.filter((one) => one.kind === 'finding');
}

function toTask({ rawId, title, path, sha256 }: TaskFinding): WorkflowTask {
  const places = { inputPath: path, inputSha256: sha256, outputPath: 'out.md' };
  const rest = { estimate: { seconds: null, usd: null }, conflictsWith: [] };
  return { id: sanitizeTaskId(rawId), workflow: 'requirements', title, reason: 'new', ...places, ...rest };
}

const issue: GithubIssue = {
  number: 137,
  title: 'Parse "flags"',
  body: 'Text\r\n\r\n- [ ] It works',
  isOpen: true,
  isPullRequest: false,
  labels: ['bug', 'type:cli'],
  author: 'octocat',
  authorAssociation: 'MEMBER',
  milestone: 'v1',
  url: 'https://github.com/octo/demo/issues/137',
};

test('an issue becomes a Markdown file with what is known of it at its head', () => {
  assert.equal(
    renderIssue(issue),
    `---
id: 137
title: "Parse \\"flags\\""
labels: ["bug", "type:cli"]
author: "octocat"
authorAssociation: MEMBER
milestone: "v1"
url: "https://github.com/octo/demo/issues/137"
---

# Parse "flags"

Text\r\n\r\n- [ ] It works
`,
  );
  const bare = { ...issue, body: '', labels: [], author: null, milestone: null, url: null };
  assert.equal(
    renderIssue(bare),
    '---\nid: 137\ntitle: "Parse \\"flags\\""\nlabels: []\nauthorAssociation: MEMBER\n---\n\n# Parse "flags"\n',
  );
});

test('whatever its texts are, the head holds only what is ours, and the body stands as it is', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.constantFrom('---\nid: 9', 'a"\nid: 9\n---\n', '\u202e\u0085\u2028', '\ud800'),
  );
  const hostile = fc.record({
    title: text,
    body: text,
    labels: fc.array(text, { maxLength: 20 }),
    author: text,
    milestone: text,
  });
  await fc.assert(
    fc.asyncProperty(hostile, async (texts) => {
      const document = renderIssue({ ...issue, ...texts });
      const { values, body } = await splitFrontMatter(document.toWellFormed());
      const keys = [...values.keys()];
      assert.deepEqual(keys, ['id', 'title', 'author', 'authorAssociation', 'milestone', 'url']);
      assert.deepEqual([values.get('id'), values.get('authorAssociation')], ['137', 'MEMBER']);
      assert.equal(values.get('author'), texts.author.toWellFormed());
      assert.ok(body.startsWith('\n# ') && body.includes(texts.body.toWellFormed()));
      assert.ok(hasSameContent(document, renderIssue({ ...issue, ...texts, labels: [], milestone: null })));
    }),
    { numRuns: 100 },
  );
});

test('the file that is kept is the one that was planned, and reads as any issue file does', async () => {
  using workspace = new Workspace().write({ '.agentos/.gitignore': '*' });
  await using server = await openGithubServer([{ number: 7 }, { number: 12, body: null }]);
  const source = await openSource(workspace, server);
  const found = await findings(source);
  assert.deepEqual(
    found.map(({ path, title }) => `${path} ${title}`),
    ['.agentos/github/octo/demo/issues/7.md Title 7', '.agentos/github/octo/demo/issues/12.md Title 12'],
  );
  assert.equal(existsSync(workspace.path('.agentos/github')), false, 'to look is not to write');
  source.keep(found.slice(0, 1).map(toTask));
  const [seven] = found;
  const content = readFileSync(workspace.path(seven?.path ?? ''));
  assert.equal(hash('sha256', content, 'hex'), seven?.sha256);
  assert.match(content.toString(), /# Title 7\n\nWanted: thing 7\.\r\n/);
  const folder = workspace.path('.agentos/github/octo/demo/issues');
  const place = { repoDir: workspace.dir, folder, maxInputBytes: 10_000, isNamed: true, mayBeMissing: false };
  assert.deepEqual(await Array.fromAsync(openIssueFolder(place).scan()), [seven]);
});

test('another label, milestone, comment or role of the author makes no other issue; another text does', async () => {
  using workspace = new Workspace().write({ '.agentos/.gitignore': '*' });
  await using server = await openGithubServer([{ number: 7, labels: ['new'] }]);
  const first = await openSource(workspace, server);
  const before = await findings(first);
  first.keep(before.map(toTask));
  const later = { number: 7, labels: ['designed'], milestone: { number: 1, title: 'v1' }, association: 'CONTRIBUTOR' };
  server.issues.set(7, { ...later, updatedAt: '2026-05-05T05:05:05Z', commentCount: 3 });
  assert.deepEqual(await findings(await openSource(workspace, server)), before);
  // The lineage is in the repository: it tells the same to whoever has nothing else.
  using elsewhere = new Workspace().write({
    'docs/lineage/7-lld/001-issue.md': readFileSync(workspace.path(before[0]?.path ?? '')),
    'docs/lineage/7-lld/012-issue.md': 'Another text',
    'docs/lineage/7-lld/approval.json': '{}',
  });
  assert.deepEqual(await findings(await openSource(elsewhere, server)), before);
  server.issues.set(7, { ...later, title: 'Another title' });
  const renamed = await findings(await openSource(workspace, server));
  assert.notEqual(renamed[0]?.sha256, before[0]?.sha256);
  server.issues.set(7, { ...later, body: 'Another text' });
  assert.notEqual((await findings(await openSource(workspace, server)))[0]?.sha256, before[0]?.sha256);
});

test('up to ten ids are asked for one by one, more are picked from the list', async () => {
  using workspace = new Workspace();
  await using server = await openGithubServer(Array.from({ length: 30 }, (_, at) => ({ number: at + 1 })));
  const few = await openSource(workspace, server, {
    ids: ['3', '17', 'name'],
    filter: { labels: ['none'], milestone: null },
  });
  assert.deepEqual(
    (await findings(few)).map(({ rawId }) => rawId),
    ['3', '17'],
  );
  assert.deepEqual(
    server.seen.map(({ path }) => path),
    ['/repos/octo/demo/issues/3', '/repos/octo/demo/issues/17'],
  );
  server.clear();
  server.issues.set(11, { number: 11, state: 'closed' });
  const ids = Array.from({ length: 11 }, (_, at) => String(at + 1));
  const many = await openSource(workspace, server, { ids, isForced: true });
  assert.equal((await findings(many)).length, 11);
  assert.deepEqual(
    server.seen.map(({ path }) => path),
    ['/repos/octo/demo/issues', '/repos/octo/demo/issues/11'],
  );
});

test('an id that is closed, a pull request or not there ends it with the reason', async () => {
  using workspace = new Workspace();
  await using server = await openGithubServer([
    { number: 1, state: 'closed' },
    { number: 2, isPullRequest: true },
  ]);
  const ask = async (id: string, isForced: boolean) =>
    await findings(await openSource(workspace, server, { ids: [id], isForced }));
  await assert.rejects(ask('1', false), withCode('ID_NOT_PENDING', /1 is not pending: it is closed\. With --force/));
  assert.equal((await ask('1', true)).length, 1);
  await assert.rejects(ask('2', true), withCode('ID_NOT_PENDING', /pull request/));
  await assert.rejects(ask('3', true), withCode('GITHUB_MISSING', /issue 3 of octo\/demo/));
});

test('an issue that no file could hold is rejected, and hides no other', async () => {
  using workspace = new Workspace();
  await using server = await openGithubServer([
    { number: 1, body: 'a\0b' },
    { number: 2, body: 'x'.repeat(2000) },
    {
      number: 3,
      title: `#3: ${'Long '.repeat(300)}`,
      labels: Array.from({ length: 100 }, (_, at) => `${'é\u200b'.repeat(20)}${at}`),
    },
  ]);
  const found = await Array.fromAsync((await openSource(workspace, server, { maxInputBytes: 9000 })).scan());
  assert.deepEqual(
    found.map((one) => (one.kind === 'rejected' ? `${one.rawId} ${one.code}` : one.rawId)),
    ['1 TEXT_BINARY', '2', '3'],
  );
  const small = await Array.fromAsync((await openSource(workspace, server, { maxInputBytes: 1000 })).scan());
  assert.equal(small[1]?.kind === 'rejected' && small[1].code, 'FILE_TOO_LARGE');
});

test('an issue of more lines than anybody reads is rejected', async () => {
  using workspace = new Workspace();
  await using server = await openGithubServer([{ number: 1, body: 'x\r\n'.repeat(110_000) }]);
  const [found] = await Array.fromAsync((await openSource(workspace, server)).scan());
  assert.equal(found?.kind === 'rejected' && found.code, 'FILE_TOO_LARGE');
});
