import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Workspace } from '../workspace.ts';
import { makeActs, runActs, valuesOf } from './run-acts.ts';

const hostScript = fileURLToPath(new URL('../fixtures/executors/host.ts', import.meta.url));

async function waitFor(what: string, isSo: () => boolean, patienceMs = 20_000): Promise<void> {
  for (const startedMs = performance.now(); !isSo(); await sleep(20)) {
    assert.ok(performance.now() - startedMs < patienceMs, `still not: ${what}`);
  }
}

/** A process that has ended and only waits to be noticed is gone. */
function isAlive(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

function pidsIn(file: string): number[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean).map(Number) : [];
}

for (const act of ['hang', 'noteAndSpin']) {
  test(`no worker outlives a host that is killed, also one that does ${act}`, async () => {
    using place = new Workspace();
    const file = place.path('pids');
    const host = spawn(process.execPath, [hostScript, JSON.stringify({ act, file, count: 3, parallel: 3 })]);
    await waitFor('three workers are busy', () => pidsIn(file).length === 3);
    const pids = pidsIn(file);
    assert.deepEqual(pids.map(isAlive), [true, true, true]);
    host.kill('SIGKILL');
    await waitFor('all workers are gone', () => !pids.some(isAlive), 2000);
  });
}

test('what a task leaves behind in a session of its own is gone when its worker is given back', async () => {
  using place = new Workspace();
  const tasks = makeActs('leaveProcess', 1, { file: place.path('pid') });
  const [left] = valuesOf(await runActs([...tasks, { id: 'after', act: 'pid' }], { parallel: 1 }));
  assert.equal(typeof left, 'number');
  assert.ok(!isAlive(Number(left)));
});

test('output belongs to the task that printed it, however quickly the next one follows', async () => {
  const heard = new Map<string, string>();
  const results = await runActs(makeActs('print', 300), {
    parallel: 3,
    onOutput: (id, stream, lines) => heard.set(`${id} ${stream}`, `${heard.get(`${id} ${stream}`) ?? ''}${lines}`),
  });
  for (const id of results.keys()) {
    assert.equal(heard.get(`${id} stdout`), `[${id}] ${id}:out\n`);
    assert.equal(heard.get(`${id} stderr`), `[${id}] ${id}:err\n`);
  }
});

test('output that fills the pipes arrives whole, and at its own task', async () => {
  const bytes = new Map<string, number>();
  const results = await runActs(makeActs('printMuch', 12), {
    parallel: 2,
    onOutput(id, _stream, lines) {
      assert.ok(lines.split('\n').every((line) => line === '' || line.startsWith(`[${id}] ${id} `)));
      bytes.set(id, (bytes.get(id) ?? 0) + lines.length);
    },
  });
  const expected = (id: string) => 20_000 * `[${id}] ${id} ${'x'.repeat(40)}\n`.length;
  for (const id of results.keys()) assert.equal(bytes.get(id), expected(id));
});

test('what a worker printed before it crashed is heard', async () => {
  const heard: string[] = [];
  const onOutput = (_id: string, _stream: string, lines: string) => void heard.push(lines);
  await runActs([{ id: 'last', act: 'printAndExit' }], { maxAttempts: 1, onOutput });
  assert.deepEqual(heard, ['[last] last words\n']);
});
