import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { test } from 'node:test';
import { openTaskLog } from '../../src/store/task-log.ts';
import { testWith } from '../needs.ts';
import { safeBytes } from '../no-secrets.ts';
import { projectDir, Workspace } from '../workspace.ts';

/** Opens a log that must not have trouble. */
function openQuietly(path: string, maxBytes?: number) {
  const onTrouble = (error: unknown) => assert.fail(String(error));
  return openTaskLog(path, maxBytes === undefined ? { onTrouble } : { onTrouble, maxBytes });
}

/** Appends twice to a log that must fail; returns what it told. */
function failAt(path: string): unknown[] {
  const told: unknown[] = [];
  using log = openTaskLog(path, { onTrouble: (error) => told.push(error) });
  log.append(safeBytes(Buffer.from('a')));
  log.append(safeBytes(Buffer.from('b')));
  return told;
}

test('a log holds the bytes as they came, in a folder that is made for it', () => {
  using workspace = new Workspace();
  const path = workspace.path('logs', '1.log');
  using log = openQuietly(path);
  const bytes = Buffer.from([0x1b, 0x00, 0xff, 0x0a, 0x0d]);
  log.append(safeBytes(bytes.subarray(0, 2)));
  log.append(safeBytes(bytes.subarray(2)));
  assert.deepEqual(readFileSync(path), bytes);
  assert.equal(statSync(path).mode & 0o077, 0);
});

test('what the folder lies in is not made anew', () => {
  using workspace = new Workspace();
  assert.equal(failAt(workspace.path('deleted', 'logs', '1.log')).length, 1);
  assert.deepEqual(workspace.list(), []);
});

test('nothing is made before the first byte', () => {
  using workspace = new Workspace();
  using log = openQuietly(workspace.path('logs', '1.log'));
  log.append(safeBytes(Buffer.alloc(0)));
  assert.deepEqual(workspace.list(), []);
});

test('a later attempt goes on where the earlier one ended', () => {
  using workspace = new Workspace();
  const path = workspace.path('1.log');
  for (const text of ['first\n', 'second\n']) {
    using log = openQuietly(path);
    log.append(safeBytes(Buffer.from(text)));
  }
  assert.equal(readFileSync(path, 'utf8'), 'first\nsecond\n');
});

test('a full log ends with one line that says so, in whatever attempts and chunks it was filled', () => {
  for (const chunkBytes of [1, 3, 10, 40]) {
    using workspace = new Workspace();
    const path = workspace.path('1.log');
    const text = Buffer.from('0123456789'.repeat(4));
    for (const half of [text.subarray(0, 20), text.subarray(20)]) {
      using log = openQuietly(path, 10);
      for (let at = 0; at < half.length; at += chunkBytes) log.append(safeBytes(half.subarray(at, at + chunkBytes)));
    }
    assert.equal(readFileSync(path, 'utf8'), '0123456789\n[log cut at 10 bytes]\n', `chunks of ${chunkBytes}`);
  }
});

test('a log that is just full says nothing', () => {
  using workspace = new Workspace();
  using log = openQuietly(workspace.path('1.log'), 10);
  log.append(safeBytes(Buffer.from('0123456789')));
  assert.equal(readFileSync(workspace.path('1.log'), 'utf8'), '0123456789');
});

test('a log that cannot be opened tells it once and throws nothing', () => {
  using workspace = new Workspace().write({ file: 'x', 'folder/x': '' });
  for (const path of [workspace.path('file', '1.log'), workspace.path('folder')]) {
    const told = failAt(path);
    assert.equal(told.length, 1);
    assert.match(String(told[0]), /cannot be written/);
  }
});

test('a link in the place of a log is not followed', () => {
  using workspace = new Workspace().write({ target: 'untouched' });
  symlinkSync('target', workspace.path('1.log'));
  assert.equal(failAt(workspace.path('1.log')).length, 1);
  assert.equal(readFileSync(workspace.path('target'), 'utf8'), 'untouched');
});

testWith('mkfifo', 'a FIFO in the place of a log is refused and waited for by nobody', () => {
  using workspace = new Workspace();
  spawnSync('mkfifo', [workspace.path('1.log')]);
  assert.match(String(failAt(workspace.path('1.log'))[0]), /no regular file/);
});

test('a disk that fails under a log ends it, and the task goes on', () => {
  using workspace = new Workspace();
  const path = workspace.path('1.log');
  const script = `
    import { openTaskLog } from '${projectDir}/src/store/task-log.ts';
    const told = [];
    const log = openTaskLog('${path}', { onTrouble: (error) => told.push(error.code) });
    for (let count = 0; count < 5; count += 1) log.append(Buffer.alloc(100_000, 'x'));
    log[Symbol.dispose]();
    process.stdout.write(told.join());`;
  const limited = ['-c', 'ulimit -f 200; exec "$0" "$@"', process.execPath, '--input-type=module', '-e', script];
  const { status, stdout, stderr } = spawnSync('sh', limited, { encoding: 'utf8' });
  assert.deepEqual({ status, stdout }, { status: 0, stdout: 'STORAGE_FAILED' }, stderr);
  assert.ok(statSync(path).size > 100_000);
});

test('a log that was disposed holds no descriptor and takes nothing more', () => {
  using workspace = new Workspace();
  mkdirSync(workspace.path('logs'));
  const before = readdirSync('/dev/fd').length;
  for (let count = 0; count < 20; count += 1) {
    const log = openQuietly(workspace.path('logs', `${count}.log`));
    log.append(safeBytes(Buffer.from('a')));
    log[Symbol.dispose]();
    log.append(safeBytes(Buffer.from('b')));
    log[Symbol.dispose]();
  }
  assert.equal(readdirSync('/dev/fd').length, before);
  assert.equal(readFileSync(workspace.path('logs', '7.log'), 'utf8'), 'a');
});
