import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { type ProgramEnd, type ProgramOrder, runProgram } from '../../src/programs/subprocess.ts';
import { testWith } from '../needs.ts';
import { projectDir, Workspace } from '../workspace.ts';

const limits = { idleMs: 60_000, wallMs: 60_000, maxOutputBytes: 1024 * 1024 };
const environment = { PATH: process.env['PATH'] ?? '' };

/** Runs a script of Node, or another program. */
async function run(script: string, changes: Partial<ProgramOrder> = {}): Promise<ProgramEnd> {
  return await runProgram({
    program: process.execPath,
    args: ['-e', script],
    folder: process.cwd(),
    environment,
    input: '',
    limits,
    isWaiting: () => false,
    signal: new AbortController().signal,
    ...changes,
  });
}

function isRunning(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    return false;
  }
}

/** Starts a process in a session of its own that hears no request to end, and prints its number. */
const startDeafChild = `
  const { spawn } = require('node:child_process');
  const deaf = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); process.stdout.write('up')";
  const child = spawn(process.execPath, ['-e', deaf], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
  child.stdout.once('data', () => { process.stdout.write(String(child.pid)); afterwards(); });
`;

describe('a program', { concurrency: 4 }, () => {
  test('reads its input, and what it prints comes back with its exit code', async () => {
    const script = "process.stdin.pipe(process.stdout); process.stderr.write('oh'); process.exitCode = 3";
    const input = 'ä€😀'.repeat(50_000);
    assert.deepEqual(await run(script, { input }), { kind: 'exited', code: 3, stdout: input, stderr: 'oh' });
  });

  test('sees the environment that it is given, its mark, and nothing else', async () => {
    // Node itself hands on where coverage is written.
    const names = "Object.keys(process.env).filter((name) => name !== 'NODE_V8_COVERAGE')";
    const end = await run(`process.stdout.write(${names}.sort().join())`, {
      environment: { ...environment, ONLY: 'this' },
    });
    assert.equal(end.kind === 'exited' && end.stdout, 'AGENTOS_PROGRAM,ONLY,PATH');
  });

  test('need not read what it is told', async () => {
    const end = await run("process.stdout.write('done')", { input: 'x'.repeat(5_000_000) });
    assert.equal(end.kind === 'exited' && end.stdout, 'done');
  });

  test('is ended by silence, by its time, and by what it prints', async () => {
    const idle = await run('setInterval(() => {}, 1000)', { limits: { ...limits, idleMs: 300 } });
    assert.equal(idle.kind === 'stopped' && idle.reason, 'idle');
    const busy = "setInterval(() => process.stdout.write('.'), 20)";
    const wall = await run(busy, { limits: { ...limits, wallMs: 600 } });
    assert.equal(wall.kind === 'stopped' && wall.reason, 'wall');
    const flood =
      'const more = () => { while (process.stdout.write("x".repeat(65536))); process.stdout.once("drain", more); }; more()';
    const output = await run(flood);
    assert.equal(output.kind === 'stopped' && output.reason, 'output');
  });

  test('is not idle while it waits for somebody', async () => {
    let waits = 3;
    const waiting = await run("setTimeout(() => process.stdout.write('late'), 800)", {
      limits: { ...limits, idleMs: 200 },
      isWaiting: () => {
        waits -= 1;
        return true;
      },
    });
    assert.equal(waiting.kind === 'exited' && waiting.stdout, 'late');
    assert.ok(waits < 3, 'it was asked whether it waits');
  });

  test('has only the end of its complaints kept', async () => {
    const end = await run("process.stderr.write('a'.repeat(300000) + 'the end')");
    assert.ok(end.kind === 'exited' && end.stderr.endsWith('the end') && end.stderr.length <= 16 * 1024);
  });

  test('may not say more than its limit, on either stream or on both together', async () => {
    const limits = { idleMs: 30_000, wallMs: 30_000, maxOutputBytes: 100_000 };
    const endless = (stream: string) => `setInterval(() => process.${stream}.write('a'.repeat(1000)), 1)`;
    let heard = 0;
    const onOutput = (chunk: Buffer) => {
      heard += chunk.length;
    };
    for (const script of [endless('stdout'), endless('stderr'), `${endless('stdout')};${endless('stderr')}`]) {
      heard = 0;
      const end = await run(script, { limits, onOutput });
      assert.equal(end.kind === 'stopped' && end.reason, 'output');
      assert.ok(heard > 50_000 && heard <= 100_000, `${heard} bytes`);
    }
  });

  test('has only the end of its output kept where nobody reads the rest', async () => {
    const limits = { idleMs: 30_000, wallMs: 30_000, maxOutputBytes: 1_000_000, maxKeptBytes: 1000 };
    const end = await run("process.stdout.write('a'.repeat(300000) + 'the end')", { limits });
    assert.ok(end.kind === 'exited' && end.stdout.endsWith('the end'));
    assert.equal(end.stdout.length, 1000);
  });

  test('that is killed by somebody else says by what', async () => {
    const end = await run("process.kill(process.pid, 'SIGKILL')");
    assert.equal(end.kind === 'killed' && end.signal, 'SIGKILL');
  });

  test('that cannot be started says why, and throws nothing', async () => {
    const end = await run('', { folder: '/nowhere/at/all' });
    assert.deepEqual(end, { kind: 'unstartable', errno: 'ENOENT' });
  });

  test('that was called off before it began does not begin', async () => {
    const end = await run("process.stdout.write('never')", { signal: AbortSignal.abort() });
    assert.equal(end.kind === 'stopped' && end.reason, 'abort');
  });

  test('that ends well takes along whatever it left running, in whatever session', async () => {
    const end = await run(`const afterwards = () => process.exit(0); ${startDeafChild}`);
    assert.ok(end.kind === 'exited' && end.code === 0, JSON.stringify(end));
    assert.ok(Number(end.stdout) > 1 && !isRunning(Number(end.stdout)), `${end.stdout} is still there`);
  });

  test('that ends well takes along what it started without its environment', async () => {
    const line =
      "env -i sh -c 'echo $$ | tee up; exec sleep 600 >/dev/null 2>&1' & until [ -s up ]; do sleep 0.01; done; sleep 0.1";
    using workspace = new Workspace();
    const end = await run('', { program: '/bin/sh', args: ['-c', line], folder: workspace.dir });
    assert.ok(end.kind === 'exited' && end.code === 0);
    assert.equal(isRunning(Number(end.stdout)), false);
  });

  test('that is called off is gone with all its descendants, also those that hear nothing', async () => {
    using workspace = new Workspace();
    const note = JSON.stringify(workspace.path('pids'));
    const script = `
      process.on('SIGTERM', () => {});
      const afterwards = () => require('node:fs').writeFileSync(${note}, process.pid + ' ' + child.pid);
      ${startDeafChild}`;
    const controller = new AbortController();
    const running = run(script, { signal: controller.signal });
    const pids = await readWhenThere(workspace.path('pids'));
    controller.abort();
    const end = await running;
    assert.equal(end.kind === 'stopped' && end.reason, 'abort');
    for (const pid of pids.split(' ').map(Number)) assert.ok(pid > 1 && !isRunning(pid), `${pid} is still there`);
  });
});

