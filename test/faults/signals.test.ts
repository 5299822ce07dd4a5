import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { firstOf, testWith } from '../needs.ts';
import { checkRepository } from './checker.ts';
import { bin, findWorkers, runAgentos, type Started, start, startAgentos, startByShell, waitFor } from './processes.ts';
import { countEvents, designsOf, listDesigns, makeRepository, requirements } from './scripts.ts';
import { readLedger } from './six-tasks.ts';

const hangingOnce = { draft: [[{ hang: true }, { answer: 'offline' }]] };
/** The first two; whatever comes after them has nothing to wait for. */
const hangsOnce = { 1: hangingOnce, 2: hangingOnce };
const brief = { '*': { draft: [{ delayMs: 300, answer: 'offline' }] } };

async function startHanging(repo: string): Promise<Started> {
  const run = startAgentos(requirements(2), { cwd: repo });
  await waitFor('two calls', () => readLedger(repo).size >= 2);
  return run;
}

async function expectResumable(repo: string, tasks: number): Promise<void> {
  assert.deepEqual(checkRepository(repo, 'interrupted'), []);
  const { code, stderr } = await runAgentos(['resume'], { cwd: repo });
  assert.equal(code, 0, stderr);
  assert.deepEqual(listDesigns(repo), designsOf(tasks));
  assert.deepEqual(checkRepository(repo, 'over'), []);
}

for (const [row, signal, code] of [
  ['D1', 'SIGINT', 130],
  ['D3', 'SIGTERM', 143],
  ['D4', 'SIGHUP', 129],
] as const) {
  test(`${row}: ${signal} starts nothing new, ends with a summary and ${code}, and is resumable`, async () => {
    using workspace = makeRepository(4, hangsOnce);
    const run = await startHanging(workspace.dir);
    run.child.kill(signal);
    const { code: exitCode, stderr } = await run.ended;
    assert.equal(exitCode, code, stderr);
    assert.match(stderr, /agentos resume \S+/);
    assert.match(stderr, /0 done .* 4 cancelled/);
    assert.equal(countEvents(workspace.dir, 'task-started'), 2);
    assert.deepEqual(findWorkers(run.pid), []);
    await expectResumable(workspace.dir, 4);
  });
}

test('D2: a second signal ends everything now', async () => {
  using workspace = makeRepository(2, { '*': { draft: [[{ crash: 'loop' }, { answer: 'offline' }]] } });
  const run = await startHanging(workspace.dir);
  const workers = findWorkers(run.pid);
  run.child.kill('SIGINT');
  await waitFor('the first signal to be heard', () => countEvents(workspace.dir, 'batch-stopping') === 1);
  run.child.kill('SIGINT');
  const { code, stderr } = await run.ended;
  assert.equal(code, 130, stderr);
  assert.ok(workers.every((pid) => findWorkers(run.pid).includes(pid) === false));
  await expectResumable(workspace.dir, 2);
});

test('D3: SIGTERM and then SIGKILL is no worse than SIGKILL', async () => {
  using workspace = makeRepository(2, hangsOnce);
  const run = await startHanging(workspace.dir);
  run.child.kill('SIGTERM');
  await waitFor('the signal to be heard', () => countEvents(workspace.dir, 'batch-stopping') === 1);
  run.child.kill('SIGKILL');
  await run.ended;
  await expectResumable(workspace.dir, 2);
});

test('D10: a step that is busy for ever ends with the batch that is stopped', async () => {
  using workspace = makeRepository(2, { 1: { draft: [[{ crash: 'loop' }, { answer: 'offline' }]] }, 2: hangingOnce });
  const run = await startHanging(workspace.dir);
  run.child.kill('SIGINT');
  const { code } = await run.ended;
  assert.equal(code, 130);
  assert.deepEqual(findWorkers(run.pid), []);
  await expectResumable(workspace.dir, 2);
});

testWith('bash', 'D4: under nohup a batch outlives its terminal', async () => {
  using workspace = makeRepository(2, brief);
  const script = 'nohup "$@" < /dev/null & echo $! > pid; wait $!';
  const run = start(['bash', '-c', script, 'bash', process.execPath, bin, ...requirements(2)], { cwd: workspace.dir });
  await waitFor('two calls', () => readLedger(workspace.dir).size >= 2);
  process.kill(Number(readFileSync(workspace.path('pid'), 'utf8')), 'SIGHUP');
  const { code, stderr } = await run.ended;
  assert.equal(code, 0, stderr);
  assert.deepEqual(listDesigns(workspace.dir), designsOf(2));
});

