import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fixTarget, lintTarget } from '../../src/cli/lint-files.ts';
import { lintDocument } from '../../src/governance/lint.ts';
import { renderLld } from '../../src/governance/lld/render-lld.ts';
import { AgentOsError } from '../../src/model/errors.ts';
import { validDraft } from '../governance/lld/drafts.ts';
import { agentos, projectDir, Workspace } from '../workspace.ts';

const seeds = join(projectDir, 'test/fixtures/seeds');
const validLld = renderLld(validDraft);

interface Linted {
  path: string;
  kind: string;
  verdict: string | null;
  coverage: { requirements: number; covered: number; ratio: number; matrix: unknown[] } | null;
  findings: { check: string; severity: string; line: number; message: string; fixable: boolean }[];
}

async function lint(
  args: string[],
  cwd = projectDir,
): Promise<{ code: number | null; files: Linted[]; errors: number; warnings: number }> {
  const { code, stdout } = await agentos(['lint', '--json', ...args], { cwd });
  return { code, ...JSON.parse(stdout) };
}

test('the seed documents read as what they are', async () => {
  const names = [
    '000_2aeb00f032c6818d',
    '001_58708e0533a30196',
    '002_dd5fb4032cc7acde',
    '003_03213a7a9c1692df',
    '004_d6c71511625668a6',
  ];
  const { code, files } = await lint(names.map((name) => join(seeds, `${name}.txt`)));
  assert.deepEqual(
    files.map(({ kind, verdict }) => `${kind} ${verdict}`),
    ['verdict APPROVED', 'verdict REVISE', 'verdict REVISE', 'lld null', 'verdict REVISE'],
  );
  const { requirements, covered, ratio, matrix } = files[3]?.coverage ?? {
    requirements: 0,
    covered: 1,
    ratio: 1,
    matrix: [],
  };
  assert.deepEqual([requirements, covered, ratio, matrix.length], [8, 0, 0, 8]);
  assert.equal(code, 1);
});

test('a document of our template is clean: exit 0', async () => {
  using workspace = new Workspace().write({ [`docs/lld/active/LLD-${validDraft.issue}.md`]: validLld });
  const { code, files, errors, warnings } = await lint([], workspace.dir);
  assert.deepEqual([code, errors, warnings], [0, 0, 0]);
  assert.deepEqual(
    files.map(({ kind, coverage }) => [kind, coverage?.ratio]),
    [['lld', 1]],
  );
  assert.deepEqual(
    files[0]?.findings.map(({ check, severity }) => `${severity} ${check}`),
    ['note FILES_UNCHECKED'],
  );
});

test('paths are checked at the recorded base as errors, at HEAD as warnings', async () => {
  const [first] = validDraft.files;
  assert.ok(first);
  using workspace = new Workspace().write({ 'kept.ts': '' });
  workspace.git('init', '-q');
  workspace.git('add', '.');
  workspace.git('commit', '-qm', 'start');
  const base = workspace.git('rev-parse', 'HEAD');
  const draft = {
    ...validDraft,
    files: [
      { ...first, path: 'kept.ts', change: 'Modify' },
      { ...first, path: 'gone.ts', change: 'Modify' },
    ],
  };
  const header = { path: `docs/lld/active/LLD-${draft.issue}.md`, status: 'DRAFT', reviews: 0 };
  workspace.write({
    'recorded.md': renderLld({ ...draft, header: { ...header, base } }),
    'unrecorded.md': renderLld({ ...draft, header: { ...header, base: null } }),
    'foreign.md': renderLld({ ...draft, header: { ...header, base: 'f'.repeat(40) } }),
    'kept2.ts': 'uncommitted',
  });
  const { files } = await lint(['recorded.md', 'unrecorded.md', 'foreign.md'], workspace.dir);
  const about = files.map(({ findings }) =>
    findings
      .filter(({ check }) => /^(FILES?_(BASE|HEAD|UNCHECKED)|BASE_)/.test(check))
      .map(({ check, severity }) => `${severity} ${check}`),
  );
  assert.deepEqual(about, [['error FILE_BASE_MISMATCH'], ['warning FILE_HEAD_MISMATCH'], ['error BASE_UNUSABLE']]);
});

