import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { agentos, issueText, projectDir, Workspace } from '../workspace.ts';

function bookshelf(): Workspace {
  const workspace = new Workspace();
  cpSync(join(projectDir, 'examples/bookshelf'), workspace.dir, { recursive: true });
  return workspace;
}

test('every issue of the example becomes a draft that the linter has nothing against', async () => {
  using workspace = bookshelf();
  workspace.git('init', '-q');
  workspace.git('add', '.');
  workspace.git('commit', '-qm', 'start');
  const { code, stdout, stderr } = await agentos(['requirements'], { cwd: workspace.dir });
  assert.equal(code, 0, stderr);
  assert.equal(stdout.match(/^\[LLD-10\d\] wrote docs\/lineage\/10\d-lld\/002-draft\.md$/gm)?.length, 6);
  assert.match(stderr, /\[COORDINATOR\] 6 done · 0 failed/);
  const lint = await agentos(['lint', 'docs/lineage', '--json'], { cwd: workspace.dir });
  const { errors, warnings, files } = JSON.parse(lint.stdout);
  assert.deepEqual([errors, warnings], [0, 0]);
  const drafts = files.filter(({ kind }: { kind: string }) => kind === 'lld');
  assert.deepEqual(
    drafts.map((file: { coverage: { ratio: number } }) => file.coverage.ratio),
    [1, 1, 1, 1, 1, 1],
  );
});

test('a draft says that no model took part, and carries the issue word for word', async () => {
  using workspace = new Workspace().write({ 'docs/issues/1.md': issueText('One') });
  await agentos(['requirements'], { cwd: workspace.dir });
  const draft = readFileSync(workspace.path('docs/lineage/1-lld/002-draft.md'), 'utf8');
  assert.match(draft, /no model took part/);
  assert.ok(draft.includes(issueText('One').trim()));
});

test('the journal tells of each step in order, with the hash of what was published', async () => {
  using workspace = new Workspace().write({ 'docs/issues/1.md': issueText('One') });
  const { stdout } = await agentos(['requirements', '--json'], { cwd: workspace.dir });
  const { batch, exitCode, tasks, counts } = JSON.parse(stdout);
  assert.deepEqual([exitCode, counts.done, tasks[0].fate, tasks[0].usd], [0, 1, 'done', null]);
  const journal = readFileSync(workspace.path(`.agentos/batches/${batch}/journal.ndjson`), 'utf8');
  const events = journal
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    events.map(({ kind }) => kind),
    ['batch-started', 'task-started', 'publishing', 'task-done', 'batch-ended'],
  );
  assert.deepEqual(
    events.map(({ sequence }) => sequence),
    [1, 2, 3, 4, 5],
  );
  for (const { path, sha256 } of events[2].files) {
    assert.equal(hash('sha256', readFileSync(workspace.path(path)), 'hex'), sha256);
  }
});

test('state ignores itself, and nothing else is written but the lineage', async () => {
  using workspace = new Workspace().write({ 'docs/issues/1.md': issueText('One') });
  workspace.git('init', '-q');
  await agentos(['requirements'], { cwd: workspace.dir });
  assert.equal(
    workspace.git('status', '--porcelain', '--untracked-files=all'),
    ['?? docs/issues/1.md', '?? docs/lineage/1-lld/001-issue.md', '?? docs/lineage/1-lld/002-draft.md'].join('\n'),
  );
});

test('a rejected file makes the batch exit 1, and the others are done', async () => {
  using workspace = new Workspace().write({ 'docs/issues/1.md': issueText('One'), 'docs/issues/bad.md': '# No id' });
  const { code, stderr } = await agentos(['requirements'], { cwd: workspace.dir });
  assert.equal(code, 1);
  assert.match(stderr, /1 done · 0 failed · 0 skipped · 1 rejected/);
});

test('a task that cannot write fails alone, and the summary ends with the line that retries it', async () => {
  using workspace = new Workspace().write({
    'docs/issues/1.md': issueText('One'),
    'docs/issues/2.md': issueText('Two'),
    'docs/lineage/1-lld': 'a file',
  });
  const { code, stdout, stderr } = await agentos(['requirements'], { cwd: workspace.dir });
  assert.equal(code, 1);
  assert.match(stdout, /\[LLD-1\] failed: /);
  assert.match(stdout, /\[LLD-2\] wrote /);
  assert.match(stderr, /Failed: 1\. Run `agentos requirements --ids 1` to retry\./);
});

test('a folder for state that cannot be made stops before anything starts: exit 2', async () => {
  using workspace = new Workspace().write({ 'docs/issues/1.md': issueText('One'), blocked: 'a file' });
  const { code, stderr } = await agentos(['requirements'], {
    cwd: workspace.dir,
    env: { AGENTOS_HOME: 'blocked/state' },
  });
  assert.equal(code, 2);
  assert.match(stderr, /state cannot be written to .*blocked\/state/);
});

test('nothing is written through a link that leads out of the repository', async () => {
  using outside = new Workspace();
  using workspace = new Workspace().write({ 'docs/issues/1.md': issueText('One') });
  mkdirSync(outside.path('target'));
  symlinkSync(outside.path('target'), workspace.path('docs/lineage'));
  const { code, stdout } = await agentos(['requirements'], { cwd: workspace.dir });
  assert.equal(code, 1);
  assert.match(stdout, /failed: PATH_OUTSIDE/);
  assert.deepEqual(outside.list().length, 1);
});
