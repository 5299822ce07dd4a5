import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { chmodSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { copyExample } from '../../src/store/example-copy.ts';
import { firstOf, testWith } from '../needs.ts';
import { agentos, issueText, leaveUnmeasured, projectDir, Workspace } from '../workspace.ts';

const bin = join(projectDir, 'bin/agentos.cjs');
const sha256 = (text: string) => hash('sha256', text, 'hex');

async function dryRun(workspace: Workspace, ...args: string[]) {
  const { code, stdout, stderr } = await agentos([...args, '--dry-run', '--json'], { cwd: workspace.dir });
  return { code, stderr, plan: JSON.parse(stdout) };
}

function approval(issue: string, document: string): string {
  const hashes = { issueSha256: sha256(issue), documentSha256: sha256(document) };
  return JSON.stringify({ schemaVersion: 1, ...hashes, isOffline: false });
}

function lld(id: string, files: string[]): string {
  const rows = files.map((path) => `| \`${path}\` | Modify | Why |`).join('\n');
  return `# LLD Finalized\n\nStatus: APPROVED\n\n---\n\n# ${id} - Title ${id}\n\n## 1. Context & Goal\n\n## 2. Proposed Changes\n\n### 2.1 Files Changed\n\n| File | Change Type | Description |\n|---|---|---|\n${rows}\n\n## 3. Requirements\n`;
}

test('credentials that are needed and not there are named, as the batch would name them', async () => {
  using workspace = new Workspace().write({ 'docs/issues/137-a.md': issueText('Issue #137: Alpha') });
  const roles = ['--drafter', 'anthropic:m', '--reviewer', 'google:m'];
  const run = async (env: object) =>
    await agentos(['requirements', '--dry-run', ...roles], { cwd: workspace.dir, env });
  const none = { ANTHROPIC_API_KEY: undefined, GEMINI_API_KEY: undefined, GOOGLE_API_KEY: undefined };
  const { code, stdout, stderr } = await run(none);
  assert.equal(code, 0, stderr);
  assert.match(stdout, / · needs credentials of anthropic, google$/m);
  assert.match(stderr, /it would not start: drafter anthropic:m has no credential: set ANTHROPIC_API_KEY/);
  assert.match(stderr, /it would not start: reviewer google:m has no credential: set GEMINI_API_KEY/);
  const key = 'k3y-Of_n0body-Xq7w';
  const both = await run({ ...none, ANTHROPIC_API_KEY: key, GEMINI_API_KEY: `${key}2` });
  assert.ok(!both.stderr.includes('would not start'), both.stderr);

  const named = (provider: string) => ({ provider, secret: `env:TEST_NO_KEY_${provider.toUpperCase()}` });
  const credentials = { a: named('anthropic'), g: { provider: 'google', secret: 'cmd:touch ran' } };
  workspace.write({ 'agentos.config.json': JSON.stringify({ credentials }) });
  const unset = await run(none);
  assert.match(unset.stderr, /it would not start: credential a: TEST_NO_KEY_ANTHROPIC is not set$/m);
  assert.equal(unset.stderr.match(/would not start/g)?.length, 1, 'nobody knows what a program would print');
  assert.ok(!workspace.list().includes('ran'), 'and none is run');
});

test('a budget that could never pay for a call is named, as the batch would name it', async () => {
  using workspace = new Workspace().write({ 'docs/issues/137-a.md': issueText('Issue #137: Alpha') });
  const run = async (...args: string[]) => {
    const env = { ANTHROPIC_API_KEY: 'k3y-Of_n0body-Xq7w' };
    const { code, stderr } = await agentos(['requirements', '--dry-run', ...args], { cwd: workspace.dir, env });
    assert.equal(code, 0, stderr);
    return stderr;
  };
  const priced = ['--drafter', 'anthropic:claude-sonnet-4-5'];
  assert.match(
    await run(...priced, '--budget', '0.01'),
    /it would not start: --budget 0\.01 cannot pay one call of the /,
  );
  assert.doesNotMatch(await run(...priced, '--budget', '50'), /would not start/);
  const unpriced = await run('--drafter', 'anthropic:m', '--budget', '50');
  assert.match(unpriced, /it would not start: drafter anthropic:m has no known price/);
  assert.doesNotMatch(await run('--drafter', 'anthropic:m'), /would not start/);
});

test('a program or a script that is not there is named, as the batch would name it', async () => {
  using workspace = new Workspace().write({ 'docs/issues/137-a.md': issueText('Issue #137: Alpha') });
  const roles = ['--drafter', 'command:no-such-program', '--reviewer', 'scripted:none.json'];
  const { code, stderr } = await agentos(['requirements', '--dry-run', ...roles], { cwd: workspace.dir });
  assert.equal(code, 0, stderr);
  assert.match(stderr, /it would not start: drafter command:no-such-program: there is no program "no-such-program"$/m);
  assert.match(stderr, /it would not start: none\.json cannot be read \(ENOENT\)$/m);
});

test('roles that do not fit each other, or a login, are named, as the batch would name them', async () => {
  using workspace = new Workspace().write({ 'docs/issues/137-a.md': issueText('Issue #137: Alpha') });
  const run = async (...args: string[]) =>
    (await agentos(['run', '--dry-run', '--agent', 'acp:cat', ...args], { cwd: workspace.dir })).stderr;
  assert.match(
    await run(),
    /it would not start: no model reviews the designs \(reviewer offline:\): choose a --reviewer/,
  );
  workspace.write({ 'agentos.config.json': '{"agentAuth":"login"}' });
  assert.match(await run('--accept-offline'), /it would not start: agent acp:cat has no login of its own/);
});

test('who reviews designs of their own is told so, whichever way the model is asked', async () => {
  using workspace = new Workspace().write({ 'docs/issues/137-a.md': issueText('Issue #137: Alpha') });
  const own = 'm reviews its own designs; a reviewer of another provider finds more';
  const roles: [drafter: string, reviewer: string, said: string | null][] = [
    ['anthropic:m', 'anthropic:m', `anthropic:${own}`],
    ['anthropic:m', 'claude-cli:m', own],
    ['codex-cli:m', 'openai:n', 'both roles are played by openai: models'],
    ['command:cat m', 'command:cat m', `command:cat ${own}`],
    ['anthropic:m', 'google:m', null],
    ['command:cat m', 'command:cat n', null],
    ['offline:', 'offline:', null],
  ];
  for (const [drafter, reviewer, said] of roles) {
    const { stderr } = await dryRun(workspace, 'requirements', '--drafter', drafter, '--reviewer', reviewer);
    if (said === null) assert.doesNotMatch(stderr, /finds more/, `${drafter} ${reviewer}`);
    else assert.ok(stderr.includes(`[COORDINATOR] ${said}`), stderr);
  }
});

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
    estimate: { seconds: null, usd: 0, basis: 'tokens', pastTasks: 0 },
    tasks: [
      {
        id: '137',
        title: 'Alpha',
        reason: 'new',
        inputPath: 'docs/issues/137-a.md',
        outputPath: 'docs/lld/active/LLD-137.md',
        estimate: { seconds: null, usd: 0, basis: 'tokens' },
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
  });
  const { plan } = await dryRun(workspace, 'requirements');
  assert.deepEqual(plan.skipped, [{ id: '1', reason: 'approved' }]);
  assert.deepEqual(
    plan.tasks.map((task: { id: string; reason: string }) => `${task.id} ${task.reason}`),
    ['2 changed', '3 new'],
  );
});

