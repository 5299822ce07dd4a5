import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { chmodSync, cpSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testWith } from '../needs.ts';
import { agentos, issueText, projectDir, Workspace } from '../workspace.ts';

const bin = join(projectDir, 'bin/agentos.cjs');
const sha256 = (text: string) => hash('sha256', text, 'hex');

async function dryRun(workspace: Workspace, ...args: string[]) {
  const { code, stdout, stderr } = await agentos([...args, '--dry-run', '--json'], { cwd: workspace.dir });
  return { code, stderr, plan: JSON.parse(stdout) };
}

function approval(issue: string, document: string): string {
  return JSON.stringify({ schemaVersion: 1, issueSha256: sha256(issue), documentSha256: sha256(document) });
}

function lld(id: string, files: string[]): string {
  const rows = files.map((path) => `| \`${path}\` | Modify | Why |`).join('\n');
  return `# LLD Finalized\n\nStatus: APPROVED\n\n---\n\n# ${id} - Title ${id}\n\n## 1. Context & Goal\n\n## 2. Proposed Changes\n\n### 2.1 Files Changed\n\n| File | Change Type | Description |\n|---|---|---|\n${rows}\n\n## 3. Requirements\n`;
}

test('the JSON document has exactly the fields that docs/formats.md names', async () => {
  using workspace = new Workspace().write({
    'docs/issues/137-a.md': issueText('Issue #137: Alpha'),
    'docs/issues/bad.md': '# No id',
  });
  const { code, plan } = await dryRun(workspace, 'requirements');
  assert.equal(code, 0, 'rejected files do not fail a dry run');
  assert.deepEqual(plan, {
    schemaVersion: 1,
    workflow: 'requirements',
    parallel: 1,
    tasks: [
      {
        id: '137',
        title: 'Alpha',
        reason: 'new',
        inputPath: 'docs/issues/137-a.md',
        outputPath: 'docs/lld/active/LLD-137.md',
        estimate: { seconds: null, usd: null },
        conflictsWith: [],
      },
    ],
    skipped: [],
    rejected: [
      {
        path: 'docs/issues/bad.md',
        code: 'ID_MISSING',
        message: 'has no id: start the file name with a number (137-title.md), or put "id: 137" in the front matter',
      },
    ],
  });
});

test('an approved issue is skipped, a changed one is pending again', async () => {
  const issue = issueText('One');
  using workspace = new Workspace().write({
    'docs/issues/1.md': issue,
    'docs/issues/2.md': `${issue}more`,
    'docs/issues/3.md': issue,
    'docs/lld/active/LLD-1.md': 'approved',
    'docs/lld/active/LLD-2.md': 'approved',
    'docs/lineage/1-lld/approval.json': approval(issue, 'approved'),
    'docs/lineage/2-lld/approval.json': approval(issue, 'approved'),
    'docs/lineage/3-lld/approval.json': '{ not json',
  });
  const { plan } = await dryRun(workspace, 'requirements');
  assert.deepEqual(plan.skipped, [{ id: '1', reason: 'approved' }]);
  assert.deepEqual(
    plan.tasks.map((task: { id: string; reason: string }) => `${task.id} ${task.reason}`),
    ['2 changed', '3 new'],
  );
});

test('a task that failed last time says so', async () => {
  const journal = [
    { kind: 'batch-started', workflow: 'requirements', tasks: ['1', '2'] },
    { kind: 'task-failed', task: '1' },
    { kind: 'task-failed', task: '2' },
    { kind: 'task-done', task: '2' },
  ];
  using workspace = new Workspace().write({
    'docs/issues/1.md': issueText('One'),
    'docs/issues/2.md': issueText('Two'),
    '.agentos/batches/b/journal.ndjson': `${journal.map((event) => JSON.stringify(event)).join('\n')}\n{"kind":"task-fai`,
  });
  const { plan } = await dryRun(workspace, 'requirements');
  assert.deepEqual(
    plan.tasks.map((task: { reason: string }) => task.reason),
    ['failed', 'new'],
  );
});

