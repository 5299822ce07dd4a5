import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, linkSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { checkpointPath } from '../../src/store/checkpoint-file.ts';
import { testWith } from '../needs.ts';
import { projectDir, Workspace } from '../workspace.ts';
import { checkpointFile, checkpointName, makeClosed, open } from './checkpoint-setup.ts';

/** A worker that saves for ever and says what is saved, or how it failed. */
const endlessWorker = `
  import { openCheckpoint } from '${join(projectDir, 'src/store/checkpoint.ts')}';
  const setup = { name: '${checkpointName}', fingerprint: 'same', isFresh: false, expected: null, now: Date.now, redact: (data) => data };
  try {
    const checkpoint = openCheckpoint({ baseDir: process.argv[1], ...setup });
    console.log(checkpoint.id);
    const attempt = (run) => { try { return run(); } catch (error) { return error; } };
    for (let count = 1; ; count += 1) {
      const saved = attempt(() => checkpoint.save('step#' + count, 'v'.repeat(count), 1, 0));
      if (typeof saved !== 'number') {
        const later = attempt(() => checkpoint.save('later', 'x', 1, 0));
        console.log(later === saved ? 'final' : 'not final', saved.code, saved.message);
        checkpoint[Symbol.dispose]();
        break;
      }
      console.log(saved);
    }
  } catch (error) {
    console.log(error.code, error.message);
  }
`;

function runWorker(workspace: Workspace, wrapper: readonly string[] = []) {
  const argv = [...wrapper, process.execPath, '--input-type=module', '-e', endlessWorker, workspace.dir];
  const child = spawn(argv[0] ?? '', argv.slice(1), { stdio: ['ignore', 'pipe', 'inherit'] });
  return { child, lines: createInterface({ input: child.stdout }) };
}

test('every step that was acknowledged is there after kill -9', async () => {
  using workspace = new Workspace();
  for (const rounds of [20, 50]) {
    const { child, lines } = runWorker(workspace);
    const heard: string[] = [];
    for await (const line of lines) if (heard.push(line) === rounds) child.kill('SIGKILL');
    const [id = '', ...saved] = heard;
    assert.ok(saved.length >= rounds - 1);
    using checkpoint = open(workspace, { expected: { id, sequence: Number(saved.at(-1)) } });
    assert.ok(checkpoint.sequence - Number(saved.at(-1)) <= 1, 'at most one was saved and not acknowledged');
    for (const number of saved) {
      assert.deepEqual(checkpoint.load(`step#${number}`), { value: 'v'.repeat(Number(number)) });
    }
    checkpoint.delete();
  }
});

testWith(
  'prlimit',
  'a disk that takes no more fails the step, and the checkpoint takes nothing from then on',
  async () => {
    using workspace = new Workspace();
    const heard: string[] = [];
    for await (const line of runWorker(workspace, ['prlimit', '--fsize=60000']).lines) heard.push(line);
    assert.match(
      heard.at(-1) ?? '',
      /^final STORAGE_FAILED .*requirements-137\.db cannot be written: .*SQLite code \d+/,
    );
    const sequence = Number(heard.at(-2));
    using checkpoint = open(workspace, { expected: { id: heard[0] ?? '', sequence } });
    assert.equal(checkpoint.sequence, sequence);
  },
);

testWith('prlimit', 'a checkpoint that cannot be made is absent', async () => {
  using workspace = new Workspace();
  const heard: string[] = [];
  for await (const line of runWorker(workspace, ['prlimit', '--fsize=6000']).lines) heard.push(line);
  assert.match(heard.join(), /^STORAGE_FAILED .*requirements-137\.db cannot be written: EFBIG/);
  assert.deepEqual(readdirSync(workspace.path('checkpoints')), []);
});

/** Somebody who looks into the database with a tool of their own, until stdin ends. */
const nosyReader = `
  import { DatabaseSync } from 'node:sqlite';
  const database = new DatabaseSync(process.argv[1]);
  database.exec('BEGIN');
  database.prepare('SELECT * FROM steps').all();
  console.log('looking');
  process.stdin.resume().on('end', () => database.close());
`;

test('a checkpoint that another program holds is waited for, then refused with the cause', async () => {
  using workspace = new Workspace();
  const expected = makeClosed(workspace);
  const argv = ['--input-type=module', '-e', nosyReader, workspace.path(checkpointFile)];
  const reader = spawn(process.execPath, argv, { stdio: ['pipe', 'pipe', 'inherit'] });
  await createInterface({ input: reader.stdout })[Symbol.asyncIterator]().next();
  const before = statSync(workspace.path(checkpointFile)).size;
  assert.throws(() => open(workspace, { expected }), {
    code: 'CHECKPOINT_LOCKED',
    message: /requirements-137\.db is held by another program \(database is locked/,
  });
  assert.equal(statSync(workspace.path(checkpointFile)).size, before);
  const ended = new Promise((resolve) => reader.on('exit', resolve));
  reader.stdin.end();
  await ended;
  using checkpoint = open(workspace, { expected });
  assert.equal(checkpoint.sequence, expected.sequence);
});

test('while a worker has a checkpoint open, nobody else can', async () => {
  using workspace = new Workspace();
  using _checkpoint = open(workspace);
  const heard: string[] = [];
  for await (const line of runWorker(workspace).lines) heard.push(line);
  assert.match(heard.join(), /^CHECKPOINT_LOCKED /);
});

test('of 10,000 checkpoints sixteen are open at once, with two files each and none of the others', () => {
  using workspace = new Workspace();
  const names = Array.from({ length: 10_000 }, (_, at) => `requirements-x${at}`);
  const sixteen = names.slice(0, 16);
  for (const name of sixteen) open(workspace, { name })[Symbol.dispose]();
  const pathOf = (name: string) => workspace.path(`checkpoints/${name}.db`);
  copyFileSync(pathOf('requirements-x0'), workspace.path('copy'));
  for (const name of names.slice(16)) linkSync(workspace.path('copy'), pathOf(name));
  const openFiles = () => readdirSync('/proc/self/fd').length;
  const before = openFiles();
  assert.ok(names.every((name) => existsSync(checkpointPath(workspace.dir, name))));
  assert.equal(openFiles(), before);
  {
    using opened = new DisposableStack();
    for (const name of sixteen) opened.use(open(workspace, { name })).save('a', 1, 1, null);
    assert.equal(openFiles(), before + 2 * sixteen.length);
  }
  assert.equal(openFiles(), before);
});
