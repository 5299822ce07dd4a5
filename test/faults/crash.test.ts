import assert from 'node:assert/strict';
import { appendFileSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { checkRepository } from './checker.ts';
import { readFates } from './journals.ts';
import { findWorkers, runAgentos, startAgentos, waitFor } from './processes.ts';
import { countEvents, designsOf, listDesigns, makeRepository, readLog, requirements } from './scripts.ts';
import { readLedger } from './six-tasks.ts';

const hangsOnce = { draft: [[{ hang: true }, { answer: 'offline' }]] };
const takesLong = (delayMs: number) => ({ draft: [{ delayMs, answer: 'offline' }] });

test('A4: with the coordinator killed, eight workers end too, and a resume does everything that is left', async () => {
  using workspace = makeRepository(8, { '*': hangsOnce });
  const run = startAgentos(requirements(8), { cwd: workspace.dir });
  await waitFor('eight calls', () => readLedger(workspace.dir).size >= 8);
  const workers = findWorkers(run.pid);
  assert.ok(workers.length >= 8);
  run.child.kill('SIGKILL');
  assert.equal((await run.ended).signal, 'SIGKILL');
  await waitFor('the end of the workers', () => findWorkers(run.pid).length === 0 && workers.every(isGone));
  assert.deepEqual(checkRepository(workspace.dir, 'interrupted'), []);
  assert.equal((await runAgentos(['resume'], { cwd: workspace.dir })).code, 0);
  assert.deepEqual(checkRepository(workspace.dir, 'over'), []);
  assert.deepEqual(listDesigns(workspace.dir), designsOf(8));
});

test('A5: a worker that is killed costs its own task an attempt and the others nothing', async () => {
  using workspace = makeRepository(3, { '*': takesLong(1_500) });
  const run = startAgentos(requirements(3), { cwd: workspace.dir });
  await waitFor('three calls', () => readLedger(workspace.dir).size >= 3);
  process.kill(findWorkers(run.pid)[0] ?? 0, 'SIGKILL');
  assert.equal((await run.ended).code, 0);
  assert.deepEqual(listDesigns(workspace.dir), designsOf(3));
  assert.equal(countEvents(workspace.dir, 'attempt-failed'), 1);
  assert.equal(countEvents(workspace.dir, 'task-started'), 4);
  assert.deepEqual(checkRepository(workspace.dir, 'over'), []);
});

test('A9, A10, E12: tasks that exhaust their heap, throw or die in every attempt fail alone', async () => {
  const always = (crash: string) => ({ draft: [{ crash }] });
  using workspace = makeRepository(5, { 1: always('memory'), 2: always('throw'), 3: always('kill') });
  workspace.write({ 'agentos.config.json': '{ "workerHeapMb": 64 }' });
  const { code } = await runAgentos(requirements(3), { cwd: workspace.dir });
  assert.equal(code, 1);
  const expected = { 1: 'failed crash', 2: 'failed defect', 3: 'failed crash', 4: 'done', 5: 'done' };
  assert.deepEqual(Object.fromEntries([...readFates(workspace.dir)].sort()), expected);
  const log = readLog(workspace.dir, '2');
  assert.match(log, /thrown because the script says so\n\s+at /);
  assert.deepEqual(checkRepository(workspace.dir, 'over'), []);
});

test('A9: a coordinator that aborts itself is no worse than one that is killed', async () => {
  using workspace = makeRepository(2, { '*': hangsOnce });
  const run = startAgentos(requirements(2), { cwd: workspace.dir });
  await waitFor('two calls', () => readLedger(workspace.dir).size >= 2);
  run.child.kill('SIGABRT');
  assert.equal((await run.ended).signal, 'SIGABRT');
  assert.equal((await runAgentos(['resume'], { cwd: workspace.dir })).code, 0);
  assert.deepEqual(checkRepository(workspace.dir, 'over'), []);
});

test('A13: time that the whole machine slept counts for no timeout, and nothing starts twice', async () => {
  using workspace = makeRepository(2, { '*': takesLong(1_500) });
  const run = startAgentos(requirements(2, '--task-timeout', '20'), { cwd: workspace.dir });
  await waitFor('two calls', () => readLedger(workspace.dir).size >= 2);
  const all = [run.pid, ...findWorkers(run.pid)];
  for (const pid of all) process.kill(pid, 'SIGSTOP');
  await setTimeout(3_000);
  for (const pid of all.toReversed()) process.kill(pid, 'SIGCONT');
  assert.equal((await run.ended).code, 0);
  assert.equal(countEvents(workspace.dir, 'task-started'), 2);
  assert.equal(countEvents(workspace.dir, 'attempt-failed'), 0);
});

test('A15: an issue that changed under an interrupted batch is told, and each way to go on does what it says', async () => {
  for (const [policy, code, fate] of [
    [null, 1, 'failed changed'],
    ['rerun', 0, 'done'],
    ['ignore', 0, 'done'],
  ] as const) {
    using workspace = makeRepository(2, { '*': takesLong(1_200) });
    const run = startAgentos(requirements(2), { cwd: workspace.dir });
    await waitFor('two calls', () => readLedger(workspace.dir).size >= 2);
    run.child.kill('SIGKILL');
    await run.ended;
    appendFileSync(workspace.path('docs/issues/1-title.md'), '- [ ] And one thing more\n');
    const flags = policy === null ? [] : ['--on-changed', policy];
    const resumed = await runAgentos(['resume', ...flags], { cwd: workspace.dir });
    assert.equal(resumed.code, code, resumed.stderr);
    assert.equal(readFates(workspace.dir).get('1'), fate);
    assert.equal(readFates(workspace.dir).get('2'), 'done');
    const design = fate === 'done' ? readFileSync(workspace.path('docs/lld/active/LLD-1.md'), 'utf8') : '';
    assert.equal(design.includes('REQ-2: And one thing more'), policy === 'rerun');
  }
});

test('A16: resuming a finished batch does nothing, says so, and ends well', async () => {
  using workspace = makeRepository(1, {});
  assert.equal((await runAgentos(requirements(1), { cwd: workspace.dir })).code, 0);
  const before = workspace.list();
  const { code, stderr, stdout } = await runAgentos(['resume'], { cwd: workspace.dir });
  assert.equal(code, 0);
  assert.match(stderr + stdout, /finished/);
  assert.deepEqual(workspace.list(), before);
});

function isGone(pid: number): boolean {
  try {
    return /^\d+ \(.*\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return true;
  }
}
