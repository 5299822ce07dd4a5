import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { test } from 'node:test';
import { refuseTrackedState } from '../../../src/cli/batch/preflight.ts';
import { resolveOptions } from '../../../src/config/options.ts';
import { runGit } from '../../../src/worktrees/git.ts';
import { answerHere } from '../../answer-here.ts';
import { issueText, Workspace } from '../../workspace.ts';

async function check(workspace: Workspace, repo = '.'): Promise<void> {
  const place = { cwd: workspace.dir, repo, config: undefined };
  refuseTrackedState(await resolveOptions({ ...place, flags: new Map(), evaluate: null }));
}

function track(workspace: Workspace, path: string): void {
  if (!runGit(workspace.dir, ['rev-parse', '--git-dir']).isOk) runGit(workspace.dir, ['init', '--quiet']);
  assert.ok(runGit(workspace.dir, ['add', '--force', path]).isOk);
}

const refused = { code: 'STATE_TRACKED', message: /git tracks .*git rm -r .*git rm -r --cached/s };

test('state that git tracks is refused, with what to do about it', async () => {
  using workspace = new Workspace().write({ '.agentos/batches/b/journal.jsonl': '{}\n', 'src/a.ts': '' });
  await check(workspace);
  track(workspace, 'src/a.ts');
  await check(workspace);
  track(workspace, '.agentos');
  await assert.rejects(check(workspace), refused);
  assert.ok(runGit(workspace.dir, ['rm', '-r', '--quiet', '--cached', '.agentos']).isOk);
  await check(workspace);
});

test('a link in its place that git tracks is refused, and so is one that leads to what git tracks', async () => {
  using workspace = new Workspace().write({ 'state/batches/x': '', 'src/a.ts': '' });
  symlinkSync('state', workspace.path('.agentos'));
  track(workspace, 'src/a.ts');
  await check(workspace);
  track(workspace, 'state');
  await assert.rejects(check(workspace), refused);
  runGit(workspace.dir, ['rm', '-r', '--quiet', '--cached', 'state']);
  track(workspace, '.agentos');
  await assert.rejects(check(workspace), refused);
});

test('a file whose name only begins like that of our folder is nobody’s state', async () => {
  using workspace = new Workspace().write({ '.agentos-notes.md': '', '.agentos/batches/x': '' });
  track(workspace, '.agentos-notes.md');
  await check(workspace);
});

test('below the top of a work tree it is found, too', async () => {
  using workspace = new Workspace().write({ 'package/.agentos/x': '', 'package/docs/issues/1.md': '' });
  track(workspace, 'package');
  await assert.rejects(check(workspace, 'package'), refused);
});

test('a folder for designs where none can lie is refused before the start, whoever names it', async () => {
  using workspace = new Workspace().write({ 'docs/issues/1.md': issueText('One') });
  workspace.git('init', '--quiet');
  symlinkSync('issues', workspace.path('docs/linked'));
  const before = workspace.list();
  const place = { cwd: workspace.dir };
  for (const [folder, why] of [
    ['/nowhere/designs', /leads out of the repository/],
    ['../designs', /leads out of the repository/],
    ['docs/issues', /docs\/issues, is the folder of issues/],
    ['docs/linked', /docs\/linked, is the folder of issues/],
    ['.git/designs', /\.git\/designs, is git's own/],
    ['nested/.GIT', /is git's own/],
  ] as const) {
    for (const more of [[], ['--dry-run']]) {
      const { code, stdout, stderr } = await answerHere(['requirements', '--lld-dir', folder, ...more], place);
      assert.deepEqual([code, stdout], [2, ''], folder);
      assert.match(stderr, /--lld-dir: the folder of designs/);
      assert.match(stderr, why);
    }
  }
  assert.deepEqual(workspace.list(), before);
  workspace.write({ 'agentos.config.json': '{"lldDir": "../designs"}' });
  for (const command of ['requirements', 'run']) {
    const { code, stderr } = await answerHere([command], place);
    assert.equal(code, 2);
    assert.match(stderr, /agentos\.config\.json:1: the folder of designs, .* leads out of the repository/);
  }
});

test('designs may lie below the folder of issues, which is read without what is below it', async () => {
  using workspace = new Workspace().write({ 'docs/1.md': issueText('One') });
  const { code, stderr } = await answerHere(['requirements', '--issues', 'docs', '--dry-run'], { cwd: workspace.dir });
  assert.equal(code, 0, stderr);
});

test('designs may lie in the repository itself', async () => {
  using workspace = new Workspace().write({ 'docs/issues/1.md': issueText('One') });
  const { stdout } = await answerHere(['requirements', '--lld-dir', '.', '--dry-run'], { cwd: workspace.dir });
  assert.match(stdout, /docs\/issues\/1\.md → LLD-1\.md /);
});