testWith('bash', 'D4: under nohup it outlives its terminal before it has begun, and in a script', async () => {
  const scripts = [
    'nohup "$@" < /dev/null & echo $! > pid; wait $!',
    'trap "" HUP; "$@" < /dev/null & echo $! > pid; wait $!',
  ];
  for (const script of scripts) {
    using workspace = makeRepository(1, {});
    const dawdling = `await import('node:fs').then((fs) => fs.writeFileSync(${JSON.stringify(workspace.path('asked'))}, ''));
      await new Promise((resolve) => setTimeout(resolve, 500)); export default {};`;
    workspace.write({ 'agentos.config.mts': dawdling });
    const argv = ['bash', '-c', script, 'bash', process.execPath, bin, ...requirements(1)];
    const run = start(argv, { cwd: workspace.dir });
    await waitFor('the config to be read', () => existsSync(workspace.path('asked')));
    process.kill(Number(readFileSync(workspace.path('pid'), 'utf8')), 'SIGHUP');
    const { code, stderr } = await run.ended;
    assert.equal(code, 0, `${script}: ${stderr}`);
    assert.deepEqual(listDesigns(workspace.dir), designsOf(1));
  }
});

testWith('bash', 'D4: under nohup a simulator outlives its terminal', async () => {
  using workspace = makeRepository(0, {});
  const script = 'nohup "$@" < /dev/null > said & echo $! > pid; wait $!';
  const run = start(['bash', '-c', script, 'bash', process.execPath, bin, 'simulate'], { cwd: workspace.dir });
  const said = workspace.path('said');
  await waitFor('the simulator', () => existsSync(said) && readFileSync(said, 'utf8').includes('export '));
  const pid = Number(readFileSync(workspace.path('pid'), 'utf8'));
  process.kill(pid, 'SIGHUP');
  await setTimeout(300);
  assert.ok(process.kill(pid, 'SIGTERM'), 'it is there to be stopped');
  const { code, stderr } = await run.ended;
  assert.equal(code, 0, stderr);
});

test('D5: a reader that goes away stops nothing and breaks nothing', async () => {
  for (const flags of firstOf(1, [[], ['--events'], ['--json']])) {
    using workspace = makeRepository(2, brief);
    const script = '("$@"; echo $? > code) | head -c 1 > /dev/null';
    const { stderr } = await startByShell(script, requirements(2, ...flags), { cwd: workspace.dir }).ended;
    assert.doesNotMatch(stderr, /EPIPE|\n\s+at /);
    assert.ok(['0\n', '74\n'].includes(readFileSync(workspace.path('code'), 'utf8')), stderr);
    assert.deepEqual(listDesigns(workspace.dir), designsOf(2));
    assert.deepEqual(checkRepository(workspace.dir, 'over'), []);
  }
});

test('D7: without stdin, stdout or stderr a batch does its work and ends with the right code', async () => {
  for (const closing of firstOf(1, ['<&- >&- 2>&-', '<&-', '>&-', '2>&-'])) {
    using workspace = makeRepository(2, { 2: { draft: [{ crash: 'throw' }] } });
    const { code, stderr } = await startByShell(`exec "$@" ${closing}`, requirements(2), { cwd: workspace.dir }).ended;
    assert.equal(code, 1, `${closing} ${stderr}`);
    assert.deepEqual(listDesigns(workspace.dir), designsOf(1));
    assert.deepEqual(checkRepository(workspace.dir, 'over'), []);
  }
});

test('D8: where output cannot be written the batch says so with 74, and its tasks are safe', async () => {
  for (const flags of firstOf(1, [[], ['--json'], ['--events']])) {
    using workspace = makeRepository(2, {});
    const { code, stderr } = await startByShell('exec "$@" > /dev/full', requirements(2, ...flags), {
      cwd: workspace.dir,
    }).ended;
    assert.equal(code, 74, `${flags} ${stderr}`);
    assert.doesNotMatch(stderr, /\n\s+at /);
    assert.deepEqual(listDesigns(workspace.dir), designsOf(2));
    assert.deepEqual(checkRepository(workspace.dir, 'over'), []);
  }
});

test('D16: stopped by Ctrl+Z and continued, a batch goes on where it was', async () => {
  using workspace = makeRepository(2, brief);
  const run = startAgentos(requirements(2), { cwd: workspace.dir });
  await waitFor('two calls', () => readLedger(workspace.dir).size >= 2);
  run.child.kill('SIGTSTP');
  await waitFor('the stop', () => /\) T /.test(readFileSync(`/proc/${run.pid}/stat`, 'latin1')));
  await setTimeout(500);
  run.child.kill('SIGCONT');
  const { code, stderr } = await run.ended;
  assert.equal(code, 0, stderr);
  assert.equal(countEvents(workspace.dir, 'task-started'), 2);
  assert.deepEqual(checkRepository(workspace.dir, 'over'), []);
});