test('a task that failed last time says so', async () => {
  const events = [
    { kind: 'batch-started', workflow: 'requirements', tasks: [] },
    { kind: 'task-failed', task: '1' },
    { kind: 'task-failed', task: '2' },
    { kind: 'task-done', task: '2' },
  ];
  const stamp = { schemaVersion: 1, at: 1, traceId: 't', spanId: 's' };
  const journal = events.map((event, at) => ({ ...stamp, sequence: at + 1, ...event }));
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
  assert.match(
    (await dryRun(workspace, 'requirements', '--ids', '9')).stderr,
    /there is no task 9; a --dry-run without ids lists/,
  );
});

test('an explicit id whose file was rejected is refused with that file’s reason', async () => {
  using workspace = new Workspace().write({
    'docs/issues/3.md': Buffer.from([0x23, 0xff]),
    'docs/issues/4.md': issueText('Four'),
  });
  assert.match((await dryRun(workspace, 'requirements', '3')).stderr, /docs\/issues\/3\.md is not UTF-8 at byte 1/);
});

test('--parallel 137 142 is caught although only 142 was asked for', async () => {
  using workspace = new Workspace().write({
    'docs/issues/137.md': issueText('A'),
    'docs/issues/142.md': issueText('B'),
  });
  const { code, stderr } = await dryRun(workspace, 'requirements', '--parallel', '137', '142');
  assert.equal(code, 2);
  assert.match(stderr, /did you mean `--ids 137`/);
  const { stdout } = await agentos(['requirements', '--dry-run', '--json'], {
    cwd: workspace.dir,
    env: { AGENTOS_PARALLEL: '137' },
  });
  assert.equal(JSON.parse(stdout).parallel, 10, 'a variable is clamped');
});

