import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { testWith } from '../needs.ts';
import { leaveUnmeasured, projectDir, Workspace } from '../workspace.ts';

/** Root may read everything: it asks as nobody. */
const asMortal = process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--clear-groups'] : [];

const askInside = 'cd "$0" && chmod "$1" . && shift && exec "$@"';
const askOutside = 'chmod "$1" "$0" && shift && exec "$@"';

/** What `agentos config` says once the folder has this mode. */
function ask(script: string, { dir }: Workspace, mode: number, args: readonly string[]) {
  const command = [...asMortal, process.execPath, join(projectDir, 'bin/agentos.cjs'), 'config', ...args];
  try {
    return spawnSync('sh', ['-c', script, dir, mode.toString(8), ...command], { cwd: '/', encoding: 'utf8' });
  } finally {
    chmodSync(dir, 0o700);
  }
}

testWith('setpriv', 'a repository that may not be listed or entered is told as such: exit 2', () => {
  leaveUnmeasured();
  using workspace = new Workspace().write({ 'agentos.config.json': '{}', 'sub/x': '' });
  const told = /: this repository cannot be read \(EACCES\); you need the permission to list and to enter it\n$/;
  for (const mode of [0o000, 0o444, 0o111]) {
    for (const answer of [
      ask(askInside, workspace, mode, []),
      ask(askOutside, workspace, mode, ['--repo', workspace.dir]),
    ]) {
      assert.equal(answer.status, 2, answer.stderr);
      assert.match(answer.stderr, told);
      assert.ok(answer.stderr.includes(workspace.dir));
    }
  }
  const { status, stderr } = ask(askOutside, workspace, 0o444, ['--repo', workspace.path('sub')]);
  assert.equal(status, 2, stderr);
  assert.match(stderr, told);
});

testWith('setpriv', 'a repository that others may read is one for them', () => {
  using workspace = new Workspace().write({ 'agentos.config.json': '{}' });
  const { status, stdout, stderr } = ask(askOutside, workspace, 0o755, ['--json', '--repo', workspace.dir]);
  assert.equal(status, 0, stderr);
  assert.equal(JSON.parse(stdout).repository, workspace.dir);
});
