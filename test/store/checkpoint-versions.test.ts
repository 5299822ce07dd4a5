import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { schemaVersion } from '../../src/store/checkpoint-schema.ts';
import { projectDir, Workspace } from '../workspace.ts';
import { checkpointFile, makeClosed, open } from './checkpoint-setup.ts';

const recordings = join(projectDir, 'test/fixtures/checkpoints');

function place(workspace: Workspace, recording: string): void {
  mkdirSync(workspace.path('checkpoints'), { recursive: true });
  for (const suffix of ['', '-wal']) {
    const source = join(recordings, `${recording}${suffix}`);
    if (existsSync(source)) copyFileSync(source, workspace.path(`${checkpointFile}${suffix}`));
  }
}

const recorded = [
  { file: 'v1.db', id: '84b58db8-f983-474d-bce2-16dcb50a182d', sequence: 2 },
  { file: 'v2.db', id: '8c8e7d34-37c3-4572-a51d-763c1f726631', sequence: 3 },
  { file: 'v2-killed.db', id: '8c8e7d34-37c3-4572-a51d-763c1f726631', sequence: 3 },
];

for (const { file, id, sequence } of recorded) {
  test(`the recorded checkpoint ${file} can be gone on with`, () => {
    using workspace = new Workspace();
    place(workspace, file);
    const expected = { id, sequence };
    for (const round of [1, 2]) {
      using checkpoint = open(workspace, { fingerprint: 'recorded', expected });
      assert.equal(checkpoint.resetReason, null);
      assert.deepEqual(checkpoint.load('load-issue#1'), { value: { text: '# An issue\n', number: 1 } });
      assert.deepEqual(checkpoint.load('draft#1'), { value: { text: '# A draft – größer\n'.repeat(400), model: 'm' } });
      assert.equal(checkpoint.save(`later#${round}`, round, 1, 0), sequence + round);
    }
  });
}

test('every format that this version can meet is among the recordings', () => {
  const versions = readdirSync(recordings)
    .filter((name) => name.endsWith('.db'))
    .map((name) => readFileSync(join(recordings, name)).readUInt32BE(60));
  assert.deepEqual(
    [...new Set(versions)].sort(),
    Array.from({ length: schemaVersion }, (_, at) => at + 1),
  );
});

test('a migrated checkpoint has the form of a new one, and of its older steps nothing is made up', () => {
  using migrated = new Workspace();
  using made = new Workspace();
  place(migrated, 'v1.db');
  open(migrated, { fingerprint: 'recorded' })[Symbol.dispose]();
  makeClosed(made);
  const [form, expected] = [migrated, made].map((workspace) => {
    using database = new DatabaseSync(workspace.path(checkpointFile));
    return database.prepare('SELECT name, sql FROM sqlite_schema ORDER BY name').all();
  });
  assert.deepEqual(form, expected);
  using database = new DatabaseSync(migrated.path(checkpointFile));
  const measures = database.prepare('SELECT DISTINCT ms, usd FROM steps').all();
  assert.deepEqual({ ...measures[0] }, { ms: null, usd: null });
  assert.equal(measures.length, 1);
});

test('a changed step of a recorded checkpoint is told, whatever its version', () => {
  for (const version of [1, 2]) {
    using workspace = new Workspace();
    place(workspace, `v${version}.db`);
    {
      using database = new DatabaseSync(workspace.path(checkpointFile));
      database.exec("UPDATE steps SET value = '{}' WHERE sequence = 2");
    }
    assert.throws(() => open(workspace, { fingerprint: 'recorded' }), {
      code: 'CHECKPOINT_DAMAGED',
      message: /an entry is not as it was saved/,
    });
  }
});

test('before an older checkpoint is changed, a copy of it is kept', () => {
  using workspace = new Workspace();
  place(workspace, 'v1.db');
  open(workspace, { fingerprint: 'recorded' })[Symbol.dispose]();
  const path = workspace.path(checkpointFile);
  assert.equal(readFileSync(path).readUInt32BE(60), schemaVersion);
  const backup = new DatabaseSync(`${path}.v1`, { readOnly: true });
  assert.equal(backup.prepare('PRAGMA user_version').get()?.['user_version'], 1);
  assert.equal(backup.prepare('SELECT count(*) AS count FROM steps').get()?.['count'], 2);
  backup.close();
});

test('a newer checkpoint is refused by its version and stays as it is, byte for byte', () => {
  using workspace = new Workspace();
  makeClosed(workspace);
  const path = workspace.path(checkpointFile);
  const content = readFileSync(path);
  content.writeUInt32BE(schemaVersion + 5, 60);
  writeFileSync(path, content);
  const before = workspace.list();
  assert.throws(() => open(workspace, { fingerprint: 'other' }), { code: 'STATE_TOO_NEW', message: /has version 7/ });
  assert.deepEqual(workspace.list(), before);
  assert.deepEqual(readFileSync(path), content);
});
