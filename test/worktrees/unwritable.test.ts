import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { testWith } from '../needs.ts';
import { projectDir } from '../workspace.ts';
import { Repository } from './house.ts';

/** Mode bits mean nothing to root. */
const asMortal = process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--clear-groups'] : [];

function ask(commonDir: string): string {
  const module = join(projectDir, 'src/worktrees/unwritable.ts');
  const code = `const { refuseUnwritable } = await import(${JSON.stringify(module)});
    try { refuseUnwritable({ commonDir: ${JSON.stringify(commonDir)} }); } catch (error) { console.log(error.code, error.message); }`;
  const [program = '', ...args] = [...asMortal, process.execPath, '--input-type=module', '--eval', code];
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return stdout;
}

testWith('setpriv', 'a repository in which git may not write, be it to one folder of objects, is found out', () => {
  using repository = new Repository();
  chmodSync(repository.dir, 0o755);
  repository.gitIn(repository.dir, 'worktree', 'add', '-q', '--detach', repository.outside('linked'));
  spawnSync('chmod', ['-R', 'a+rwX', repository.path('.git')]);
  assert.equal(ask(repository.path('.git')), '');
  const [some = ''] = readdirSync(repository.path('.git/objects')).filter((name) => name.length === 2);
  for (const folder of [`objects/${some}`, 'refs/heads', 'worktrees']) {
    chmodSync(repository.path('.git', folder), 0o555);
    assert.match(ask(repository.path('.git')), new RegExp(`^REPOSITORY_UNWRITABLE .*${folder}: make it yours`));
    chmodSync(repository.path('.git', folder), 0o777);
  }
});
