import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { findProcess } from '../../src/processes/process-table.ts';
import { acquireLock, type BatchLock } from '../../src/store/lock.ts';
import { readBootId } from '../../src/store/process-identity.ts';
import { projectDir, Workspace } from '../workspace.ts';

const startedAt = Date.parse('2026-11-16T02:03:04.005Z');

function startTimeOf(pid: number): string | null {
  return findProcess(pid)?.startTime ?? null;
}

function acquire(workspace: Workspace, pid = process.pid, startsOf = startTimeOf): BatchLock {
  return acquireLock({
    folder: workspace.dir,
    owner: { pid, host: hostname(), startedAt, batch: 'mine' },
    startTimeOf: startsOf,
  });
}

function recordOf(changes: object): Record<string, string> {
  const owner = { pid: process.pid, host: hostname(), startedAt, batch: 'theirs' };
  const process_ = { processStart: startTimeOf(process.pid), bootId: readBootId() };
  return { 'agentos.lock.json': JSON.stringify({ schemaVersion: 1, ...owner, ...process_, ...changes }) };
}

/** At each line on stdin it lets go of the lock if it has it, else tries to get it, and says how that ended. */
const contender = `
  import { hostname } from 'node:os';
  import { createInterface } from 'node:readline';
  import { acquireLock } from '${join(projectDir, 'src/store/lock.ts')}';
  import { findProcess } from '${join(projectDir, 'src/processes/process-table.ts')}';
  const startTimeOf = (pid) => findProcess(pid)?.startTime ?? null;
  const owner = { pid: process.pid, host: hostname(), startedAt: ${startedAt}, batch: 'batch-' + process.pid };
  let lock = null;
  function tryLock() {
    try {
      lock = acquireLock({ folder: process.argv[1], owner, startTimeOf });
      return 'won';
    } catch (error) {
      return error.code + ' ' + error.message;
    }
  }
  function release() {
    lock[Symbol.dispose]();
    lock = null;
    return 'released';
  }
  console.log('ready');
  for await (const _ of createInterface({ input: process.stdin })) console.log(lock === null ? tryLock() : release());
`;

class Contender implements Disposable {
  readonly child: ChildProcess;
  readonly #lines: NodeJS.AsyncIterator<string>;

  constructor(workspace: Workspace) {
    const stdio = ['pipe', 'pipe', 'inherit'] as const;
    const child = spawn(process.execPath, ['--input-type=module', '-e', contender, workspace.dir], {
      stdio: [...stdio],
    });
    assert.ok(child.stdout);
    this.child = child;
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  }

  async hear(): Promise<string> {
    const { value } = await this.#lines.next();
    return String(value);
  }

  go(): void {
    this.child.stdin?.write('go\n');
  }

  async kill(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }

  [Symbol.dispose](): void {
    this.child.kill('SIGKILL');
  }
}

test('of 32 batches that start at the same instant exactly one gets the repository, round after round', async () => {
  using workspace = new Workspace();
  using stack = new DisposableStack();
  const contenders = Array.from({ length: 32 }, () => stack.use(new Contender(workspace)));
  for (const each of contenders) assert.equal(await each.hear(), 'ready');
  for (let round = 1; round <= 10; round += 1) {
    for (const each of contenders) each.go();
    const answers = await Promise.all(contenders.map((each) => each.hear()));
    const winner = contenders.find((_, at) => answers[at] === 'won');
    const pid = winner?.child.pid;
    const who = `pid ${pid} on host ${hostname()} since 2026-11-16T02:03:04.005Z (batch batch-${pid})`;
    const refused = [who, 'owner not known yet'].map(
      (owner) => `BATCH_RUNNING another batch holds this repository: ${owner}`,
    );
    assert.equal(answers.filter((answer) => answer === 'won').length, 1, `round ${round}`);
    const others = answers.filter((answer) => answer !== 'won' && !refused.includes(answer));
    assert.deepEqual(others, [], `round ${round}`);
    winner?.go();
    assert.equal(await winner?.hear(), 'released');
  }
});

