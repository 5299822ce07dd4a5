import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { copyExample } from '../../src/store/example-copy.ts';
import { agentos, issueText, projectDir, Workspace } from '../workspace.ts';

function bookshelf(): Workspace {
  const workspace = new Workspace();
  copyExample(join(projectDir, 'examples/bookshelf'), workspace.dir);
  return workspace;
}

test('every issue of the example becomes an approved design that the linter has nothing against', async () => {
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
    Array(12).fill(1),
  );
});

test('a design says that no model took part, and carries the issue word for word', async () => {
  using workspace = new Workspace().write({ 'docs/issues/1.md': issueText('One') });
  await agentos(['requirements'], { cwd: workspace.dir });
  const text = (path: string) => readFileSync(workspace.path(path), 'utf8');
  assert.match(text('docs/lineage/1-lld/002-draft.md'), /no model took part/);
  assert.ok(text('docs/lld/active/LLD-1.md').endsWith(issueText('One')));
});

/** A step whose file goes to the lineage: nothing is on the disk that the journal has not named. */
function published(...steps: string[]): string[] {
  return [...steps, 'publishing', 'published'];
}

const kindsOfTask = [
  'batch-started',
  'task-started',
  ...published('step-done', 'step-done'),
  ...published('step-done', 'step-done', 'step-done'),
  ...published('step-done'),
  ...['step-done', 'step-done'],
  'preparing',
  'publishing',
  'task-done',
  'batch-ended',
];

test('the journal tells of each step in order, with the hash of what was published', async () => {
  using workspace = new Workspace().write({ 'docs/issues/1.md': issueText('One') });
  const { stdout } = await agentos(['requirements', '--json'], { cwd: workspace.dir });
  const { batch, exitCode, tasks, counts } = JSON.parse(stdout);
  assert.deepEqual([exitCode, counts.done, tasks[0].fate, tasks[0].usd], [0, 1, 'done', 0]);
  const journal = readFileSync(workspace.path(`.agentos/batches/${batch}/journal.ndjson`), 'utf8');
  const events = journal
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    events.map(({ kind }) => kind),
    kindsOfTask,
  );
  assert.deepEqual(
    events.map(({ sequence }) => sequence),
    events.map((_, at) => at + 1),
  );
  const finished = events.filter(({ kind }) => kind === 'published' || kind === 'task-done');
  for (const { path, sha256 } of finished.flatMap(({ files }) => files)) {
    assert.equal(hash('sha256', readFileSync(workspace.path(path)), 'hex'), sha256);
  }
});