test('--fix repairs what is safe, keeps line ends, mode and all else, and then finds nothing to repair', async () => {
  using workspace = new Workspace();
  const broken = validLld.replace('| Add |', '| add |').replace('| 010 |', '| 10 |').replaceAll('\n', '\r\n');
  assert.notEqual(broken.replaceAll('\r\n', '\n'), validLld);
  const name = `LLD-${validDraft.issue}.md`;
  workspace.write({ [name]: `\ufeff${broken}` });
  chmodSync(workspace.path(name), 0o640);
  const { code } = await lint(['--fix', name], workspace.dir);
  assert.equal(code, 0);
  assert.equal(readFileSync(workspace.path(name), 'utf8'), `\ufeff${validLld.replaceAll('\n', '\r\n')}`);
  assert.equal(statSync(workspace.path(name)).mode & 0o777, 0o640);
  assert.deepEqual(workspace.list().length, 1, 'no temporary file is left');
});

test('--fix writes nothing outside the repository', async () => {
  using outside = new Workspace().write({ 'LLD-1.md': validLld.replace('| Add |', '| add |') });
  using workspace = new Workspace();
  const before = outside.list();
  const { code, stderr } = await agentos(['lint', '--fix', outside.path('LLD-1.md')], { cwd: workspace.dir });
  assert.equal(code, 2);
  assert.match(stderr, /outside the repository/);
  assert.deepEqual(outside.list(), before);
});

test('a bad file is an error of its own, and hides nobody', async () => {
  using workspace = new Workspace().write({ 'a.md': Buffer.from([0xff]), 'b.md': 'x', 'c.md': validLld, 'd.md': '' });
  truncateSync(workspace.path('b.md'), 2 ** 31);
  mkdirSync(workspace.path('e'));
  const { code, files } = await lint(['a.md', 'b.md', 'c.md', 'd.md', 'e'], workspace.dir);
  assert.equal(code, 1);
  assert.deepEqual(
    files.map(({ path, kind, findings }) => `${path} ${kind} ${findings[0]?.check}`),
    ['a.md unknown FILE_REFUSED', 'b.md unknown FILE_REFUSED', 'c.md lld FILES_UNCHECKED', 'd.md unknown KIND_UNKNOWN'],
  );
});

test('a file that is named must be a design or a verdict; one that is found may be anything', async () => {
  using workspace = new Workspace().write({ 'docs/notes.md': '# Notes' });
  assert.equal((await lint(['docs/notes.md'], workspace.dir)).code, 1);
  assert.equal((await lint(['docs'], workspace.dir)).code, 0);
});

test('folders are searched, but not hidden ones and not node_modules; links in them are left alone', async () => {
  using outside = new Workspace().write({ 'x.md': validLld });
  using workspace = new Workspace().write({
    'a/b/c.md': validLld,
    'a/.git/d.md': '',
    'a/node_modules/e.md': '',
    'a/f.txt': '',
  });
  symlinkSync(outside.dir, workspace.path('a/link'));
  const { files } = await lint(['a'], workspace.dir);
  assert.deepEqual(
    files.map(({ path }) => path),
    ['a/b/c.md'],
  );
});

test('verdict files of JSON and older forms are read', async () => {
  using workspace = new Workspace().write({
    'a.json': '{"verdict": "revise"}',
    'b.md': '# Review\n\nGovernance Verdict: BLOCK\n',
    'c.md': '# LLD Review: 1\n\n## Verdict\n[x] **APPROVED**\n[x] **REVISE**\n',
  });
  const { files } = await lint(['a.json', 'b.md', 'c.md'], workspace.dir);
  assert.deepEqual(
    files.map(({ verdict }) => verdict),
    ['REVISE', 'BLOCKED', 'UNREADABLE'],
  );
});

test('--sarif names each rule that a result uses', async () => {
  const { code, stdout } = await agentos(['lint', '--sarif', join(seeds, '003_03213a7a9c1692df.txt')]);
  assert.equal(code, 1);
  const { version, runs } = JSON.parse(stdout);
  assert.equal(version, '2.1.0');
  const rules = new Set(runs[0].tool.driver.rules.map((rule: { id: string }) => rule.id));
  assert.ok(runs[0].results.length > 10);
  for (const result of runs[0].results) {
    assert.ok(rules.has(result.ruleId), result.ruleId);
    assert.ok(result.locations[0].physicalLocation.region.startLine >= 1);
  }
});

test('--list-checks names every check, as text and as JSON', async () => {
  const text = await agentos(['lint', '--list-checks']);
  const { checks } = JSON.parse((await agentos(['lint', '--list-checks', '--json'])).stdout);
  assert.ok(checks.length >= 40);
  for (const { id } of checks) assert.ok(text.stdout.includes(id), id);
});

