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
  { file: 'v1.db', id: '84b58db8-f983-474d-bce2-16dcb50a182d', sequence: 2, tries: 0, usd: 0.25 },
  { file: 'v2.db', id: '51f3bb50-5a83-4ade-b804-eb44e77e88de', sequence: 4, tries: 1, usd: 0.26 },
  { file: 'v2-killed.db', id: '51f3bb50-5a83-4ade-b804-eb44e77e88de', sequence: 4, tries: 1, usd: 0.26 },
];

for (const { file, id, sequence, tries, usd } of recorded) {
  test(`the recorded checkpoint ${file} can be gone on with`, () => {
    using workspace = new Workspace();
    place(workspace, file);
    const expected = { id, sequence };
    for (const round of [1, 2]) {
      using checkpoint = open(workspace, { fingerprint: 'recorded', expected });
      assert.equal(checkpoint.resetReason, null);
      assert.deepEqual(checkpoint.load('load-issue#1'), { value: { text: '# An issue\n', number: 1 } });
      assert.deepEqual(checkpoint.load('draft#1'), { value: { text: '# A draft – größer\n'.repeat(400), model: 'm' } });
      assert.equal(checkpoint.triesOf('draft#1'), tries);
      if (round === 1) assert.equal(checkpoint.spentUsd(), usd);
      assert.equal(checkpoint.saveTry('later#1', 'limit', 0), sequence + round);
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
