import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { CredentialStore } from '../../src/parallel/credentials/store.ts';
import { openCredentialStore } from '../../src/store/credential-store.ts';
import { Workspace } from '../workspace.ts';

function write(store: CredentialStore, rows: Readonly<Record<string, string | null>>): void {
  store.transact((entries) => {
    for (const [key, value] of Object.entries(rows)) entries.write(key, value);
  });
}

function read(store: CredentialStore): Record<string, string> {
  return store.transact(({ readAll }) => Object.fromEntries(readAll()));
}

test('what was written is there after closing', () => {
  using workspace = new Workspace();
  {
    using store = openCredentialStore(workspace.path('c.db'));
    write(store, { 'lanes:a': '{"n":1}', 'lanes:b': '{}', 'lanes:c': '{}' });
    write(store, { 'lanes:a': '{"n":2}', 'lanes:b': null });
    assert.deepEqual(read(store), { 'lanes:a': '{"n":2}', 'lanes:c': '{}' });
  }
  using store = openCredentialStore(workspace.path('c.db'));
  assert.deepEqual(read(store), { 'lanes:a': '{"n":2}', 'lanes:c': '{}' });
});

test('work that throws has written nothing, and the store goes on', () => {
  using workspace = new Workspace();
  using store = openCredentialStore(workspace.path('c.db'));
  write(store, { a: '{}' });
  assert.throws(
    () =>
      store.transact((entries) => {
        entries.write('a', null);
        throw new RangeError('no');
      }),
    RangeError,
  );
  assert.deepEqual(read(store), { a: '{}' });
});

test('the version changes when another writes, and only then', () => {
  using workspace = new Workspace();
  using one = openCredentialStore(workspace.path('c.db'));
  using other = openCredentialStore(workspace.path('c.db'));
  const versionOf = (store: CredentialStore) => store.transact(({ version }) => version);
  const before = versionOf(one);
  write(one, { a: '{}' });
  assert.equal(versionOf(one), before);
  assert.equal(one.hasNews(), false);
  write(other, { b: '{}' });
  assert.equal(one.hasNews(), true);
  assert.notEqual(versionOf(one), before);
  assert.equal(one.hasNews(), false);
  assert.deepEqual(read(one), { a: '{}', b: '{}' });
});

test('a newer format is left as it is', () => {
  using workspace = new Workspace();
  const path = workspace.path('c.db');
  openCredentialStore(path)[Symbol.dispose]();
  const database = new DatabaseSync(path);
  database.exec('PRAGMA user_version = 99; PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  const before = readFileSync(path);
  assert.throws(() => openCredentialStore(path), {
    code: 'STATE_TOO_NEW',
    message: /has version 99; .* reads up to 1/,
  });
  assert.deepEqual(readFileSync(path), before);
});

const breakages: Readonly<Record<string, (path: string) => void>> = {
  'a file of something else': (path) => writeFileSync(path, 'x'.repeat(5_000)),
  'a header alone': (path) => truncateSync(path, 100),
  'a file cut short': (path) => truncateSync(path, 4_096),
  'a folder': (path) => {
    rmSync(path);
    mkdirSync(path);
  },
  "a stranger's database": (path) => {
    rmSync(path);
    const database = new DatabaseSync(path);
    database.exec('CREATE TABLE mine (x)');
    database.close();
  },
  'a row that is no JSON': (path) => {
    const database = new DatabaseSync(path);
    database.exec("UPDATE entries SET value = 'x{'");
    database.close();
  },
};

for (const [name, breakIt] of Object.entries(breakages)) {
  test(`${name} is laid aside and told, and a new one is begun`, () => {
    using workspace = new Workspace();
    const path = workspace.path('c.db');
    {
      using store = openCredentialStore(path);
      write(
        store,
        Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`k${at}`, `{"text":"${'y'.repeat(99)}"}`])),
      );
    }
    breakIt(path);
    const told: string[] = [];
    const now = () => Date.parse('2026-11-16T02:03:04.005Z');
    using store = openCredentialStore(path, { now, onDamaged: (message) => told.push(message) });
    assert.deepEqual(read(store), {});
    write(store, { a: '{}' });
    const kept = 'c.db.corrupt-2026-11-16T020304.005Z';
    assert.ok(readdirSync(workspace.dir).includes(kept));
    assert.equal(told.length, 1);
    assert.match(told[0] ?? '', /c\.db is damaged: .*; it was kept as .*corrupt-2026/);
  });
}

test('an empty file is made into a store', () => {
  using workspace = new Workspace();
  workspace.write({ 'c.db': '' });
  using store = openCredentialStore(workspace.path('c.db'));
  assert.deepEqual(read(store), {});
});

test('a folder that is not there is told as a place that cannot be written', () => {
  using workspace = new Workspace();
  assert.throws(() => openCredentialStore(workspace.path('none/c.db')), { code: 'STORAGE_FAILED', message: /c\.db/ });
});

test('a store that is closed while it is used says so', () => {
  using workspace = new Workspace();
  const store = openCredentialStore(workspace.path('c.db'));
  store[Symbol.dispose]();
  store[Symbol.dispose]();
  assert.throws(() => read(store));
});
