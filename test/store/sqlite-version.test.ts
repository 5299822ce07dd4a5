import assert from 'node:assert/strict';
import { test } from 'node:test';
import { warnOfSqlite } from '../../src/store/sqlite-version.ts';

test('a SQLite that can damage checkpoints is warned of, a later one is not', () => {
  for (const version of ['3.51.2', '3.40.1', '3.9.99', '2.99.99']) assert.match(warnOfSqlite(version) ?? '', /SQLite/);
  for (const version of ['3.51.3', '3.51.10', '3.53.4', '4.0.0', undefined, 'unknown'])
    assert.equal(warnOfSqlite(version), null, version);
});

test('this Node brings one that is sound', () => {
  assert.equal(warnOfSqlite(process.versions['sqlite']), null);
});
