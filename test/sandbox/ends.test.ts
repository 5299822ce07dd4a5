import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { ConfinedOrder } from '../../src/sandbox/sandbox.ts';
import { testWith } from '../needs.ts';
import { projectDir, Workspace } from '../workspace.ts';
import { makeOrder, openRealSandbox, stdoutOf } from './confined.ts';

const limits = { idleMs: 60_000, wallMs: 60_000, maxOutputBytes: 16 * 1024 * 1024 };

/** Leaves a process in a session of its own that hears no request to end; its arguments are unheard of elsewhere. */
function leaveDaemon(seconds: number): string {
  return `(trap '' TERM HUP; setsid sh -c 'trap "" TERM HUP; echo deaf; sleep ${seconds}' &)`;
}

function isRunning(words: readonly string[]): boolean {
  const wanted = words.join('\0');
  return listCommands().some((command) => command.includes(wanted));
}

function listCommands(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return [readFileSync(`/proc/${pid}/cmdline`, 'latin1')];
      } catch {
        return [];
      }
    });
}

describe('a confined program', { concurrency: 2 }, () => {
  testWith('bwrap', 'reads its input, and what it prints comes back with its exit code', async () => {
    using workspace = new Workspace();
    const input = 'ä€😀'.repeat(50_000);
    const end = await (await openRealSandbox()).run(makeOrder(workspace.dir, 'cat; echo oh >&2; exit 3', { input }));
    assert.deepEqual(end, { kind: 'exited', code: 3, stdout: input, stderr: 'oh\n' });
  });

  testWith('bwrap', 'that a signal ended says so as a shell would', async () => {
    using workspace = new Workspace();
    const sandbox = await openRealSandbox();
    for (const [signal, code] of [
      ['KILL', 137],
      ['TERM', 143],
    ] as const) {
      const end = await sandbox.run(makeOrder(workspace.dir, `echo before; kill -${signal} $$`));
      assert.deepEqual(end, { kind: 'exited', code, stdout: 'before\n', stderr: '' });
    }
  });

  testWith('bwrap', 'that has ended leaves nobody who writes for even a moment more', async () => {
    using workspace = new Workspace();
    const sandbox = await openRealSandbox();
    const write = 'exec >/dev/null 2>&1; for i in $(seq 40); do while :; do echo x >> written; done & done; wait';
    for (let round = 0; round < 8; round += 1) {
      await sandbox.run(makeOrder(workspace.dir, `setsid sh -c '${write}' & until [ -s written ]; do :; done`));
      const { size } = statSync(workspace.path('written'));
      await pause(50);
      assert.equal(statSync(workspace.path('written')).size, size);
      workspace.remove('written');
    }
  });

  testWith('bwrap', 'may print 10 MB, of whatever bytes, and is heard while it runs', async () => {
    using workspace = new Workspace();
    const heard: Buffer[] = [];
    const order: ConfinedOrder = {
      ...makeOrder(workspace.dir, String.raw`printf 'a\377\376b'; head -c 10000000 /dev/zero; printf '\303' >&2`, {
        limits,
      }),
      onOutput: (chunk, stream) => void (stream === 'stdout' && heard.push(chunk)),
    };
    const end = await (await openRealSandbox()).run(order);
    assert.ok(end.kind === 'exited' && end.stdout.startsWith('a\uFFFD\uFFFDb\0') && end.stderr === '\uFFFD');
    const bytes = Buffer.concat(heard);
    assert.equal(bytes.length, 10_000_004);
    assert.deepEqual([...bytes.subarray(0, 4)], [0x61, 0xff, 0xfe, 0x62]);
  });

  testWith('bwrap', 'that prints more than it may is stopped', async () => {
    using workspace = new Workspace();
    const order = makeOrder(workspace.dir, 'cat /dev/zero', { limits: { ...limits, maxOutputBytes: 100_000 } });
    const end = await (await openRealSandbox()).run(order);
    assert.equal(end.kind === 'stopped' && end.reason, 'output');
  });

  testWith('bwrap', 'that cannot be started says why', async () => {
    using workspace = new Workspace().write({ 'no-program': 'x' });
    const sandbox = await openRealSandbox();
    const order = makeOrder(workspace.dir, '');
    const errnoOf = async (changes: Partial<ConfinedOrder>) => {
      const end = await sandbox.run({ ...order, ...changes });
      return end.kind === 'unstartable' && end.errno;
    };
    assert.equal(await errnoOf({ program: '/nowhere/at-all' }), 'ENOENT');
    assert.equal(await errnoOf({ program: workspace.path('no-program') }), 'EACCES');
    assert.equal(await errnoOf({ folder: workspace.path('missing') }), 'ENOENT');
    assert.equal(await errnoOf({ folder: workspace.path('no-program') }), 'ENOTDIR');
    assert.equal(await errnoOf({ writable: [workspace.path('missing')] }), 'ENOENT');
    assert.equal(await errnoOf({ writable: ['relative'] }), 'EINVAL');
    assert.match(String(await errnoOf({ hidden: [workspace.dir], writable: [] })), /^sandbox \(bwrap: Can't chdir/);
  });

  testWith('bwrap', 'takes along whatever it left running, in whatever session', async () => {
    using workspace = new Workspace();
    const seconds = 20_000 + process.pid;
    const end = await (await openRealSandbox()).run(makeOrder(workspace.dir, `${leaveDaemon(seconds)}; sleep 0.1`));
    assert.equal(stdoutOf(end), 'deaf\n');
    assert.ok(!isRunning(['sleep', String(seconds)]));
  });

  for (const [at, reason] of (['abort', 'idle', 'wall'] as const).entries())
    testWith('bwrap', `is gone with all its descendants by ${reason}`, async () => {
      using workspace = new Workspace();
      const seconds = 30_000 + process.pid + at * 10_000_000;
      const controller = new AbortController();
      let wasRunning = false;
      const order = makeOrder(
        workspace.dir,
        `${leaveDaemon(seconds)}; trap '' TERM; ${reason === 'wall' ? 'while :; do echo .; sleep 0.1; done' : 'sleep 1000'}`,
        {
          signal: controller.signal,
          limits: { ...limits, ...(reason === 'idle' && { idleMs: 500 }), ...(reason === 'wall' && { wallMs: 1000 }) },
          onOutput(chunk) {
            wasRunning ||= chunk.includes('deaf');
            if (reason === 'abort' && wasRunning) controller.abort();
          },
        },
      );
      const end = await (await openRealSandbox()).run(order);
      assert.equal(end.kind === 'stopped' && end.reason, reason);
      assert.ok(wasRunning);
      assert.ok(!isRunning(['sleep', String(seconds)]));
    });

  testWith('bwrap', 'dies with the process that runs it', async () => {
    using workspace = new Workspace();
    const seconds = 50_000_000 + process.pid;
    const script = `
      const { openRealSandbox, makeOrder } = await import(${JSON.stringify(join(projectDir, 'test/sandbox/confined.ts'))});
      const order = makeOrder(${JSON.stringify(workspace.dir)}, ${JSON.stringify(`${leaveDaemon(seconds)}; sleep 1000`)});
      await (await openRealSandbox()).run({ ...order, onOutput: () => process.stdout.write('up') });`;
    const runner = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(runner.stdout, 'data');
    assert.ok(isRunning(['sh', '-c', `trap "" TERM HUP; echo deaf; sleep ${seconds}`]));
    const exited = once(runner, 'exit');
    runner.kill('SIGKILL');
    await exited;
    // A test that waits for ever is ended by its runner.
    while (listCommands().some((command) => command.includes(String(seconds))))
      await new Promise((resolve) => setTimeout(resolve, 5));
  });
});