test('designs that touch the same files conflict; implemented and unapproved ones are skipped', async () => {
  const [one, two] = [lld('1', ['src/a.ts', 'src/b.ts']), lld('2', ['src/b.ts'])];
  using workspace = new Workspace().write({
    'docs/lld/active/LLD-1.md': one,
    'docs/lld/active/LLD-2.md': two,
    'docs/lld/active/LLD-3.md': lld('3', ['src/c.ts']).replace('APPROVED', 'Draft'),
    'docs/lld/active/LLD-4.md': lld('4', ['src/d.ts']),
    'docs/lineage/1-lld/approval.json': approval('', one),
    'docs/lineage/2-lld/approval.json': approval('', two),
    'docs/lineage/4-lld/approval.json': approval('', 'another document'),
    'docs/lld/active/LLD-5.md': lld('5', ['src/e.ts']),
    'docs/reports/5/implementation-report.md': `---\nlldSha256: ${sha256(lld('5', ['src/e.ts']))}\n---\n`,
  });
  const { plan } = await dryRun(workspace, 'implement');
  assert.deepEqual(
    plan.tasks.map((task: { id: string; conflictsWith: string[]; outputPath: string }) => [
      task.id,
      task.conflictsWith,
      task.outputPath,
    ]),
    [
      ['1', ['2'], 'docs/reports/1/implementation-report.md'],
      ['2', ['1'], 'docs/reports/2/implementation-report.md'],
    ],
  );
  assert.deepEqual(plan.skipped, [
    { id: '3', reason: 'unapproved' },
    { id: '5', reason: 'implemented' },
  ]);
  assert.deepEqual(
    plan.rejected.map(({ code }: { code: string }) => code),
    ['APPROVAL_BROKEN'],
  );
});

test('ids that clash stop the plan: exit 2, every path listed', async () => {
  using workspace = new Workspace().write({
    'docs/issues/7-a.md': issueText('A'),
    'docs/issues/007-b.md': issueText('B'),
    'docs/issues/8.md': issueText('C'),
  });
  const { code, stderr, plan } = await dryRun(workspace, 'requirements');
  assert.equal(code, 2);
  assert.match(stderr, /docs\/issues\/007-b\.md, docs\/issues\/7-a\.md/);
  assert.equal(plan.error.code, 'IDS_CLASH');
});

test('explicit ids come in their order; what cannot run is refused with the reason', async () => {
  using workspace = new Workspace().write({
    'docs/issues/1.md': issueText('A'),
    'docs/issues/2.md': issueText('B'),
    'docs/issues/3.md': Buffer.from([0x23, 0xff]),
  });
  assert.deepEqual(
    (await dryRun(workspace, 'requirements', '2', '01')).plan.tasks.map((task: { id: string }) => task.id),
    ['2', '1'],
  );
  assert.match((await dryRun(workspace, 'requirements', '--ids', '9')).stderr, /there is no task 9/);
});

test('nothing pending says so, and exits 0', async () => {
  using workspace = new Workspace().write({ 'docs/issues/README.md': '' });
  const { code, stdout } = await agentos(['requirements', '--dry-run'], { cwd: workspace.dir });
  assert.equal(code, 0);
  assert.match(stdout, /nothing to do/);
});