test('text output gives path, line, severity and check, and escapes what a document says', async () => {
  using workspace = new Workspace().write({ 'x.md': validLld.replace('| Add |', '| \u001b[31mAdd |') });
  const { stdout } = await agentos(['lint', 'x.md'], { cwd: workspace.dir });
  assert.match(stdout, /^x\.md:\d+: error CHANGE_TYPE_UNKNOWN /m);
  assert.ok(!stdout.includes('\u001b'));
});

test('what cannot be linted at all is a usage error: exit 2', async () => {
  using workspace = new Workspace();
  for (const args of [['nowhere.md'], [], ['--json', '--sarif'], ['--config', 'none.json']]) {
    const { code, stderr } = await agentos(['lint', ...args], { cwd: workspace.dir });
    assert.equal(code, 2, args.join(' '));
    assert.match(stderr, /^agentos: /);
  }
});

test('a document that takes too long, or too much memory, is refused as too complex, and says so', async () => {
  using workspace = new Workspace().write({ 'slow.md': '# Slow' });
  const target = { path: 'slow.md', realPath: workspace.path('slow.md'), isExplicit: true };
  for (const code of ['WORKER_TIMEOUT', 'WORKER_CRASHED']) {
    const worker = { ask: () => Promise.reject(new AgentOsError(code, 'took longer than 10 s and was stopped')) };
    const file = await lintTarget(target, { repoDir: workspace.dir, maxInputBytes: 100, worker });
    assert.deepEqual(
      file.findings.map(({ check, severity }) => `${severity} ${check}`),
      ['error DOCUMENT_TOO_COMPLEX'],
    );
    assert.match(file.findings[0]?.message ?? '', /too complex to check: took longer than 10 s/);
  }
});

test('the order of arguments changes nothing: a file that is named stays named', async () => {
  using workspace = new Workspace().write({ 'n.md': '# Notes' });
  assert.equal((await lint(['n.md', '.'], workspace.dir)).code, 1);
  assert.equal((await lint(['.', 'n.md'], workspace.dir)).code, 1);
});

