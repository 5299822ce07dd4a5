import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { bin, type Ending, runAgentos, start } from '../faults/processes.ts';
import { testWith } from '../needs.ts';
import { Workspace } from '../workspace.ts';

const designs = ['LLD-101.md', 'LLD-102.md', 'LLD-103.md', 'LLD-104.md', 'LLD-106.md'];

describe('the demo', () => {
  const workspace = new Workspace();
  const env = { HOME: workspace.path('home'), TMPDIR: workspace.path('tmp') };
  let named: Ending;
  let temporary: Ending;
  let tookMs = 0;
  const folderOf = ({ stderr }: Ending) => /six sample issues in (\S+): /.exec(stderr)?.[1] ?? 'no folder';

  before(async () => {
    for (const folder of [env.HOME, env.TMPDIR]) mkdirSync(folder);
    const startedAt = performance.now();
    const run = async (...folder: string[]) => await runAgentos(['demo', ...folder], { cwd: workspace.dir, env });
    [named, temporary] = await Promise.all([run('mine'), run()]);
    tookMs = performance.now() - startedAt;
  });
  after(() => workspace[Symbol.dispose]());

  test('ends well in less than 30 s, in a folder of your own or a temporary one', () => {
    assert.deepEqual([named.code, temporary.code], [0, 0], named.stderr + temporary.stderr);
    assert.ok(tookMs < 30_000, `${tookMs} ms`);
    assert.equal(folderOf(named), workspace.path('mine'));
    assert.ok(folderOf(temporary).startsWith(`${env.TMPDIR}/`), folderOf(temporary));
    for (const { stdout, stderr } of [named, temporary]) {
      assert.match(stdout, /^\[LLD-103\] .*429 from the provider/m);
      assert.match(stdout, /^\[LLD-105\] failed: crash: /m);
      assert.match(stderr, /5 done · 1 failed/);
    }
  });

  test('leaves five designs that the linter has nothing against', async () => {
    for (const folder of [folderOf(named), folderOf(temporary)]) {
      assert.deepEqual(readdirSync(`${folder}/docs/lld/active`).sort(), designs);
      const { code, stdout } = await runAgentos(['lint', '--json'], { cwd: folder });
      const { files, errors, warnings } = JSON.parse(stdout);
      assert.deepEqual([code, files.length, errors, warnings], [0, 5, 0, 0]);
    }
  });

  test('writes nothing anywhere else', () => {
    assert.deepEqual(readdirSync(env.HOME), []);
    assert.deepEqual(readdirSync(env.TMPDIR), [folderOf(temporary).split('/').at(-1)]);
    assert.deepEqual(readdirSync(workspace.dir).sort(), ['home', 'mine', 'tmp']);
  });

  testWith('sh', 'prints commands that can be pasted: they show what failed, and repair it', async () => {
    workspace.write({ 'path/agentos': `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n` });
    chmodSync(workspace.path('path/agentos'), 0o755);
    const paste = async (command: string) => {
      const line = named.stderr.split('\n').find((one) => one.includes(`  agentos ${command}`));
      const PATH = `${workspace.path('path')}:${process.env['PATH']}`;
      return await start(['sh', '-c', line?.replace('[COORDINATOR]', '') ?? 'false'], {
        cwd: workspace.dir,
        env: { ...env, PATH },
      }).ended;
    };
    const shown = await paste('show');
    assert.match(shown.stdout, /^105 .*\nbatch .* failed \(crash\): /, shown.stderr);
    const retried = await paste('retry');
    assert.equal(retried.code, 0, retried.stderr);
    assert.deepEqual(readdirSync(workspace.path('mine/docs/lld/active')).length, 6);
    const all = await paste('status');
    assert.equal(all.stdout.split('\n').filter((line) => line.startsWith('batch ')).length, 2);
  });

  test('does not touch a folder that holds something: exit 2', async () => {
    workspace.write({ 'full/file': 'mine' });
    const before = workspace.list();
    const { code, stdout, stderr } = await runAgentos(['demo', 'full'], { cwd: workspace.dir, env });
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, /full/);
    assert.deepEqual(workspace.list(), before);
  });
});

test('the demo ends well where AGENTOS_HOME says that state lies elsewhere', async () => {
  using workspace = new Workspace();
  const env = { AGENTOS_HOME: workspace.path('state') };
  const { code, stderr } = await runAgentos(['demo', 'mine'], { cwd: workspace.dir, env });
  assert.equal(code, 0, stderr);
  assert.match(stderr, /The failure of 105 was part of the play/);
});