test('what a title says cannot drive the terminal, as text or as JSON', async () => {
  using workspace = new Workspace().write({
    'docs/issues/1-\u001b[2J.md': '# \u001b]0;x\u0007Evil\u202e title\u009b31m\n',
  });
  for (const args of [['--dry-run'], ['--dry-run', '--json']]) {
    const { stdout } = await agentos(['requirements', ...args], { cwd: workspace.dir });
    assert.doesNotMatch(stdout, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
    assert.match(stdout, /Evil/);
  }
});

test('a key in the environment is named once, and never used or shown', async () => {
  using workspace = new Workspace().write({ 'docs/issues/1.md': issueText('A') });
  const { stderr, stdout } = await agentos(['requirements', '--dry-run'], {
    cwd: workspace.dir,
    env: { OPENAI_API_KEY: 'sk-canary-1234' },
  });
  assert.equal(stderr.match(/OPENAI_API_KEY/g)?.length, 1);
  assert.ok(!`${stdout}${stderr}`.includes('canary'));
});

test('the example that the README names has six pending issues', async () => {
  const { code, stdout } = await agentos(['requirements', '--repo', 'examples/bookshelf', '--dry-run', '--json']);
  assert.equal(code, 0);
  assert.deepEqual(
    JSON.parse(stdout).tasks.map((task: { id: string }) => task.id),
    ['101', '102', '103', '104', '105', '106'],
  );
});

testWith('setpriv', 'a folder that nobody may write to can be planned and linted', () => {
  using workspace = new Workspace().write({
    'docs/issues/1.md': issueText('A'),
    'docs/lld/active/LLD-1.md': lld('1', ['a.ts']),
  });
  chmodSync(workspace.dir, 0o555);
  const nobody = process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : ['env'];
  const before = workspace.list();
  for (const args of [
    ['requirements', '--dry-run'],
    ['implement', '--dry-run'],
    ['lint', 'docs/lld/active'],
  ]) {
    const [program = '', ...rest] = [...nobody, process.execPath, bin, ...args];
    const { status, stderr } = spawnSync(program, rest, { cwd: workspace.dir, encoding: 'utf8' });
    assert.ok(status === 0 || (status === 1 && args[0] === 'lint'), `${args.join(' ')}: ${status} ${stderr}`);
  }
  chmodSync(workspace.dir, 0o755);
  assert.deepEqual(workspace.list(), before);
});

testWith('strace', 'a dry run opens nothing for writing, and connects to nobody', () => {
  using workspace = new Workspace();
  cpSync(join(projectDir, 'examples/bookshelf'), workspace.path('repo'), { recursive: true });
  const trace = workspace.path('trace');
  const calls = 'openat,creat,mkdir,mkdirat,rename,renameat,renameat2,unlink,unlinkat,link,symlink,connect,bind';
  const dry = [process.execPath, bin, 'requirements', '--repo', workspace.path('repo'), '--dry-run', '--json'];
  const { status } = spawnSync('strace', ['-f', '-e', `trace=${calls}`, '-o', trace, ...dry], { encoding: 'utf8' });
  assert.equal(status, 0);
  const writing = readFileSync(trace, 'utf8')
    .split('\n')
    .filter((line) => /O_WRONLY|O_RDWR|O_CREAT|mkdir|rename|unlink|symlink|link\(|connect\(|bind\(/.test(line))
    .filter((line) => !/"\/dev\/|EEXIST|unfinished|resumed>.*= -1/.test(line));
  assert.deepEqual(writing, []);
});

test('the compile cache of the build is only read', async () => {
  const cache = join(projectDir, 'dist/compile-cache');
  const list = () =>
    readdirSync(cache, { recursive: true, encoding: 'utf8' }).map(
      (path) => `${path} ${statSync(join(cache, path)).mtimeMs}`,
    );
  const before = list();
  using workspace = new Workspace().write({
    'docs/issues/1.md': '---\nid: 1\n---\n# A',
    'docs/lld/active/LLD-1.md': lld('1', ['a']),
    'agentos.config.mts': 'export default {};',
  });
  for (const args of [
    ['requirements', '--dry-run'],
    ['implement', '--dry-run'],
    ['lint'],
    ['lint', '--list-checks'],
    ['config'],
    ['requirements'],
  ]) {
    await agentos(args, { cwd: workspace.dir });
  }
  assert.deepEqual(list(), before);
});