test('records that are no records hang nothing, break nothing and prove nothing', async () => {
  using workspace = new Workspace().write({
    'docs/issues/1.md': issueText('One'),
    'docs/lld/active/LLD-1.md/folder': '',
    'docs/lineage/1-lld/approval.json': approval('', ''),
    'docs/lineage/2-lld/approval.json/folder': '',
    'docs/reports/1/implementation-report.md/folder': '',
    '.agentos/batches/a/journal.ndjson/folder': '',
    '.agentos/batches/b/journal.ndjson': 'null\n[]\n"x"\n7\n',
    '.agentos/batches/c/journal.ndjson':
      '{"kind":"batch-started","workflow":"requirements"}\n{broken\n{"kind":"task-failed","task":"1"}\n',
  });
  spawnSync('mkfifo', [workspace.path('docs/lineage/3-lld-x'), workspace.path('.agentos/batches/d')]);
  const { code, plan } = await dryRun(workspace, 'requirements');
  assert.equal(code, 0);
  assert.deepEqual(
    plan.tasks.map((task: { id: string; reason: string }) => `${task.id} ${task.reason}`),
    ['1 new'],
  );
});

testWith('mkfifo', 'a FIFO in place of an approval does not hang the plan', async () => {
  using workspace = new Workspace().write({ 'docs/issues/1.md': issueText('One'), 'docs/lineage/1-lld/x': '' });
  spawnSync('mkfifo', [workspace.path('docs/lineage/1-lld/approval.json')]);
  assert.equal((await dryRun(workspace, 'requirements')).code, 0);
});

test('hostile headings and heads are read in linear time', async () => {
  const hostile = [
    `# ${'#'.repeat(1_000_000)}x`,
    `# ${' '.repeat(1_000_000)}x`,
    `---\n${']'.repeat(8000)}\n---\n# T`,
    `${'=\n'.repeat(500_000)}`,
    `${'~~~\n'.repeat(250_000)}# T`,
  ];
  using workspace = new Workspace().write(
    Object.fromEntries(hostile.map((text, at) => [`docs/issues/${at}.md`, text])),
  );
  const { status } = spawnSync(process.execPath, [bin, 'requirements', '--dry-run', '--json'], {
    cwd: workspace.dir,
    timeout: 20_000,
  });
  assert.equal(status, 0);
});

test('the default folder of issues must be the repository’s own; one that the user names may be anywhere', async () => {
  using outside = new Workspace().write({ '1.md': issueText('One') });
  using workspace = new Workspace().write({ 'docs/x': '' });
  symlinkSync(outside.dir, workspace.path('docs/issues'));
  const refused = await dryRun(workspace, 'requirements');
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /leads out of the repository/);
  assert.equal((await dryRun(workspace, 'requirements', '--issues', 'docs/issues')).plan.tasks.length, 1);
});

test('what file names and configs say cannot drive the terminal through stderr either', async () => {
  using workspace = new Workspace().write({ 'docs/lld/active/LLD-1-\u001b[2J.md': lld('1', ['a']) });
  assert.doesNotMatch((await dryRun(workspace, 'implement')).stderr, /\u001b/);
  using config = new Workspace().write({
    'agentos.config.json': '{ \u001b[31m }',
    'docs/issues/1.md': issueText('One'),
  });
  const { code, stderr } = await dryRun(config, 'requirements');
  assert.equal(code, 2);
  assert.doesNotMatch(stderr, /\u001b/);
});