test('an owner that is killed leaves the repository free at once, one that ends leaves no record', async () => {
  using workspace = new Workspace();
  using killed = new Contender(workspace);
  await killed.hear();
  killed.go();
  assert.equal(await killed.hear(), 'won');
  assert.throws(() => acquire(workspace), { code: 'BATCH_RUNNING', message: new RegExp(`pid ${killed.child.pid} `) });
  await killed.kill();
  assert.equal(JSON.parse(readFileSync(workspace.path('agentos.lock.json'), 'utf8')).pid, killed.child.pid);
  const lock = acquire(workspace);
  assert.equal(JSON.parse(readFileSync(workspace.path('agentos.lock.json'), 'utf8')).pid, process.pid);
  lock[Symbol.dispose]();
  lock[Symbol.dispose]();
  assert.deepEqual(readdirSync(workspace.dir), ['agentos.lock']);
  using _again = acquire(workspace);
});

test('a pid that another process has by now is no owner, nor is one of before the last boot', () => {
  for (const changes of [{ processStart: '1' }, { bootId: 'before' }, { processStart: null }, { pid: 2 ** 30 }]) {
    using workspace = new Workspace().write(recordOf(changes));
    using _lock = acquire(workspace);
  }
});

test('a record that cannot be read says nothing', () => {
  for (const record of ['', 'nonsense', 'null', '{"pid":1}']) {
    using workspace = new Workspace().write({ 'agentos.lock.json': record });
    using _lock = acquire(workspace);
  }
});

test('a batch on another host is believed, and the way out is told', () => {
  using workspace = new Workspace().write(recordOf({ host: 'elsewhere', bootId: 'other' }));
  const record = workspace.path('agentos.lock.json');
  assert.throws(() => acquire(workspace), {
    code: 'BATCH_RUNNING',
    message: `another batch holds this repository: pid ${process.pid} on host elsewhere since 2026-11-16T02:03:04.005Z (batch theirs). If that batch is surely gone, remove ${record}`,
  });
  assert.ok(existsSync(record));
  rmSync(record);
  using _lock = acquire(workspace);
});

const skip = readBootId() === null && 'the system does not say which boot this is';

test('a killed batch of another container, or of before the machine was renamed, holds nobody up', { skip }, () => {
  using workspace = new Workspace().write(recordOf({ host: 'elsewhere', processStart: '1' }));
  using _lock = acquire(workspace);
});

test('a living owner whose lock file was deleted still holds the repository', async () => {
  using workspace = new Workspace();
  using owner = new Contender(workspace);
  await owner.hear();
  owner.go();
  await owner.hear();
  rmSync(workspace.path('agentos.lock'));
  assert.throws(() => acquire(workspace), { code: 'BATCH_RUNNING', message: new RegExp(`pid ${owner.child.pid} `) });
  assert.throws(() => acquire(workspace), { code: 'BATCH_RUNNING' }, 'being refused does not free it');
});

test('where the record is of a dead batch while another has just won, no wrong owner is named', async () => {
  using workspace = new Workspace();
  using owner = new Contender(workspace);
  await owner.hear();
  owner.go();
  await owner.hear();
  workspace.write(recordOf({ processStart: '1' }));
  assert.throws(() => acquire(workspace), { code: 'BATCH_RUNNING', message: /owner not known yet$/ });
});

test('what lies where the lock should be is not touched', () => {
  using workspace = new Workspace().write({ victim: '', 'a/agentos.lock': 'a text that somebody wrote' });
  symlinkSync('victim', workspace.path('agentos.lock'));
  assert.throws(() => acquire(workspace), { code: 'FILE_UNWRITABLE', message: /no regular file/ });
  const owner = { pid: process.pid, host: hostname(), startedAt, batch: 'b' };
  const folder = workspace.path('a');
  assert.throws(() => acquireLock({ folder, owner, startTimeOf }), { code: 'FILE_UNWRITABLE' });
  assert.equal(readFileSync(workspace.path('a/agentos.lock'), 'utf8'), 'a text that somebody wrote');
  const missing = workspace.path('missing');
  assert.throws(() => acquireLock({ folder: missing, owner, startTimeOf }), { code: 'FILE_UNWRITABLE' });
});

test('a process is known by its start, whatever its name is', async () => {
  assert.match(startTimeOf(process.pid) ?? '', /^\d+$/);
  assert.equal(startTimeOf(2 ** 30), null);
  using workspace = new Workspace();
  const sleep = spawnSync('sh', ['-c', 'command -v sleep'], { encoding: 'utf8' }).stdout.trim();
  symlinkSync(sleep, workspace.path('x) 1 (y'));
  const child = spawn(workspace.path('x) 1 (y'), ['60']);
  await once(child, 'spawn');
  const ticks = Number(startTimeOf(child.pid ?? 0));
  assert.ok(ticks >= Number(startTimeOf(process.pid)), 'it started after us');
  child.kill('SIGKILL');
});
