import assert from 'node:assert/strict';
import { existsSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { checkpointPath, dropCheckpoint } from '../../src/store/checkpoint-file.ts';
import { Workspace } from '../workspace.ts';
import { checkpointFile, checkpointName, makeClosed, open, proofOf } from './checkpoint-setup.ts';

test('what was saved is there when the task goes on', () => {
  using workspace = new Workspace();
  const expected = makeClosed(workspace);
  using checkpoint = open(workspace, { expected });
  assert.deepEqual(proofOf(checkpoint), expected);
  assert.equal(expected.sequence, 3);
  assert.deepEqual(checkpoint.load('draft#1'), { value: { text: 'a draft' } });
  assert.deepEqual(checkpoint.load('review#1'), { value: ['fine'] });
  assert.deepEqual(checkpoint.load('review#2'), { value: null });
  assert.equal(checkpoint.load('review#3'), null);
  assert.equal(checkpoint.resetReason, null);
});

test('each value has the next number, also in the next attempt', () => {
  using workspace = new Workspace();
  {
    using first = open(workspace);
    assert.equal(first.sequence, 0);
    assert.equal(first.save('a', 1, 1, null), 1);
    assert.equal(first.save('b', 2, 1, null), 2);
  }
  using second = open(workspace);
  assert.equal(second.sequence, 2);
  assert.equal(second.save('c', 3, 1, null), 3);
  assert.equal(second.sequence, 3);
});

test('JSON values come back as they were, undefined as null', () => {
  using workspace = new Workspace();
  const values = [null, true, 0, -1.5, '', 'ä\0\n\ud800', [], [1, [2]], {}, { a: { b: null } }, 'x'.repeat(3_000_000)];
  {
    using checkpoint = open(workspace);
    for (const [at, value] of values.entries()) checkpoint.save(`${at}`, value, at, null);
    checkpoint.save('undefined', undefined, 0, null);
  }
  using checkpoint = open(workspace);
  for (const [at, value] of values.entries()) assert.deepEqual(checkpoint.load(`${at}`), { value });
  assert.deepEqual(checkpoint.load('undefined'), { value: null });
});

test('how long a step took and what it cost is in the database for whoever looks', () => {
  using workspace = new Workspace();
  makeClosed(workspace);
  using database = new DatabaseSync(workspace.path(checkpointFile));
  const rows = database.prepare('SELECT key, ms, usd FROM steps ORDER BY sequence').all();
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    [
      { key: 'draft#1', ms: 12.5, usd: 0.25 },
      { key: 'review#1', ms: 3, usd: 0 },
      { key: 'review#2', ms: 0, usd: null },
    ],
  );
});

