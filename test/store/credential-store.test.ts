import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { CredentialStore } from '../../src/parallel/credentials/store.ts';
import { openCredentialStore } from '../../src/store/credential-store.ts';
import { answered, troubled, VirtualPool } from '../parallel/credentials/virtual-pool.ts';
import { makeCredential } from '../parallel/credentials/virtual-run.ts';
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
    write(store, { 'x:a': '{"n":1}', 'x:b': '{}', 'x:c': '{}' });
    write(store, { 'x:a': '{"n":2}', 'x:b': null });
    assert.deepEqual(read(store), { 'x:a': '{"n":2}', 'x:c': '{}' });
  }
  using store = openCredentialStore(workspace.path('c.db'));
  assert.deepEqual(read(store), { 'x:a': '{"n":2}', 'x:c': '{}' });
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
  'a row of another shape': (path) => {
    const database = new DatabaseSync(path);
    database.exec(`INSERT INTO entries VALUES ('owners:x', '{"expiresAt":"soon"}')`);
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

test('whoever only looks is told of damage, and leaves it where it is', () => {
  using workspace = new Workspace();
  workspace.write({ 'c.db': 'x'.repeat(5_000) });
  assert.throws(() => openCredentialStore(workspace.path('c.db'), { mayRepair: false }), {
    code: 'CREDENTIALS_DAMAGED',
    message: /c\.db is damaged: it has no header; the next batch puts it aside/,
  });
  assert.deepEqual(readdirSync(workspace.dir), ['c.db']);
});

test('what a coordinator writes, in all its states, is sound', async () => {
  using workspace = new Workspace();
  const path = workspace.path('c.db');
  const budget = { usdPerDay: 5, tokensPerDay: null };
  const pool = new VirtualPool(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => makeCredential(name, { budget })));
  const advice = [{ dimension: 'requests' as const, limit: 60, remaining: 9, resetMs: 1_000 }];
  const retryAt = pool.clock.now() + 60_000;
  const ends = [
    { ...answered, advice },
    troubled('rate', { retryAt }),
    troubled('auth'),
    troubled('quota'),
    troubled('overload'),
  ];
  for (const end of ends) await pool.call(end, { taskId: null });
  for (const deadlineMs of [1, 1, 1, 1]) void pool.reserve({ deadlineMs, taskId: null }).catch(() => {});
  const rows = pool.store.transact(({ readAll }) => Object.fromEntries(readAll()));
  assert.ok(new Set(Object.keys(rows).map((key) => key.split(':')[0])).size >= 9);
  {
    using store = openCredentialStore(path);
    write(store, rows);
  }
  using store = openCredentialStore(path, { mayRepair: false });
  assert.deepEqual(read(store), rows);
});

test('while another program holds it, it says so soon', () => {
  using workspace = new Workspace();
  using store = openCredentialStore(workspace.path('c.db'));
  const other = new DatabaseSync(workspace.path('c.db'));
  other.exec('BEGIN IMMEDIATE');
  const startedAt = performance.now();
  assert.throws(() => read(store), { code: 'CREDENTIALS_LOCKED' });
  assert.ok(performance.now() - startedAt < 4_000, 'well before the five seconds of Ctrl+C');
  other.close();
  assert.deepEqual(read(store), {});
});

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
