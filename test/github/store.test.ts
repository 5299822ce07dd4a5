import assert from 'node:assert/strict';
import { appendFileSync, readFileSync, statSync } from 'node:fs';
import { test } from 'node:test';
import { rememberReplies } from '../../src/cli/github/remembered-replies.ts';
import { loadPosted, loadPullRequests, notePosted } from '../../src/store/github-comments.ts';
import { listRecordedIssues, writeIssueFile } from '../../src/store/github-issues.ts';
import { loadReplies, saveReplies } from '../../src/store/github-replies.ts';
import { Workspace } from '../workspace.ts';
import { repository } from './setup.ts';

const file = '.agentos/github/octo/demo/replies.json';
const reply = { etag: 'W/"1"', lastModified: null, next: null, data: [{ number: 1 }] };

function makeState(): { workspace: Workspace; baseDir: string } {
  const workspace = new Workspace().write({ '.agentos/.gitignore': '*' });
  return { workspace, baseDir: workspace.path('.agentos') };
}

test('replies are kept for the same repository, however its name is spelled', () => {
  const { workspace, baseDir } = makeState();
  using _ = workspace;
  assert.equal(loadReplies(baseDir, repository).size, 0);
  saveReplies(baseDir, { owner: 'Octo', name: 'Demo' }, [['https://x/1', reply]]);
  assert.deepEqual([...loadReplies(baseDir, repository)], [['https://x/1', reply]]);
  assert.equal(loadReplies(baseDir, { owner: 'octo', name: 'other' }).size, 0);
});

test('a file of replies that is damaged, or of others, is forgotten', () => {
  const { workspace, baseDir } = makeState();
  using _ = workspace;
  const whole = JSON.stringify({
    schemaVersion: 1,
    replies: [{ url: 'u', ...reply }, { url: 1 }, null, { url: 'v', etag: 2 }],
  });
  const damaged = [
    '',
    '{',
    'null',
    '[]',
    '{"schemaVersion":2,"replies":[]}',
    '{"schemaVersion":1,"replies":7}',
    whole.slice(0, -3),
  ];
  for (const text of damaged) {
    workspace.write({ [file]: text });
    assert.equal(loadReplies(baseDir, repository).size, 0, text);
  }
  workspace.write({ [file]: whole });
  assert.deepEqual([...loadReplies(baseDir, repository).keys()], ['u']);
});

test('what would make the file too large is left out, the latest stay', () => {
  const { workspace, baseDir } = makeState();
  using _ = workspace;
  const large = { ...reply, data: 'x'.repeat(40 * 1024 * 1024) };
  saveReplies(baseDir, repository, [
    ['new', reply],
    ['large', large],
    ['larger', large],
  ]);
  assert.ok(statSync(workspace.path(file)).size < 64 * 1024 * 1024);
  assert.deepEqual([...loadReplies(baseDir, repository).keys()], ['new', 'large']);
});

test('a command that starts nothing renews replies, and keeps none anew', () => {
  const { workspace, baseDir } = makeState();
  using _ = workspace;
  const wish = {
    repository,
    source: 'github:octo/demo',
    config: { baseUrl: 'x', token: null },
    repoDir: workspace.dir,
    baseDir,
  };
  const first = rememberReplies(wish);
  first.set('a', reply);
  first.save(false);
  assert.equal(loadReplies(baseDir, repository).size, 0);
  first.save(true);
  assert.equal(loadReplies(baseDir, repository).size, 1);
  const second = rememberReplies(wish);
  const kept = second.get('a');
  assert.deepEqual(kept, reply);
  second.set('b', reply);
  second.save(false);
  assert.deepEqual([...loadReplies(baseDir, repository).keys()], ['b', 'a']);
  const before = workspace.list();
  const third = rememberReplies(wish);
  third.set('a', third.get('a') ?? reply);
  third.save(true);
  assert.deepEqual(workspace.list(), before, 'what did not change is not written');
});

test('an issue file that says the same already is left alone', () => {
  const { workspace, baseDir } = makeState();
  using _ = workspace;
  const path = '.agentos/github/octo/demo/issues/5.md';
  writeIssueFile(baseDir, repository, 5, Buffer.from('one'));
  const before = workspace.list();
  writeIssueFile(baseDir, repository, 5, Buffer.from('one'));
  assert.deepEqual(workspace.list(), before);
  writeIssueFile(baseDir, repository, 5, Buffer.from('longer'));
  assert.equal(readFileSync(workspace.path(path), 'utf8'), 'longer');
});

test('what an issue was is told by its lineage, the latest first, then by its file', () => {
  const { workspace, baseDir } = makeState();
  using _ = workspace;
  workspace.write({
    'docs/lineage/5-lld/002-issue.md': 'two',
    'docs/lineage/5-lld/010-issue.md': 'ten',
    'docs/lineage/5-lld/011-draft.md': 'draft',
    'docs/lineage/5-lld/012-issue.md': 'x'.repeat(200),
    '.agentos/github/octo/demo/issues/5.md': 'file',
  });
  const place = { repoDir: workspace.dir, baseDir, repository, maxBytes: 100 };
  assert.deepEqual(listRecordedIssues(place, 5).map(String), ['ten', 'two', 'file']);
  assert.deepEqual(listRecordedIssues(place, 6), []);
});

test('comments that are known to be there stay known, also beside a line that was cut off', () => {
  const { workspace, baseDir } = makeState();
  using _ = workspace;
  assert.equal(loadPosted(baseDir, repository).size, 0);
  notePosted(baseDir, repository, { marker: 'one', at: 1, link: null });
  notePosted(baseDir, repository, {
    marker: 'two',
    at: 2,
    link: { number: 7, url: 'https://github.com/octo/demo/pull/7' },
  });
  appendFileSync(workspace.path('.agentos/github/octo/demo/comments.ndjson'), '{"schemaVersion":1,"mar');
  assert.deepEqual([...loadPosted(baseDir, repository)], ['one', 'two']);
  const pulls = [...loadPullRequests(baseDir)].map(([marker, { number }]) => [marker, number]);
  assert.deepEqual(pulls, [['two', 7]]);
});
