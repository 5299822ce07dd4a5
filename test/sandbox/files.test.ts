import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { describe } from 'node:test';
import { testWith } from '../needs.ts';
import { projectDir, Workspace } from '../workspace.ts';
import { makeOrder, openRealSandbox, stdoutOf } from './confined.ts';

describe('a confined program', () => {
  testWith('bwrap', 'changes what it may and nothing else', async () => {
    using workspace = new Workspace().write({ 'tree/a': 'old', 'beside/b': 'old' });
    const script = `echo new > a; echo new > ${workspace.path('beside/b')}; echo x > /etc/agentos-test; mkdir /srv/agentos-test`;
    const beside = workspace.path('beside');
    const end = await (await openRealSandbox()).run(makeOrder(workspace.path('tree'), script, { protected: [beside] }));
    assert.ok(end.kind === 'exited' && end.code !== 0, JSON.stringify(end));
    assert.equal(end.stderr.match(/Read-only file system/g)?.length, 3, end.stderr);
    assert.equal(readFileSync(workspace.path('tree/a'), 'utf8'), 'new\n');
    assert.equal(readFileSync(workspace.path('beside/b'), 'utf8'), 'old');
    assert.ok(!existsSync('/etc/agentos-test'));
  });

  testWith('bwrap', 'works in a worktree of git whose repository it cannot change', async () => {
    using workspace = new Workspace().write({ 'a.txt': 'one\n' });
    for (const words of ['init -q', 'add .', 'commit -qm one', 'worktree add -q .agentos/worktrees/7 -b seven'])
      workspace.git(...words.split(' '));
    const tree = workspace.path('.agentos/worktrees/7');
    const order = makeOrder(
      tree,
      `echo two > a.txt; git status --short; git log --format=%s; git commit -qam no; git config core.fsmonitor evil;
       rm -rf .git; echo bad > .git; echo bad > ${workspace.path('.git/hooks/post-commit')}; git worktree add ../8`,
      { protected: [`${tree}/.git`, workspace.path('.git')], hidden: [workspace.path('.agentos')] },
    );
    const before = readFileSync(`${tree}/.git`, 'utf8');
    assert.equal(stdoutOf(await (await openRealSandbox()).run(order)), ' M a.txt\none\n');
    assert.equal(readFileSync(`${tree}/.git`, 'utf8'), before);
    assert.equal(workspace.git('log', '--format=%s', 'seven'), 'one');
    assert.doesNotMatch(readFileSync(workspace.path('.git/config'), 'utf8'), /evil/);
    assert.ok(!existsSync(workspace.path('.git/hooks/post-commit')));
  });

  testWith('bwrap', 'sees programs of a home, and no login that lies beside them', async () => {
    using workspace = new Workspace();
    const logins = ['.fly/config.yml', '.pulumi/credentials.json', '.cargo/credentials.toml', '.docker/config.json'];
    using home = new Workspace().write({ '.fly/bin/fly': 'echo flies', '.local/share/uv/credentials/all': 'private' });
    for (const login of logins) home.write({ [login]: 'private' });
    const folders = ['.fly/bin', '.pulumi/bin', '.cargo/bin', '.docker/bin', '.local/share/uv/bin'];
    for (const folder of folders) mkdirSync(home.path(folder), { recursive: true });
    const PATH = [process.env['PATH'], ...folders.map((folder) => home.path(folder))].join(':');
    const script = `sh ${home.path('.fly/bin/fly')}; ls -d ${home.path('.pulumi/bin')}; cat $(find ${home.dir} -type f) | grep -c private`;
    const end = await (await openRealSandbox(home.dir)).run(
      makeOrder(workspace.dir, script, { environment: { PATH } }),
    );
    assert.equal(end.kind === 'exited' && end.stdout, `flies\n${home.path('.pulumi/bin')}\n0\n`, JSON.stringify(end));
  });

  testWith('bwrap', 'sees no other worktree, no state, no file of keys, no home and no temporary files', async () => {
    using home = new Workspace().write({ '.ssh/id': 'private', '.netrc': 'private' });
    using workspace = new Workspace().write({
      '.agentos/journal': 'private',
      '.agentos/worktrees/7/own': 'mine',
      '.agentos/worktrees/8/other': 'private',
      '.env': 'private',
      'keys/pool.json': 'private',
      'readme.md': 'public',
    });
    const script = `cat own; find ${workspace.dir} ${home.dir} /home /run /tmp -type f -not -path '${projectDir}/*' -exec cat {} + 2>/dev/null | grep -c private;
      ls -A ${home.dir} | wc -l; cat ${workspace.path('readme.md')}; cat ${workspace.path('.env')}`;
    const end = await (await openRealSandbox(home.dir)).run(
      makeOrder(workspace.path('.agentos/worktrees/7'), script, {
        protected: [workspace.dir],
        hidden: ['.agentos', '.env', 'keys'].map((name) => workspace.path(name)),
      }),
    );
    assert.ok(end.kind === 'exited' && end.stdout === 'mine0\n0\npublic', JSON.stringify(end));
    assert.match(end.stderr, /\.env: Permission denied/);
  });

  testWith('bwrap', 'cannot leave by links, its own or ours', async () => {
    using home = new Workspace().write({ secret: 'private' });
    using workspace = new Workspace().write({ 'tree/a': '', 'outside/b': 'old' });
    symlinkSync(home.dir, workspace.path('tree/home'));
    symlinkSync(workspace.path('outside'), workspace.path('tree/outside'));
    const script =
      'cat home/secret; echo new > outside/b; ln -s /etc/passwd p; echo x >> p; ln p hard; ln /etc/passwd q';
    const sandbox = await openRealSandbox(home.dir);
    const tree = workspace.path('tree');
    const end = await sandbox.run(makeOrder(tree, script, { protected: [workspace.path('outside')] }));
    assert.equal(stdoutOf(end), '');
    assert.equal(readFileSync(workspace.path('outside/b'), 'utf8'), 'old');
    const elsewhere = { writable: [workspace.path('tree/outside')] };
    assert.deepEqual(await sandbox.run(makeOrder(tree, 'echo new > outside/b', elsewhere)), {
      kind: 'unstartable',
      errno: 'ELOOP',
    });
    const shown = await sandbox.run(makeOrder(tree, 'cat home/secret', { protected: [`${tree}/home`] }));
    assert.deepEqual(shown, { kind: 'unstartable', errno: 'ELOOP' });
  });

  testWith('bwrap', 'keeps its temporary files to itself', async () => {
    using workspace = new Workspace();
    const script = 'for d in /tmp /var/tmp /dev/shm; do echo x > $d/agentos-own || exit 1; done; ls /tmp/agentos-own';
    const end = await (await openRealSandbox()).run(makeOrder(workspace.dir, script));
    assert.equal(stdoutOf(end), '/tmp/agentos-own\n');
    for (const folder of ['/tmp', '/var/tmp', '/dev/shm']) assert.ok(!existsSync(`${folder}/agentos-own`));
  });

  testWith('bwrap', 'finds the programs of its PATH, also those below a home', async () => {
    using home = new Workspace().write({
      '.nvm/v1/lib/tool.sh': '#!/bin/sh\necho tool',
      '.local/share/agent/versions/1': '#!/bin/sh\necho agent',
      '.local/share/private/letter': 'private',
      '.nvm-private': 'private',
      'work/x': '',
    });
    for (const [link, target] of [
      ['.nvm/v1/bin/tool', '../lib/tool.sh'],
      ['.local/bin/agent', home.path('.local/share/agent/versions/1')],
    ] as const) {
      mkdirSync(home.path(link, '..'), { recursive: true });
      symlinkSync(target, home.path(link));
    }
    const script = `sh ${home.path('.nvm/v1/bin/tool')}; sh ${home.path('.local/bin/agent')};
      ls -A ${home.dir} ${home.path('.local/share')} | tr '\\n' ' '`;
    const PATH = `${process.env['PATH']}:${home.path('.nvm/v1/bin')}:${home.path('.local/bin')}`;
    const end = await (await openRealSandbox(home.dir)).run(
      makeOrder(home.path('work'), script, { environment: { PATH } }),
    );
    const lists = `${home.dir}: .local .nvm work  ${home.path('.local/share')}: agent `;
    assert.equal(stdoutOf(end), `tool\nagent\n${lists}`);
  });
});