test('one hostile verdict hides no other file', async () => {
  const deep = `{"verdict": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  using workspace = new Workspace().write({ 'a.json': deep, 'b.json': '{"verdict":"REVISE"}' });
  const { files } = await lint(['a.json', 'b.json'], workspace.dir);
  assert.deepEqual(
    files.map(({ verdict }) => verdict),
    ['UNREADABLE', 'REVISE'],
  );
});

test('words and JSON that disagree are unreadable', async () => {
  using workspace = new Workspace().write({
    'v.md': '# LLD Review: 1\n\n## Verdict\nAPPROVED\n\n```json\n{"verdict": "REVISE"}\n```\n',
  });
  assert.equal((await lint(['v.md'], workspace.dir)).files[0]?.verdict, 'UNREADABLE');
});

test('linting a hostile repository runs nothing of it', async () => {
  using workspace = new Workspace().write({ 'kept.ts': '' });
  workspace.git('init', '-q');
  workspace.git('add', '.');
  workspace.git('commit', '-qm', 'start');
  const trap = `touch ${workspace.path('PWNED')};false`;
  for (const [key, value] of [
    ['core.repositoryformatversion', '1'],
    ['extensions.partialClone', 'origin'],
    ['remote.origin.url', 'ssh://localhost/x'],
    ['remote.origin.promisor', 'true'],
    ['core.sshCommand', trap],
    ['core.fsmonitor', trap],
    ['protocol.ssh.allow', 'always'],
  ] as const) {
    workspace.git('config', key, value);
  }
  const tree = workspace.git('rev-parse', 'HEAD^{tree}');
  rmSync(workspace.path('.git/objects', tree.slice(0, 2), tree.slice(2)));
  workspace.write({ 'LLD-42.md': validLld });
  await lint(['LLD-42.md'], workspace.dir);
  await agentos(['requirements'], { cwd: workspace.dir });
  assert.ok(!workspace.list().some((line) => line.startsWith('PWNED')));
});

test('--fix leaves an approved design as it is, because its approval is bound to its bytes', async () => {
  using workspace = new Workspace();
  const broken = validLld.replace('| Add |', '| add |');
  const documentSha256 = hash('sha256', broken, 'hex');
  workspace.write({
    'docs/lld/active/LLD-42.md': broken,
    'docs/lineage/42-lld/approval.json': JSON.stringify({ schemaVersion: 1, issueSha256: 'x', documentSha256 }),
  });
  const { stderr } = await agentos(['lint', '--fix'], { cwd: workspace.dir });
  assert.match(stderr, /is approved: a repair would break its approval/);
  assert.equal(readFileSync(workspace.path('docs/lld/active/LLD-42.md'), 'utf8'), broken);
});

test('a planted temporary file or link is neither followed nor overwritten by --fix', async () => {
  using outside = new Workspace().write({ victim: 'precious' });
  using workspace = new Workspace().write({
    'a.md': validLld.replace('| Add |', '| add |'),
    'b.md': validLld.replace('| Add |', '| add |'),
    'b.md.tmp': 'mine',
  });
  symlinkSync(outside.path('victim'), workspace.path('a.md.tmp'));
  await agentos(['lint', '--fix', 'a.md', 'b.md'], { cwd: workspace.dir });
  assert.equal(readFileSync(outside.path('victim'), 'utf8'), 'precious');
  assert.equal(readFileSync(workspace.path('b.md.tmp'), 'utf8'), 'mine');
  assert.equal(readFileSync(workspace.path('a.md'), 'utf8'), validLld);
});

test('what a reader of the page does not see covers nothing and fills nothing', async () => {
  const row = validLld.split('\n').find((line) => /^\| 010 \|/.test(line)) ?? '';
  for (const [open, close] of [
    ['<!-- ', ' -->'],
    ['~~', '~~'],
  ]) {
    using workspace = new Workspace().write({
      'x.md': validLld.replace(
        row,
        row.replace(/REQ-\d+/g, (name) => `${open}${name}${close}`),
      ),
    });
    const { files } = await lint(['x.md'], workspace.dir);
    assert.ok(
      files[0]?.findings.some(({ check }) => check === 'SCENARIO_REQUIREMENT_MISSING'),
      open,
    );
  }
});

test('a recorded base that is no commit of the repository is an error, not a way round the checks', async () => {
  using workspace = new Workspace().write({ 'kept.ts': '' });
  workspace.git('init', '-q');
  workspace.git('add', '.');
  workspace.git('commit', '-qm', 'start');
  const bases = ['zzz', 'HEAD', '0'.repeat(40)];
  for (const base of bases) {
    const header = { path: 'docs/lld/active/LLD-42.md', status: 'DRAFT', reviews: 0, base };
    workspace.write({ [`${base}.md`]: renderLld({ ...validDraft, header }) });
  }
  const { code, files } = await lint(
    bases.map((base) => `${base}.md`),
    workspace.dir,
  );
  assert.equal(code, 1);
  assert.equal(files.length, bases.length);
  for (const { path, findings } of files)
    assert.ok(
      findings.some(({ check }) => check === 'BASE_UNUSABLE'),
      path,
    );
});

test('--fix leaves alone what changed since it was linted, and an approved design wherever it lies', async () => {
  using workspace = new Workspace();
  const broken = validLld.replace('| Add |', '| add |');
  workspace.write({ 'x.md': broken });
  const target = { path: 'x.md', realPath: workspace.path('x.md'), isExplicit: true };
  const worker = {
    ask: async () => lintDocument(broken, 'x.md', () => ({ kind: 'none', reason: '', isBaseUnusable: false })),
  };
  const file = await lintTarget(target, {
    repoDir: workspace.dir,
    maxInputBytes: 1_000_000,
    worker: Object.create(worker),
  });
  workspace.write({ 'x.md': `one line more\n${broken}` });
  assert.throws(() => fixTarget(target, file, 1_000_000), { code: 'FILE_CHANGED' });
  workspace.write({
    'designs/any-name.md': broken,
    'docs/lineage/42-lld/approval.json': JSON.stringify({
      schemaVersion: 1,
      issueSha256: 'x',
      documentSha256: hash('sha256', broken, 'hex'),
    }),
  });
  assert.match((await agentos(['lint', '--fix', 'designs'], { cwd: workspace.dir })).stderr, /is approved/);
});

test('a review that quotes the sections of a design is a review', async () => {
  const review =
    '# LLD Review: 5\n\n## 1. Context & Goal\nok\n\n## 2. Proposed Changes\nok\n\n## 3. Requirements\nok\n\n## Verdict\n[x] **REVISE**\n';
  using workspace = new Workspace().write({ 'r.md': review });
  const { files } = await lint(['r.md'], workspace.dir);
  assert.deepEqual([files[0]?.kind, files[0]?.verdict], ['verdict', 'REVISE']);
});
