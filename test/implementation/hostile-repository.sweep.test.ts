import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf, testsOf } from '../cli/implement-workspace.ts';
import { testWith } from '../needs.ts';
import { readLines } from '../scripted-workspace.ts';
import { leaveUnmeasured } from '../workspace.ts';
import { writes } from './approved-workspace.ts';
import { CanaryWorkspace, type Target } from './canary-workspace.ts';

leaveUnmeasured();

const hooks = [
  ...['post-checkout', 'pre-commit', 'commit-msg', 'post-commit', 'post-rewrite', 'reference-transaction'],
  ...['post-index-change', 'pre-push', 'fsmonitor'],
];

/** Everything in a repository by which a tool that works in it could be made to run something. */
class TrappedWorkspace extends CanaryWorkspace {
  readonly trap = this.path('.git/sprung');

  lay(files: Readonly<Record<string, string>>): void {
    this.write(files);
    this.git('add', '--all', '--', ...Object.keys(files));
    this.git('commit', '--quiet', '--message', 'trapped');
    for (const name of hooks) {
      this.write({ [`.git/hooks/${name}`]: `#!/bin/sh\necho ${name} >>'${this.trap}'\n` });
      chmodSync(this.path('.git/hooks', name), 0o755);
    }
    const spring = this.path('.git/hooks/pre-commit');
    for (const key of ['core.fsmonitor', 'core.editor', 'core.sshCommand', 'diff.external', 'gpg.program'])
      this.git('config', key, spring);
    this.git('config', 'core.hooksPath', this.path('.git/hooks'));
    this.git('config', 'commit.gpgSign', 'true');
  }

  get sprung(): string[] {
    return readLines(this.trap);
  }
}

/** A config of ours on the agent's branch is only text there. */
const planted = (path: string) =>
  `import { writeFileSync } from 'node:fs';\nwriteFileSync('${path}', 'config');\nexport default {};\n`;

testWith('bwrap', 'what a repository brings along to be run by others is run by nobody', async () => {
  using workspace = new TrappedWorkspace(({ outside }) => [
    { id: '1' },
    {
      id: '2',
      agent: {
        implement: Array(2).fill(
          writes({ 'src/piece-2.mjs': codeOf({ id: '2' }), 'agentos.config.mts': planted(`${outside}/config`) }),
        ),
      },
    },
  ]);
  const runs = `touch '${workspace.trap}'`;
  const hook = { matcher: '*', hooks: [{ type: 'command', command: runs }] };
  workspace.lay({
    '.claude/settings.json': JSON.stringify({ hooks: { PreToolUse: [hook], SessionStart: [hook] } }),
    '.mcp.json': JSON.stringify({ mcpServers: { trap: { command: 'sh', args: ['-c', runs] } } }),
  });
  const { code, stdout, stderr } = await workspace.attack('required', '--parallel', '2').ended;
  assert.equal(code, 1, stderr);
  assert.equal(workspace.fates()[1], 'done', workspace.reason('1'));
  assert.equal(workspace.fates()[2], 'failed gate');
  assert.match(workspace.reason('2'), /agentos\.config\.mts/);
  assert.deepEqual(workspace.sprung, []);
  assert.deepEqual(
    workspace.changed('1').filter((path) => !path.startsWith('docs/')),
    ['src/piece-1.mjs', 'test/piece-1.test.mjs'],
  );
  for (const args of [['status'], ['show', '2'], ['clean', '--dry-run']]) await workspace.run(...args);
  assert.deepEqual(workspace.sprung, [], 'nor by looking at it afterwards');
  workspace.expectUnharmed(stdout + stderr);
});

/** What a suite does beside its tests. */
function evilLines({ outside, seconds }: Target, dir: string): string {
  return [
    `echo taken > '${outside}/mine'; echo taken > '${dir}/package.json'; rm -rf '${dir}/docs' .git`,
    `(setsid sleep ${seconds} >/dev/null 2>&1 &)`,
    'cat /proc/[0-9]*/environ; env',
  ].join('; ');
}

function evilTests(target: Target, dir: string): string {
  return `import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

test('the old one', () => {
  const { stdout } = spawnSync('sh', ['-c', ${JSON.stringify(evilLines(target, dir))}], { encoding: 'utf8', timeout: 5000 });
  process.stdout.write(stdout);
});
`;
}

testWith('bwrap', 'tests that attack, and folders that lead out of the tree, do no harm to anybody', async () => {
  using workspace = new TrappedWorkspace(() => [
    { id: '1' },
    {
      id: '2',
      stem: 'linked/piece',
      agent: {
        'write-tests': Array(3).fill(
          writes({ 'test/linked/piece.test.mjs': testsOf({ id: '2', stem: 'linked/piece' }) }),
        ),
      },
    },
  ]);
  const { outside } = workspace.target;
  for (const folder of ['test', 'docs/lineage']) mkdirSync(workspace.path(folder), { recursive: true });
  for (const link of ['test/linked', 'docs/lineage/1-impl']) symlinkSync(outside, workspace.path(link));
  workspace.git('add', 'test/linked');
  workspace.lay({ 'test/old.test.mjs': evilTests(workspace.target, workspace.dir) });
  // Older ones refuse to look for tests where a link leads nowhere.
  const path = `${dirname(process.execPath)}:${process.env['PATH']}`;
  workspace.environment = { ...workspace.environment, PATH: path };
  const refused = await workspace.attack('required').ended;
  assert.equal(refused.code, 2, 'nothing was started');
  assert.match(refused.stderr, /docs\/lineage\/1-impl is a link, and nothing is written through one/);
  workspace.remove('docs/lineage/1-impl');

  const { code, stdout, stderr } = await workspace.attack('required', '--parallel', '2').ended;
  assert.equal(code, 1, stderr);
  assert.deepEqual(workspace.fates(), { 1: 'done', 2: 'failed input' }, workspace.reason('1'));
  assert.match(workspace.reason('2'), /test\/linked\/piece\.test\.mjs" leads through a link, and none is followed/);
  assert.deepEqual(workspace.commits('1'), ['Piece 1']);
  workspace.expectUnharmed(stdout + stderr);
});

testWith('bwrap', 'a test command that attacks, before the tests and after them, does no harm to anybody', async () => {
  using workspace = new TrappedWorkspace(() => [{ id: '1' }]);
  const scripts = { pretest: 'sh evil.sh', test: 'sh evil.sh; node --test', posttest: 'sh evil.sh' };
  workspace.lay({
    'package.json': JSON.stringify({ name: 'pieces', type: 'module', scripts }),
    'evil.sh': `${evilLines(workspace.target, workspace.dir)}\ntrue\n`,
  });
  const { code, stdout, stderr } = await workspace.attack('required').ended;
  assert.equal(code, 0, stderr);
  assert.deepEqual(workspace.commits('1'), ['Piece 1']);
  const logs = workspace.names('docs/lineage/1-impl').filter((name) => name.endsWith('.log'));
  const said = logs.map((name) => readFileSync(workspace.path('docs/lineage/1-impl', name), 'utf8')).join('');
  assert.match(said, /Read-only file system|Permission denied|Device or resource busy/, 'it did try');
  assert.deepEqual(workspace.sprung, []);
  workspace.expectUnharmed(stdout + stderr);
});