test('a step that is saved twice is a defect, also over two attempts', () => {
  using workspace = new Workspace();
  makeClosed(workspace);
  using checkpoint = open(workspace);
  assert.throws(() => checkpoint.save('draft#1', 'other', 1, null), /draft#1 was saved before/);
  assert.deepEqual(checkpoint.load('draft#1'), { value: { text: 'a draft' } });
});

test('what is held is saved with the next step, in its order, and forgotten if there is none', () => {
  using workspace = new Workspace();
  {
    using checkpoint = open(workspace);
    checkpoint.hold('plan#1', { answers: null });
    checkpoint.hold('now#1', 17);
    assert.equal(checkpoint.sequence, 0);
    assert.equal(checkpoint.save('draft#1', 'a draft', 1, null), 3);
    assert.equal(checkpoint.save('review#1', 'fine', 1, null), 4);
    checkpoint.hold('now#2', 18);
  }
  using again = open(workspace);
  assert.equal(again.sequence, 4);
  assert.deepEqual(again.load('plan#1'), { value: { answers: null } });
  assert.deepEqual(again.load('now#1'), { value: 17 });
  assert.deepEqual(again.load('draft#1'), { value: 'a draft' });
  assert.equal(again.load('now#2'), null);
});

test('while it is open it is one file and its log, when it is closed one file, when it is deleted none', () => {
  using workspace = new Workspace();
  const files = () => readdirSync(workspace.path('checkpoints')).sort();
  const name = `${checkpointName}.db`;
  const checkpoint = open(workspace);
  checkpoint.save('a', 1, 1, null);
  assert.deepEqual(files(), [name, `${name}-wal`]);
  checkpoint[Symbol.dispose]();
  checkpoint[Symbol.dispose]();
  assert.deepEqual(files(), [name]);
  {
    using again = open(workspace);
    again.save('b', 1, 1, null);
    again.delete();
    assert.deepEqual(files(), []);
  }
  assert.deepEqual(files(), []);
});

test('a fresh start throws finished steps away and says so', () => {
  using workspace = new Workspace();
  {
    using first = open(workspace, { isFresh: true });
    assert.equal(first.resetReason, null, 'there was nothing to throw away');
  }
  const expected = makeClosed(workspace);
  using checkpoint = open(workspace, { isFresh: true, expected });
  assert.equal(checkpoint.load('draft#1'), null);
  assert.notEqual(checkpoint.id, expected.id);
  assert.equal(checkpoint.sequence, 0);
  assert.match(checkpoint.resetReason ?? '', /fresh start/);
});

test('a fresh start also gets over what cannot be read', () => {
  using workspace = new Workspace().write({ [checkpointFile]: 'nonsense', [`${checkpointFile}-wal`]: 'nonsense' });
  using checkpoint = open(workspace, { isFresh: true, expected: { id: 'x', sequence: 7 } });
  assert.equal(checkpoint.save('a', 1, 1, null), 1);
});

test('steps that depend on something else than now are thrown away, with the reason', () => {
  using workspace = new Workspace();
  const expected = makeClosed(workspace);
  using checkpoint = open(workspace, { fingerprint: 'other', expected });
  assert.equal(checkpoint.load('draft#1'), null);
  assert.match(checkpoint.resetReason ?? '', /has changed/);
  assert.notEqual(checkpoint.id, expected.id);
});

test('nothing is said of steps that were thrown away where none was finished', () => {
  using workspace = new Workspace();
  open(workspace)[Symbol.dispose]();
  using checkpoint = open(workspace, { fingerprint: 'other' });
  assert.equal(checkpoint.resetReason, null);
});

test('a reset that no journal has heard of is no damage, and is told again', () => {
  using workspace = new Workspace();
  const expected = makeClosed(workspace);
  const reset = open(workspace, { fingerprint: 'other', expected });
  reset.save('a', 1, 1, null);
  reset[Symbol.dispose]();
  const again = open(workspace, { fingerprint: 'other', expected });
  assert.equal(again.id, reset.id);
  assert.deepEqual(again.load('a'), { value: 1 });
  assert.match(again.resetReason ?? '', /has changed/);
  again[Symbol.dispose]();
  using heard = open(workspace, { fingerprint: 'other', expected: { id: reset.id, sequence: 1 } });
  assert.equal(heard.resetReason, null);
});

test('the log of a checkpoint that is gone is not taken into a new one', () => {
  using workspace = new Workspace();
  const old = open(workspace);
  old.save('a', 'old', 1, null);
  rmSync(workspace.path(checkpointFile));
  using checkpoint = open(workspace);
  assert.equal(checkpoint.load('a'), null);
  assert.notEqual(checkpoint.id, old.id);
});

test('what is left of a finished task is dropped, and so is nothing', () => {
  using workspace = new Workspace();
  dropCheckpoint(workspace.dir, checkpointName);
  makeClosed(workspace);
  workspace.write({ [`${checkpointFile}-wal`]: '', [`${checkpointFile}-shm`]: '', 'checkpoints/other.db': '' });
  assert.ok(existsSync(checkpointPath(workspace.dir, checkpointName)));
  dropCheckpoint(workspace.dir, checkpointName);
  assert.ok(!existsSync(checkpointPath(workspace.dir, checkpointName)));
  assert.deepEqual(readdirSync(workspace.path('checkpoints')), ['other.db']);
});

test('a checkpoint is not made through a link that leads out, nor below a state that is gone', () => {
  using outside = new Workspace();
  using workspace = new Workspace();
  symlinkSync(outside.dir, workspace.path('checkpoints'));
  assert.throws(() => open(workspace), { code: 'PATH_OUTSIDE' });
  assert.deepEqual(outside.list(), []);
  const baseDir = workspace.path('gone');
  assert.throws(() => open(workspace, { baseDir }), { code: 'STORAGE_FAILED', message: /was deleted/ });
  assert.ok(!existsSync(baseDir));
});