test('designs conflict by file, however its path is spelled; a table without paths touches nothing', async () => {
  const noPaths = lld('4', []).replace('| File |', '| What |');
  const designs = [lld('1', ['./src/a.ts']), lld('2', ['src/x/../a.ts']), noPaths.replaceAll('4', '3'), noPaths];
  using workspace = new Workspace();
  for (const [at, design] of designs.entries()) {
    workspace.write({
      [`docs/lld/active/LLD-${at + 1}.md`]: design,
      [`docs/lineage/${at + 1}-lld/approval.json`]: approval('', design),
    });
  }
  const { plan } = await dryRun(workspace, 'implement');
  assert.deepEqual(
    plan.tasks.map((task: { conflictsWith: string[] }) => task.conflictsWith),
    [['2'], ['1'], [], []],
  );
});

test('an approval record that says nothing certain is not the same as none', async () => {
  const records = ['{broken', '[]', '{}', '', '{"schemaVersion":2,"issueSha256":"a","documentSha256":"b"}'];
  for (const record of firstOf(2, records)) {
    using workspace = new Workspace().write({
      'docs/lld/active/LLD-1.md': lld('1', ['a.ts']),
      'docs/issues/1.md': issueText('One'),
      'docs/lineage/1-lld/approval.json': record,
    });
    const { plan } = await dryRun(workspace, 'implement');
    assert.deepEqual(
      plan.rejected.map(({ code }: { code: string }) => code),
      ['APPROVAL_BROKEN'],
      record,
    );
    assert.equal((await dryRun(workspace, 'requirements')).plan.tasks[0].reason, 'changed', record);
  }
});

test('only the front matter of a report says what was implemented', async () => {
  const document = lld('1', ['a.ts']);
  using workspace = new Workspace().write({
    'docs/lld/active/LLD-1.md': document,
    'docs/lineage/1-lld/approval.json': approval('', document),
    'docs/reports/1/implementation-report.md': `# Report\nlldSha256: ${sha256(document)}\n`,
  });
  assert.equal((await dryRun(workspace, 'implement')).plan.tasks.length, 1);
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
  using workspace = new Workspace();
  copyExample(join(projectDir, 'examples/bookshelf'), workspace.dir);
  const { code, stdout } = await agentos(['requirements', '--repo', workspace.dir, '--dry-run', '--json']);
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

testWith('strace', 'dry runs and lint open nothing for writing, and connect to nobody, workers included', () => {
  leaveUnmeasured();
  using workspace = new Workspace();
  copyExample(join(projectDir, 'examples/bookshelf'), workspace.path('repo'));
  workspace.write({ 'repo/docs/lld/active/LLD-1.md': lld('1', ['a.ts']) });
  const calls = 'openat,creat,mkdir,mkdirat,rename,renameat,renameat2,unlink,unlinkat,link,symlink,connect,bind';
  for (const [name, ...args] of [
    ['a', 'requirements', '--dry-run'],
    ['b', 'implement', '--dry-run'],
    ['c', 'lint'],
  ]) {
    const traced = [
      '-ff',
      '-e',
      `trace=${calls}`,
      '-o',
      workspace.path(`trace-${name}`),
      process.execPath,
      bin,
      ...args,
    ];
    spawnSync('strace', traced, { cwd: workspace.path('repo') });
  }
  const traces = readdirSync(workspace.dir).filter((file) => file.startsWith('trace-'));
  assert.ok(traces.length > 10, 'every thread and process has a trace of its own');
  const writing = traces
    .flatMap((file) => readFileSync(workspace.path(file), 'utf8').split('\n'))
    .filter((line) => /O_WRONLY|O_RDWR|O_CREAT|mkdir|rename|unlink|symlink|link\(|connect\(|bind\(/.test(line))
    .filter((line) => !/"\/dev\/|"\/proc\/|EEXIST/.test(line));
  assert.deepEqual(writing, []);
});

test('the compiled code of the build is only read', async () => {
  const list = () =>
    readdirSync(join(projectDir, 'dist')).map((name) => `${name} ${statSync(join(projectDir, 'dist', name)).mtimeMs}`);
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