test('state ignores itself, and nothing else is written but the lineage and the design', async () => {
  using workspace = new Workspace().write({ 'docs/issues/1.md': issueText('One') });
  workspace.git('init', '-q');
  await agentos(['requirements'], { cwd: workspace.dir });
  assert.equal(
    workspace.git('status', '--porcelain', '--untracked-files=all'),
    [
      '?? docs/issues/1.md',
      ...['001-issue', '002-draft', '003-check', '004-verdict', '005-final'].map(
        (name) => `?? docs/lineage/1-lld/${name}.md`,
      ),
      '?? docs/lineage/1-lld/approval.json',
      '?? docs/lld/active/LLD-1.md',
    ].join('\n'),
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
  assert.match(stderr, /state in .*blocked\/state cannot be written: ENOTDIR/);
});

test('state in which no checkpoint can be kept stops before anything starts, and no task fails of it: exit 2', async () => {
  using workspace = new Workspace().write({ 'docs/issues/1.md': issueText('One'), '.agentos/checkpoints': 'a file' });
  const { code, stderr } = await agentos(['requirements'], { cwd: workspace.dir });
  assert.equal(code, 2, stderr);
  assert.match(stderr, /state in .*\.agentos cannot be written: ENOTDIR: .*checkpoints/);
});

test('where no design or lineage could be written, nothing is begun: exit 2', async () => {
  for (const path of ['docs/lld', 'docs/lineage']) {
    using workspace = new Workspace().write({ 'docs/issues/1.md': issueText('One'), [path]: 'a file' });
    const { code, stdout, stderr } = await agentos(['requirements'], { cwd: workspace.dir });
    assert.equal(code, 2, stderr);
    assert.match(stderr, new RegExp(`docs/l.* cannot be written: ENOTDIR: .*${path}`));
    assert.equal(stdout, '');
  }
});

test('nothing is written through a link that leads out of the repository', async () => {
  using outside = new Workspace();
  using workspace = new Workspace().write({ 'docs/issues/1.md': issueText('One') });
  mkdirSync(outside.path('target'));
  symlinkSync(outside.path('target'), workspace.path('docs/lineage'));
  const { code, stderr } = await agentos(['requirements'], { cwd: workspace.dir });
  assert.equal(code, 2);
  assert.match(stderr, /docs\/lineage/);
  assert.deepEqual(outside.list().length, 1);
});

test('a batch with nothing to do says so, and where it looked', async () => {
  using workspace = new Workspace().write({ 'docs/issues/README.md': '', 'docs/issues/1.txt': '# One' });
  const { code, stderr } = await agentos(['requirements'], { cwd: workspace.dir });
  assert.equal(code, 0);
  assert.match(stderr, /nothing to do/);
  assert.match(
    stderr,
    /found no issues in docs\/issues \(repository .*\): write one \(docs\/issues\/1-title\.md\), or/,
  );
});

test('any legal id can be drafted, and the draft names it everywhere', async () => {
  const ids = ['login', 'fix1_', 'a-', 'PAR-12'];
  using workspace = new Workspace().write(
    Object.fromEntries(ids.map((id, at) => [`docs/issues/x${at}.md`, `---\nid: ${id}\n---\n${issueText('Title')}`])),
  );
  assert.equal((await agentos(['requirements'], { cwd: workspace.dir })).code, 0);
  const { stdout } = await agentos(['lint', 'docs/lineage', '--json'], { cwd: workspace.dir });
  const drafts = JSON.parse(stdout).files.filter(({ kind }: { kind: string }) => kind === 'lld');
  assert.equal(drafts.length, 2 * ids.length);
  assert.equal(JSON.parse(stdout).errors, 0);
});

test('an issue behind a link, or in a folder that the user named elsewhere, is executed as it was planned', async () => {
  using outside = new Workspace().write({ '5.md': issueText('Five') });
  using workspace = new Workspace().write({ 'docs/old/4.md': issueText('Four'), 'docs/issues/.keep': '' });
  symlinkSync('../old/4.md', workspace.path('docs/issues/4.md'));
  assert.equal((await agentos(['requirements'], { cwd: workspace.dir })).code, 0);
  assert.equal((await agentos(['requirements', '--issues', outside.dir], { cwd: workspace.dir })).code, 0);
  assert.ok(workspace.list().some((line) => line.startsWith('docs/lineage/5-lld/002-draft.md')));
});

test('the trail goes on from its highest number, and never overwrites', async () => {
  using workspace = new Workspace().write({
    'docs/issues/1.md': issueText('One'),
    'docs/lineage/1-lld/007-verdict.md': 'mine',
    'docs/lineage/1-lld/009-draft.md.tmp': '',
  });
  await agentos(['requirements'], { cwd: workspace.dir });
  const names = workspace
    .list()
    .filter((line) => line.startsWith('docs/lineage/1-lld/'))
    .map((line) => line.split(' ')[0]?.split('/').at(-1));
  assert.deepEqual(names, [
    '007-verdict.md',
    '009-draft.md.tmp',
    '010-issue.md',
    '011-draft.md',
    '012-check.md',
    '013-verdict.md',
    '014-final.md',
    'approval.json',
  ]);
});

test('the trail carries the issue byte for byte', async () => {
  const issue = `\ufeff${issueText('One').replaceAll('\n', '\r\n')}`;
  using workspace = new Workspace().write({ 'docs/issues/1.md': issue });
  await agentos(['requirements'], { cwd: workspace.dir });
  assert.equal(readFileSync(workspace.path('docs/lineage/1-lld/001-issue.md'), 'utf8'), issue);
});

test('a planted temporary file or link is neither followed nor overwritten', async () => {
  using outside = new Workspace().write({ victim: 'precious' });
  using workspace = new Workspace().write({ 'docs/issues/1.md': issueText('One'), '.agentos/x': '' });
  mkdirSync(workspace.path('docs/lineage/1-lld'), { recursive: true });
  symlinkSync(outside.path('victim'), workspace.path('docs/lineage/1-lld/001-issue.md.tmp'));
  await agentos(['requirements'], { cwd: workspace.dir });
  assert.equal(readFileSync(outside.path('victim'), 'utf8'), 'precious');
});

test('state behind a link that leads out of the repository is refused, unless AGENTOS_HOME names it', async () => {
  using outside = new Workspace();
  using workspace = new Workspace().write({ 'docs/issues/1.md': issueText('One') });
  symlinkSync(outside.dir, workspace.path('.agentos'));
  const refused = await agentos(['requirements'], { cwd: workspace.dir });
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /leads out of the repository/);
  assert.deepEqual(outside.list(), []);
  assert.equal((await agentos(['requirements'], { cwd: workspace.dir, env: { AGENTOS_HOME: outside.dir } })).code, 0);
});

test('the retry line can be pasted: it names the repository, too', async () => {
  using workspace = new Workspace().write({
    "it's/docs/issues/1.md": issueText('One'),
    "it's/docs/lineage/1-lld": 'a file',
  });
  const { stderr } = await agentos(['requirements', '--repo', "it's"], { cwd: workspace.dir });
  assert.ok(stderr.includes("agentos requirements --repo 'it'\\''s' --ids 1"), stderr);
});

test('a checkpoint of a newer version stops the batch before it begins, and stays as it is: exit 2', async () => {
  const newer = readFileSync(join(projectDir, 'test/fixtures/checkpoints/v2.db'));
  newer.writeUInt32BE(99, 60);
  const path = '.agentos/checkpoints/requirements-1.db';
  using workspace = new Workspace().write({ 'docs/issues/1.md': issueText('One'), [path]: newer });
  const { code, stderr } = await agentos(['requirements'], { cwd: workspace.dir });
  assert.equal(code, 2);
  assert.match(stderr, /requirements-1\.db has version 99; this AgentOS reads up to 2/);
  assert.deepEqual(readFileSync(workspace.path(path)), newer);
  assert.ok(!workspace.list().some((line) => line.startsWith('.agentos/batches')));
});
