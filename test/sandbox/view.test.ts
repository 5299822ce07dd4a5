import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import { describe } from 'node:test';
import { makeConfinedOrder } from '../../src/sandbox/run-confined.ts';
import { testWith } from '../needs.ts';
import { Workspace } from '../workspace.ts';
import { makeOrder, openRealSandbox, stdoutOf } from './confined.ts';

describe('a confined program', () => {
  testWith('bwrap', 'sees the environment that was ordered, its mark, where it is, and nothing else', async () => {
    using workspace = new Workspace();
    const environment = {
      PATH: '/usr/bin:/bin',
      ONLY: 'this',
      LD_LIBRARY_PATH: '/nowhere',
      NODE_OPTIONS: '--no-warnings',
    };
    const end = await (await openRealSandbox()).run(makeOrder(workspace.dir, 'env', { environment }));
    const seen = Object.fromEntries(
      stdoutOf(end)
        .trim()
        .split('\n')
        .map((line) => line.split('=')),
    );
    assert.match(seen['AGENTOS_PROGRAM'], /^[0-9a-f]+$/);
    assert.deepEqual(seen, { ...environment, PWD: workspace.dir, AGENTOS_PROGRAM: seen['AGENTOS_PROGRAM'] });
  });

  testWith('bwrap', 'has no PATH if none was ordered', async () => {
    using workspace = new Workspace();
    const order = makeOrder(workspace.dir, '', { program: '/usr/bin/env', args: [], environment: { A: 'b' } });
    assert.doesNotMatch(stdoutOf(await (await openRealSandbox()).run(order)), /^PATH=/m);
  });

  testWith('bwrap', 'has its environment in nobody’s arguments', async () => {
    using workspace = new Workspace();
    const value = `value-${process.pid}-${process.hrtime.bigint()}`;
    let seen = '';
    const order = makeOrder(workspace.dir, 'echo up; read -r line < fifo', {
      environment: { PATH: '/usr/bin:/bin', TOKEN: value },
      onOutput() {
        seen = spawnSync('ps', ['-A', '-o', 'args='], { encoding: 'utf8' }).stdout;
        controller.abort();
      },
    });
    const controller = new AbortController();
    spawnSync('mkfifo', [workspace.path('fifo')]);
    const end = await (await openRealSandbox()).run({ ...order, signal: controller.signal });
    assert.equal(end.kind === 'stopped' && end.reason, 'abort');
    assert.match(seen, /bwrap/);
    assert.ok(!seen.includes(value));
  });

  testWith('bwrap', 'sees no process but its own', async () => {
    using workspace = new Workspace();
    const script = `cat /proc/${process.pid}/environ /proc/${process.pid}/cmdline /proc/*/cmdline | tr '\\0' ' ';
      kill -0 ${process.pid} || echo gone`;
    const end = await (await openRealSandbox()).run(makeOrder(workspace.dir, script));
    assert.match(stdoutOf(end), /gone/);
    assert.ok(!stdoutOf(end).includes(readFileSync('/proc/self/cmdline', 'utf8').split('\0').join(' ').trim()));
  });

  testWith('bwrap', 'has no capability, whoever starts it', async () => {
    using workspace = new Workspace();
    const end = await (await openRealSandbox()).run(
      makeOrder(workspace.dir, 'grep CapEff /proc/self/status; mount -o remount,rw /'),
    );
    assert.match(stdoutOf(end), /^CapEff:\s0+$/m);
    assert.ok(end.kind === 'exited' && end.code !== 0);
  });

  testWith('bwrap', 'stands in the same folder as outside', async () => {
    using workspace = new Workspace().write({ 'a/b/c': '' });
    const order = { ...makeOrder(workspace.dir, 'pwd -P'), folder: workspace.path('a/b') };
    assert.equal(stdoutOf(await (await openRealSandbox()).run(order)), `${workspace.path('a/b')}\n`);
  });

  testWith('bwrap', 'cannot take away what covers a place, not even with namespaces of its own', async () => {
    using home = new Workspace().write({ secret: 'private', 'tree/kept/a': 'old' });
    const tree = home.path('tree');
    const script = `unshare -Urm sh -c 'umount -l ${home.dir}; mount -o remount,bind,rw ${tree}/kept; umount -l ${tree}/kept;
      cat ${home.dir}/secret; echo new > kept/a'; umount -l ${home.dir}; cat ${home.dir}/secret; cat kept/a`;
    const order = makeOrder(tree, script, { protected: [`${tree}/kept`] });
    assert.equal(stdoutOf(await (await openRealSandbox(home.dir)).run(order)), 'old');
    assert.equal(readFileSync(home.path('tree/kept/a'), 'utf8'), 'old');
  });

  testWith('bwrap', 'is confined also if the user is not root', async () => {
    // For root there is somebody who is not; everybody else is one already.
    const user = process.getuid?.() === 0 ? ['--reuid', '65534', '--regid', '65534', '--clear-groups'] : [];
    using home = new Workspace().write({ secret: 'private', 'tree/a': '' });
    for (const path of [home.dir, home.path('tree')]) chmodSync(path, 0o777);
    const { description } = await openRealSandbox(home.dir);
    assert.ok(description.level === 'bwrap');
    const script = `id -u; echo x > own && cat own; cat ../secret;
      unshare -Urm sh -c 'umount -l ${home.dir}; cat ../secret; echo y > /etc/own'`;
    const order = makeOrder(home.path('tree'), script, { environment: { PATH: '/usr/bin:/bin' } });
    const line = makeConfinedOrder(order, description.confiner);
    assert.ok(!('errno' in line));
    const { stdout, stderr } = spawnSync('setpriv', [...user, line.program, ...line.args], {
      ...{ encoding: 'utf8', cwd: '/', env: line.environment },
    });
    assert.equal(stdout, `${user.length === 0 ? process.getuid?.() : 65534}\nx\n`, stderr);
    assert.match(stderr, /secret: No such file/);
  });
});
