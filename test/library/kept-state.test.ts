import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Workspace } from '../workspace.ts';
import { fatesOf, makeActs, runActs, valuesOf } from './run-acts.ts';

const hostScript = fileURLToPath(new URL('../fixtures/executors/host.ts', import.meta.url));

function readEvents(baseDir: string): { kind: string; task?: string; step?: string }[] {
  const paths = globSync('batches/*/journal.ndjson', { cwd: baseDir }).sort();
  const lines = paths.flatMap((path) => readFileSync(`${baseDir}/${path}`, 'utf8').split('\n').filter(Boolean));
  return lines.map((line) => JSON.parse(line));
}

test('with a base folder a finished step is not repeated by the next attempt', async () => {
  using place = new Workspace();
  const file = place.path('trace');
  const [value] = valuesOf(await runActs([{ id: 'a', act: 'crashOnce', file }], { baseDir: place.path('state') }));
  assert.equal(readFileSync(file, 'utf8'), 'first\n');
  assert.equal(Reflect.get(Object(value), 'first'), Reflect.get(Object(value), 'before'));
});

test('without one the step runs again, and nothing is written anywhere', async () => {
  using place = new Workspace();
  const file = place.path('trace');
  assert.deepEqual(fatesOf(await runActs([{ id: 'a', act: 'crashOnce', file }])), { a: 'done' });
  assert.equal(readFileSync(file, 'utf8'), 'first\nfirst\n');
  assert.deepEqual(readdirSync(place.dir).sort(), ['trace', 'trace.crashed']);
});

test('a second step of one name is refused, with and without a base folder; one that threw may be tried again', async () => {
  using place = new Workspace();
  for (const config of [{}, { baseDir: place.path('state') }]) {
    const twice = await runActs([{ id: 'a', act: 'stepTwice' }], config);
    const advice = 'there are two steps "same": give each step of a task a name of its own, in a loop with a number';
    assert.deepEqual(twice.get('a'), { kind: 'failed', failure: { code: 'input', message: advice } });
    assert.deepEqual(valuesOf(await runActs([{ id: 'b', act: 'stepAgain' }], config)), [2]);
  }
});

test('the journal tells the whole story, and a task that is done leaves no checkpoint', async () => {
  using place = new Workspace();
  const baseDir = place.path('state');
  await runActs([{ id: 'a', act: 'crashOnce', file: place.path('trace') }], { baseDir });
  const story = readEvents(baseDir).map(({ kind, step }) => (step === undefined ? kind : `${kind} ${step}`));
  assert.deepEqual(story, [
    'note',
    'task-started',
    'step-done first',
    'attempt-failed',
    'task-started',
    'step-done second',
    'task-done',
    'batch-ended',
  ]);
  assert.deepEqual(readdirSync(`${baseDir}/checkpoints`), []);
});

test('a host that is killed goes on with finished steps when it is started again', async () => {
  using place = new Workspace();
  const baseDir = place.path('state');
  const file = place.path('trace');
  const args = [hostScript, JSON.stringify({ act: 'stepThenHang', file, count: 2, parallel: 2, baseDir })];
  const host = spawn(process.execPath, args, { stdio: 'ignore' });
  while (readEvents(baseDir).filter(({ kind }) => kind === 'step-done').length < 2) await sleep(20);
  const closed = new Promise((resolve) => host.on('close', resolve));
  host.kill('SIGKILL');
  await closed;
  const again = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  while (readFileSync(`${file}.reached`, 'utf8').split('\n').length < 5) await sleep(20);
  again.kill('SIGKILL');
  assert.equal(readFileSync(file, 'utf8'), 'step\nstep\n');
});

test('a task that was done runs again when it is given again', async () => {
  using place = new Workspace();
  const baseDir = place.path('state');
  const file = place.path('notes');
  for (let call = 0; call < 2; call += 1) await runActs(makeActs('stepNote', 1, { file }), { baseDir });
  assert.equal(readFileSync(file, 'utf8'), 'step\nstep\n');
  assert.equal(readEvents(baseDir).filter(({ kind }) => kind === 'task-done').length, 2);
});

test('a changed task does not get the steps of the old one', async () => {
  using place = new Workspace();
  const baseDir = place.path('state');
  const file = place.path('notes');
  await runActs(makeActs('stepThenThrow', 1, { file, payload: 1 }), { baseDir, maxAttempts: 1 });
  await runActs(makeActs('stepThenThrow', 1, { file, payload: 1 }), { baseDir, maxAttempts: 1 });
  assert.equal(readFileSync(file, 'utf8'), 'step\n');
  await runActs(makeActs('stepThenThrow', 1, { file, payload: 2 }), { baseDir, maxAttempts: 1 });
  assert.equal(readFileSync(file, 'utf8'), 'step\nstep\n');
  assert.ok(readEvents(baseDir).some(({ kind }) => kind === 'checkpoint-reset'));
});

test('two batches in one base folder at once: the second is refused', async () => {
  using place = new Workspace();
  const baseDir = place.path('state');
  const first = runActs(makeActs('sleep', 1, { ms: 3000 }), { baseDir });
  while (!existsSync(`${baseDir}/agentos.lock.json`)) await sleep(10);
  await assert.rejects(runActs(makeActs('pid', 1), { baseDir }), { code: 'BATCH_RUNNING' });
  assert.deepEqual(fatesOf(await first), { t0: 'done' });
  assert.deepEqual(fatesOf(await runActs(makeActs('pid', 1), { baseDir })), { t0: 'done' });
});
