import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Workspace } from '../workspace.ts';
import { fatesOf, makeActs, runActs, valuesOf } from './run-acts.ts';

/** The most tasks that ran at once, by their notes of start and end. */
function mostAtOnce(notes: string): number {
  let running = 0;
  let most = 0;
  for (const line of notes.trim().split('\n')) {
    running += line.startsWith('+') ? 1 : -1;
    most = Math.max(most, running);
  }
  return most;
}

test('as many run at once as asked for, and never more than the cap', async () => {
  using place = new Workspace();
  const cases = [
    { parallel: 3, most: 3 },
    { parallel: 64, maxParallel: 4, most: 4 },
    { parallel: 64, most: 10 },
  ];
  for (const [at, { most, ...config }] of cases.entries()) {
    const file = place.path(String(at));
    await runActs(makeActs('note', 14, { file, ms: 100, company: most }), config);
    assert.equal(mostAtOnce(readFileSync(file, 'utf8')), most);
  }
});

test('tasks that conflict never run at once, whichever of them says so', async () => {
  using place = new Workspace();
  const file = place.path('notes');
  const task = (id: string, conflictsWith?: string[]) => ({
    id,
    act: 'note',
    file,
    ...(conflictsWith && { conflictsWith }),
  });
  await runActs([task('a'), task('b', ['a']), task('c', ['a', 'b']), task('d', ['c'])], { parallel: 4 });
  const running = new Set<string>();
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    const id = line.slice(1);
    if (line.startsWith('-')) running.delete(id);
    else running.add(id);
    for (const pair of ['ab', 'ac', 'bc', 'cd']) {
      assert.ok(!(running.has(pair.charAt(0)) && running.has(pair.charAt(1))), `${pair} at once`);
    }
  }
});

test('a few tasks start a few workers, however many are allowed', async () => {
  const pids = valuesOf(await runActs(makeActs('pid', 2), { parallel: 8 }));
  assert.ok(new Set(pids).size <= 2);
  const reused = valuesOf(await runActs(makeActs('pid', 40), { parallel: 2 }));
  assert.equal(new Set(reused).size, 2);
});

test('aborting first ends steps softly; what hangs is gone within seconds', async () => {
  const abort = new AbortController();
  const deaf = [{ id: 'spin', act: 'spin' }, ...makeActs('hang', 2)];
  const running = runActs([...deaf, { id: 'later', act: 'pid' }], { parallel: 3, signal: abort.signal });
  await sleep(1000);
  const abortedMs = performance.now();
  abort.abort();
  assert.deepEqual(fatesOf(await running), { spin: 'cancelled', t0: 'cancelled', t1: 'cancelled', later: 'cancelled' });
  assert.ok(performance.now() - abortedMs < 20_000);
});

test('a signal that is aborted before the start starts nothing', async () => {
  using place = new Workspace();
  const file = place.path('notes');
  const results = await runActs(makeActs('note', 3, { file }), { signal: AbortSignal.abort() });
  assert.deepEqual(fatesOf(results), { t0: 'cancelled', t1: 'cancelled', t2: 'cancelled' });
  assert.throws(() => readFileSync(file), { code: 'ENOENT' });
});

test('a low limit on open files costs workers, not tasks', () => {
  const script = fileURLToPath(new URL('../fixtures/executors/host.ts', import.meta.url));
  const command = `ulimit -n 64; exec "$0" "$1" '{"act":"pid","count":40,"parallel":16,"maxParallel":16}'`;
  const { stdout, stderr } = spawnSync('bash', ['-c', command, process.execPath, script], { encoding: 'utf8' });
  const kinds = JSON.parse(stdout || '[]').map(({ kind }: { kind: string }) => kind);
  assert.deepEqual(kinds, Array(40).fill('done'), stderr);
});
