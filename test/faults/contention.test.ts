import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { test } from 'node:test';
import { firstOf, testWith } from '../needs.ts';
import { checkRepository } from './checker.ts';
import { runAgentos, startAgentos, waitFor } from './processes.ts';
import { countEvents, designsOf, listDesigns, makeRepository, readLog, requirements } from './scripts.ts';
import { readLedger } from './six-tasks.ts';

const slowly = { '*': { draft: [{ delayMs: 1_500, answer: 'offline' }] } };
const times = firstOf(3, [1, 2, 3, 4, 5, 6, 7, 8]);

test(`E1: of two batches that start at one instant exactly one runs, ${times.length} times`, async () => {
  using workspace = makeRepository(1, {});
  for (const _ of times) {
    for (const folder of ['.agentos', 'docs/lld', 'docs/lineage', 'ledger.txt'])
      rmSync(workspace.path(folder), { recursive: true, force: true });
    const two = await Promise.all([1, 2].map(() => runAgentos(requirements(1), { cwd: workspace.dir })));
    const codes = two.map(({ code }) => code).sort();
    // The slower one may come when the faster one is done: then there is nothing left to do.
    assert.ok(codes[0] === 0 && (codes[1] === 75 || codes[1] === 0), `${codes} ${two[0]?.stderr} ${two[1]?.stderr}`);
    const refused = two.find(({ code }) => code === 75);
    if (refused !== undefined) assert.match(refused.stderr, /another batch holds this repository/);
    assert.equal(countEvents(workspace.dir, 'task-done'), 1);
    assert.deepEqual([...readLedger(workspace.dir).values()], [1, 1]);
    assert.deepEqual(checkRepository(workspace.dir, 'over'), []);
  }
});

test('E1: the second one says who runs, since when and where', async () => {
  using workspace = makeRepository(1, { '*': { draft: [{ delayMs: 60_000, answer: 'offline' }] } });
  const run = startAgentos(requirements(1), { cwd: workspace.dir });
  await waitFor('a call', () => readLedger(workspace.dir).size === 1);
  for (const args of [requirements(1), ['resume']]) {
    const { code, stderr } = await runAgentos(args, { cwd: workspace.dir });
    assert.equal(code, 75, stderr);
    assert.ok(stderr.includes(`pid ${run.pid} on host ${hostname()}`), stderr);
  }
  run.child.kill('SIGINT');
  assert.equal((await run.ended).code, 130);
});

test('E2, D17: the record of a dead batch is taken over, and whoever has its number now is left alone', async () => {
  using workspace = makeRepository(1, {});
  const stranger = spawn('sleep', ['60'], { stdio: 'ignore' });
  try {
    writeRecord(workspace.dir, { pid: stranger.pid, host: hostname(), processStart: '1', bootId: readBootId() });
    assert.equal((await runAgentos(requirements(1), { cwd: workspace.dir })).code, 0);
    assert.equal(stranger.exitCode, null);
    assert.equal(stranger.signalCode, null);
  } finally {
    stranger.kill('SIGKILL');
  }
});

test('E2: a batch of another host is never taken over without a word of a person', async () => {
  using workspace = makeRepository(1, {});
  writeRecord(workspace.dir, { pid: 4711, host: 'elsewhere', processStart: '1', bootId: 'another' });
  const { code, stderr } = await runAgentos(requirements(1), { cwd: workspace.dir });
  assert.equal(code, 75, stderr);
  assert.match(stderr, /pid 4711 on host elsewhere.*remove .*agentos\.lock\.json/s);
  assert.equal(readLedger(workspace.dir).size, 0);
  rmSync(workspace.path('.agentos/agentos.lock.json'));
  assert.equal((await runAgentos(requirements(1), { cwd: workspace.dir })).code, 0);
});

testWith('git', 'E3: two worktrees of one repository share one lock', async () => {
  using workspace = makeRepository(2, slowly);
  workspace.git('init');
  workspace.git('add', '.');
  workspace.git('commit', '-m', 'Begin');
  workspace.git('worktree', 'add', '-b', 'other', 'second');
  const second = workspace.path('second');
  const run = startAgentos(requirements(2), { cwd: workspace.dir });
  await waitFor('two calls', () => readLedger(workspace.dir).size >= 2);
  const refused = await runAgentos(requirements(2), { cwd: second });
  assert.equal(refused.code, 75, refused.stderr);
  assert.equal((await run.ended).code, 0);
  assert.equal((await runAgentos(requirements(2), { cwd: second })).code, 0);
  assert.deepEqual(listDesigns(second), designsOf(2));
});

test('E12: one cause that ends five tasks in a row stops the batch; a poisoned task alone does not', async () => {
  using poisoned = makeRepository(8, { 2: { draft: [{ crash: 'kill' }] } });
  assert.equal((await runAgentos(requirements(3), { cwd: poisoned.dir })).code, 1);
  assert.equal(listDesigns(poisoned.dir).length, 7);
  using refused = makeRepository(12, { '*': { draft: [{ refuse: 'auth' }] } });
  const { code, stderr } = await runAgentos(requirements(1), { cwd: refused.dir });
  assert.equal(code, 1, stderr);
  assert.match(stderr, /5 tasks in a row failed of the same cause: auth/);
  assert.equal(countEvents(refused.dir, 'task-started'), 5);
});

test('F13: a task that says a lot without a newline, or bytes of control, harms neither log nor terminal', async () => {
  const long = 'Q'.repeat(8 * 1024 * 1024);
  using workspace = makeRepository(2, {
    1: { draft: [{ print: long, answer: 'offline' }] },
    2: { draft: [{ print: '\u001b[2J\u001b]0;title\u0007\u202e\n'.repeat(200), answer: 'offline' }] },
  });
  const { code, stdout, stderr } = await runAgentos(requirements(2), { cwd: workspace.dir });
  assert.equal(code, 0, stderr.slice(-500));
  assert.ok(!/[\u001b\u0007\u202e]/.test(stdout));
  const odd = stdout.split('\n').find((line) => line !== '' && !/^\[(LLD-[12]|COORDINATOR)\] /.test(line));
  assert.equal(odd?.slice(0, 200), undefined);
  assert.equal(readLog(workspace.dir, '1').match(/Q/g)?.length, long.length);
});

function writeRecord(repo: string, owner: object): void {
  mkdirSync(`${repo}/.agentos`, { recursive: true });
  const record = { schemaVersion: 1, startedAt: Date.now(), batch: 'an-older-one', ...owner };
  writeFileSync(`${repo}/.agentos/agentos.lock.json`, JSON.stringify(record));
}

function readBootId(): string | null {
  const path = '/proc/sys/kernel/random/boot_id';
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : null;
}