testWith('setpriv', 'a program dies with the process that runs it', async () => {
  using workspace = new Workspace();
  const module = JSON.stringify(join(projectDir, 'src/programs/subprocess.ts'));
  const inner = `require('node:fs').writeFileSync(${JSON.stringify(workspace.path('pid'))}, String(process.pid)); setInterval(() => {}, 1000)`;
  workspace.write({
    'parent.mjs': `
      const { runProgram } = await import(${module});
      await runProgram({ program: process.execPath, args: ['-e', ${JSON.stringify(inner)}], folder: '/', environment: { PATH: process.env.PATH },
        input: '', limits: ${JSON.stringify(limits)}, isWaiting: () => false, signal: new AbortController().signal });`,
  });
  const parent = spawn(process.execPath, [workspace.path('parent.mjs')], { stdio: 'ignore' });
  const pid = Number(await readWhenThere(workspace.path('pid')));
  const exited = once(parent, 'exit');
  parent.kill('SIGKILL');
  await exited;
  while (isRunning(pid)) await new Promise((resolve) => setTimeout(resolve, 5));
});

/** A test that waits for ever is ended by its runner. */
async function readWhenThere(path: string): Promise<string> {
  for (;;) {
    try {
      const text = readFileSync(path, 'utf8');
      if (text !== '') return text;
    } catch {
      // Not yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
