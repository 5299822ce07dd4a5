import assert from 'node:assert/strict';
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { Git } from '../../src/worktrees/git-call.ts';
import { Workspace } from '../workspace.ts';
import { never, Repository } from './house.ts';
import { refused } from './refused.ts';

/** A program in git's place. */
function fakeGit(workspace: Workspace, script: string): Git {
  workspace.write({ 'bin/git': `#!/bin/sh\n${script}\n` });
  chmodSync(workspace.path('bin/git'), 0o755);
  return new Git({
    PATH: `${workspace.path('bin')}:${process.env['PATH'] ?? ''}`,
    GIT_DIR: '/evil',
    LANG: 'de_DE',
    KEPT: '1',
  });
}

const place = (folder: string) => ({ folder, variables: {} });

test('git sees the variables that we chose, and none that steer it', async () => {
  using workspace = new Workspace();
  const git = fakeGit(workspace, 'env');
  const lines = (await git.ask(place(workspace.dir), ['x'], { signal: never })).split('\n').sort();
  assert.ok(lines.includes('KEPT=1') && lines.includes('LC_ALL=C') && lines.includes('GIT_TERMINAL_PROMPT=0'));
  assert.deepEqual(
    lines.filter((line) => /^(GIT_DIR|LANG)=/.test(line)),
    [],
  );
});

test('a call that takes too long, is not wanted any more, or never stops talking is ended', async () => {
  using workspace = new Workspace();
  const pidFile = workspace.path('pid');
  const sleeper = fakeGit(workspace, `echo $$ > ${pidFile}.new; mv ${pidFile}.new ${pidFile}; exec sleep 600`);
  await assert.rejects(
    sleeper.ask(place(workspace.dir), ['status'], { signal: never, timeoutMs: 100 }),
    refused('GIT_TIMEOUT', /git status/),
  );
  rmSync(pidFile, { force: true });
  const controller = new AbortController();
  const asked = sleeper.ask(place(workspace.dir), ['status'], { signal: controller.signal });
  asked.catch(() => {});
  while (!existsSync(pidFile)) await new Promise((resolve) => setTimeout(resolve, 5));
  controller.abort(new Error('enough'));
  await assert.rejects(asked, /enough/);
  assert.throws(() => process.kill(Number(readFileSync(pidFile, 'utf8')), 0), { code: 'ESRCH' });
  await assert.rejects(sleeper.run(place(workspace.dir), ['status'], { signal: controller.signal }), /enough/);
  const talker = fakeGit(workspace, 'yes');
  const { stdout, isCut } = await talker.run(place(workspace.dir), ['log'], { signal: never, maxBytes: 1001 });
  assert.deepEqual([stdout.length, isCut], [1001, true]);
});

test('a child of git that holds the output open does not hold us', async () => {
  using workspace = new Workspace();
  const git = fakeGit(workspace, `sleep 600 & echo $! > ${workspace.path('pid')}; echo done`);
  assert.equal(await git.ask(place(workspace.dir), ['x'], { signal: never }), 'done\n');
  process.kill(Number(readFileSync(workspace.path('pid'), 'utf8')), 'SIGKILL');
});

test('a lock that somebody holds for a moment is waited for; one that stays is named', async () => {
  using workspace = new Workspace();
  const held = `fatal: Unable to create '/repo/.git/index.lock': File exists.`;
  const script = `echo x >> ${workspace.path('calls')}; [ $(wc -l < ${workspace.path('calls')}) -gt LIMIT ] || { echo "${held}" >&2; exit 128; }`;
  assert.equal(
    await fakeGit(workspace, script.replace('LIMIT', '3')).ask(place(workspace.dir), ['add'], { signal: never }),
    '',
  );
  const stuck = fakeGit(workspace, script.replace('LIMIT', '1000'));
  await assert.rejects(
    stuck.ask(place(workspace.dir), ['add'], { signal: never }),
    refused('GIT_LOCKED', /\/repo\/\.git\/index\.lock is there/),
  );
  assert.equal(stuck.calls, 8);
});

test('what git says is told with what to do, and cannot drive a terminal', async () => {
  using workspace = new Workspace();
  const answers: readonly (readonly [string, string, RegExp])[] = [
    ['error: unable to write file a: No space left on device', 'WORKTREE_UNWRITABLE', /disk is full, .*inodes/],
    ['error: unable to write file big', 'WORKTREE_UNWRITABLE', /is the disk full/],
    ["fatal: 'agentos/1' is already checked out at '/x'", 'BRANCH_IN_USE', /checked out at \/x/],
    ['error: external filter git-lfs smudge failed 1', 'GIT_FILTER_FAILED', /git-lfs, installed/],
    [
      'hint: \\033[31m\nfatal: \\033[31mred',
      'GIT_FAILED',
      /^AgentOsError: git add failed \(exit 1\): fatal: \\u001b\[31mred$/,
    ],
    ['', 'GIT_FAILED', /it said nothing/],
  ];
  for (const [stderr, code, says] of answers) {
    const git = fakeGit(workspace, `printf "${stderr}" >&2; exit 1`);
    await assert.rejects(git.ask(place(workspace.dir), ['add'], { signal: never }), refused(code, says));
  }
});

test('a folder that is gone is not taken for a missing git', async () => {
  using repository = new Repository();
  const { tree } = await repository.open();
  writeFileSync(repository.outside('x'), '');
  rmSync(tree.path, { recursive: true });
  await assert.rejects(
    repository.house.git.ask(place(tree.path), ['status'], { signal: never }),
    refused('FOLDER_MISSING'),
  );
});
