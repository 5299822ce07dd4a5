import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { appendFileSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { BatchEvent, JournalEntry } from '../../src/model/event.ts';
import { type JournalSetup, openJournal, reopenJournal } from '../../src/store/journal.ts';
import { readJournal } from '../../src/store/journal-reader.ts';
import { testWith } from '../needs.ts';
import { redact } from '../no-secrets.ts';
import { projectDir, Workspace } from '../workspace.ts';

function makeSetup(workspace: Workspace, changes: Partial<JournalSetup> = {}): JournalSetup {
  return {
    baseDir: workspace.dir,
    batch: 'b',
    traceId: 'trace',
    now: () => 7,
    redact,
    onFlushed: () => {},
    ...changes,
  };
}

function note(message: string): BatchEvent {
  return { kind: 'note', message };
}

const journalPath = 'batches/b/journal.ndjson';

test('each event is one line with its number, time, trace and span', async () => {
  using workspace = new Workspace();
  {
    await using journal = openJournal(makeSetup(workspace));
    assert.equal(journal.path, workspace.path(journalPath));
    await journal.append(note('one\ntwo'), 's1');
    await journal.append({ kind: 'batch-ended', exitCode: 0 }, 's2');
  }
  const lines = readFileSync(workspace.path(journalPath), 'utf8').trimEnd().split('\n');
  const stamp = { schemaVersion: 1, at: 7, traceId: 'trace' };
  assert.deepEqual(
    lines.map((line) => JSON.parse(line)),
    [
      { ...stamp, sequence: 1, spanId: 's1', kind: 'note', message: 'one\ntwo' },
      { ...stamp, sequence: 2, spanId: 's2', kind: 'batch-ended', exitCode: 0 },
    ],
  );
});

test('no field of an event can take the place of the number, time, trace or span of its line', async () => {
  using workspace = new Workspace();
  await using journal = openJournal(makeSetup(workspace));
  const forged = { ...note('x'), schemaVersion: 9, sequence: 0, at: 0, traceId: 'x', spanId: 'x' };
  await journal.append(forged, 's');
  const [entry] = readJournal(journal.path);
  assert.deepEqual([entry?.sequence, entry?.at, entry?.traceId, entry?.spanId], [1, 7, 'trace', 's']);
});

test('an event is on the disk and told to listeners before its writer goes on', async () => {
  using workspace = new Workspace();
  const told: JournalEntry[] = [];
  await using journal = openJournal(makeSetup(workspace, { onFlushed: (entries) => void told.push(...entries) }));
  const appended = journal.append(note('x'), 's');
  assert.equal(told.length, 0);
  await appended;
  assert.deepEqual(told, [...readJournal(journal.path)]);
  assert.equal(told[0]?.sequence, 1);
});

test('events that arrive while others are written go together, in order', async () => {
  using workspace = new Workspace();
  const groups: number[][] = [];
  const onFlushed = (entries: readonly JournalEntry[]) => void groups.push(entries.map(({ sequence }) => sequence));
  await using journal = openJournal(makeSetup(workspace, { onFlushed }));
  const all = Array.from({ length: 1000 }, (_, at) => journal.append(note(`${at}`), 's'));
  await Promise.all(all);
  assert.deepEqual(
    groups.flat(),
    [...Array(1000).keys()].map((at) => at + 1),
    'none lost, none twice',
  );
  assert.ok(groups.length < 100, `${groups.length} groups`);
  assert.equal([...readJournal(journal.path)].length, 1000);
});

test('what nobody waits for goes with what somebody does, in order', async () => {
  using workspace = new Workspace();
  const groups: number[][] = [];
  const onFlushed = (entries: readonly JournalEntry[]) => void groups.push(entries.map(({ sequence }) => sequence));
  await using journal = openJournal(makeSetup(workspace, { onFlushed }));
  journal.note(note('one'), 's');
  journal.note(note('two'), 's');
  await journal.append(note('three'), 's');
  assert.deepEqual(groups, [[1, 2, 3]]);
});

test('what nobody waits for is on the disk a moment later', async () => {
  using workspace = new Workspace();
  const told = Promise.withResolvers<number>();
  const onFlushed = (entries: readonly JournalEntry[]) => told.resolve(entries.length);
  await using journal = openJournal(makeSetup(workspace, { onFlushed }));
  journal.note(note('one'), 's');
  journal.note(note('two'), 's');
  assert.equal([...readJournal(journal.path)].length, 0);
  assert.equal(await told.promise, 2);
  assert.equal([...readJournal(journal.path)].length, 2);
});

test('what must outlive this process is in the file at once, in order; listeners hear of it when it is on the disk', async () => {
  using workspace = new Workspace();
  const groups: number[][] = [];
  const onFlushed = (entries: readonly JournalEntry[]) => void groups.push(entries.map(({ sequence }) => sequence));
  await using journal = openJournal(makeSetup(workspace, { onFlushed }));
  const inFile = () => [...readJournal(journal.path)].map(({ sequence }) => sequence);
  journal.note(note('one'), 's');
  journal.write(note('two'), 's');
  assert.deepEqual([inFile(), groups], [[1, 2], []]);
  const appended = journal.append(note('three'), 's');
  await setTimeout(0);
  journal.write(note('four'), 's');
  assert.deepEqual(inFile(), [1, 2, 3, 4], 'also while others are flushed');
  await appended;
  await journal.flushed();
  assert.deepEqual(
    [inFile(), groups.flat()],
    [
      [1, 2, 3, 4],
      [1, 2, 3, 4],
    ],
  );
});

test('what nobody waits for, and is in the file at once, is on the disk a moment later', async () => {
  using workspace = new Workspace();
  const told = Promise.withResolvers<number>();
  const onFlushed = (entries: readonly JournalEntry[]) => told.resolve(entries.length);
  await using journal = openJournal(makeSetup(workspace, { onFlushed }));
  journal.write(note('one'), 's');
  assert.equal(await told.promise, 1);
});

test('whoever asks whether all is on the disk waits also for what nobody waited for', async () => {
  using workspace = new Workspace();
  await using journal = openJournal(makeSetup(workspace));
  journal.note(note('x'), 's');
  await journal.flushed();
  assert.equal([...readJournal(journal.path)].length, 1);
});

test('closing waits for what was only noted', async () => {
  using workspace = new Workspace();
  const journal = openJournal(makeSetup(workspace));
  journal.note(note('x'), 's');
  await journal[Symbol.asyncDispose]();
  journal.note(note('late'), 's');
  assert.equal([...readJournal(journal.path)].length, 1);
});

test('closing waits for what nobody has waited for', async () => {
  using workspace = new Workspace();
  const journal = openJournal(makeSetup(workspace));
  for (let at = 0; at < 50; at += 1) void journal.append(note(`${at}`), 's');
  await journal[Symbol.asyncDispose]();
  await journal[Symbol.asyncDispose]();
  assert.equal([...readJournal(journal.path)].length, 50);
  await assert.rejects(journal.append(note('late'), 's'), /was closed/);
});

test('a resumed journal goes on with its numbers and its trace, without the line that a crash cut off', async () => {
  using workspace = new Workspace();
  {
    await using journal = openJournal(makeSetup(workspace));
    await journal.append(note('a'), 's');
    await journal.append(note('b'), 's');
  }
  const { size } = statSync(workspace.path(journalPath));
  appendFileSync(workspace.path(journalPath), '{"schemaVersion":1,"sequence":3,"kind":"no');
  {
    await using journal = reopenJournal(makeSetup(workspace, { traceId: 'other' }));
    assert.equal(statSync(workspace.path(journalPath)).size, size);
    await journal.append(note('c'), 's');
  }
  const entries = [...readJournal(workspace.path(journalPath))];
  assert.deepEqual(
    entries.map(({ sequence, traceId }) => [sequence, traceId]),
    [
      [1, 'trace'],
      [2, 'trace'],
      [3, 'trace'],
    ],
  );
});

test('a journal that a crash left without a line is gone on with from the start', async () => {
  using workspace = new Workspace().write({ [journalPath]: '{"schemaV' });
  {
    await using journal = reopenJournal(makeSetup(workspace));
    await journal.append(note('first'), 's');
  }
  assert.deepEqual(
    [...readJournal(workspace.path(journalPath))].map(({ sequence, traceId }) => [sequence, traceId]),
    [[1, 'trace']],
  );
});

test('a damaged journal is not gone on with, and stays as it is', () => {
  using workspace = new Workspace().write({ [journalPath]: 'nonsense\ncut' });
  assert.throws(() => reopenJournal(makeSetup(workspace)), { code: 'JOURNAL_DAMAGED' });
  assert.equal(readFileSync(workspace.path(journalPath), 'utf8'), 'nonsense\ncut');
});

test('a journal is not written through a link that leads out of the state', () => {
  using outside = new Workspace().write({ 'b/journal.ndjson': '' });
  using workspace = new Workspace();
  symlinkSync(outside.dir, workspace.path('batches'));
  assert.throws(() => openJournal(makeSetup(workspace)), { code: 'PATH_OUTSIDE' });
  assert.throws(() => reopenJournal(makeSetup(workspace)), { code: 'PATH_OUTSIDE' });
  assert.equal(outside.list().length, 2);
});

test('a second batch of the same name does not get the journal of the first', async () => {
  using workspace = new Workspace();
  await using _first = openJournal(makeSetup(workspace));
  assert.throws(() => openJournal(makeSetup(workspace)), { code: 'FILE_UNWRITABLE', message: /EEXIST/ });
});

test('a journal that is deleted under a batch fails it, and is not made anew', async () => {
  using workspace = new Workspace();
  await using journal = openJournal(makeSetup(workspace));
  await journal.append(note('a'), 's');
  rmSync(workspace.path('batches'), { recursive: true });
  await assert.rejects(journal.append(note('b'), 's'), { code: 'STORAGE_FAILED', message: /was deleted/ });
  await assert.rejects(journal.append(note('c'), 's'), { code: 'STORAGE_FAILED', message: /was deleted/ });
  assert.deepEqual(workspace.list(), []);
});

test('a journal that was moved away with all around it fails the batch: its results would be made anew where it was', async () => {
  using workspace = new Workspace();
  const baseDir = workspace.write({ 'here/.gitignore': '*' }).path('here');
  await using journal = openJournal(makeSetup(workspace, { baseDir }));
  await journal.append(note('a'), 's');
  renameSync(baseDir, workspace.path('there'));
  await assert.rejects(journal.append(note('b'), 's'), { code: 'STORAGE_FAILED', message: /was deleted or moved/ });
});

test('a listener that throws fails those who wait, and neither the journal nor what comes after', async () => {
  using workspace = new Workspace();
  const onFlushed = ([entry]: readonly JournalEntry[]) => {
    if (entry?.sequence === 1) throw new Error('listener');
  };
  await using journal = openJournal(makeSetup(workspace, { onFlushed }));
  await assert.rejects(journal.append(note('a'), 's'), /listener/);
  await journal.append(note('b'), 's');
  assert.equal([...readJournal(journal.path)].length, 2);
});

/** A process that appends for ever, prints the number of each event once it is on the disk, and says how it failed. */
const endlessWriter = `
  import { openJournal } from '${join(projectDir, 'src/store/journal.ts')}';
  process.on('unhandledRejection', () => console.log('unhandled'));
  const onFlushed = (entries) => console.log(entries.at(-1).sequence);
  const setup = { baseDir: process.argv[1], batch: 'b', traceId: 't', now: Date.now, redact: (data) => data, onFlushed };
  const journal = openJournal(setup);
  const failures = new Set();
  for (let count = 0; failures.size === 0; count += 1) {
    void journal.append({ kind: 'note', message: 'nobody waits' }, 's');
    await journal.append({ kind: 'note', message: 'x'.repeat(count % 500) }, 's').catch((error) => failures.add(error));
  }
  const later = await journal.append({ kind: 'note', message: 'later' }, 's').catch((error) => error);
  await new Promise((resolve) => setTimeout(resolve, 20));
  console.log(failures.has(later) ? 'same' : 'other', later.code, later.message);
  await journal[Symbol.asyncDispose]();
`;

/** The same at once: it says how it failed, and what is told to those who wait from then on. */
const hastyWriter = `
  import { openJournal } from '${join(projectDir, 'src/store/journal.ts')}';
  const setup = { baseDir: process.argv[1], batch: 'b', traceId: 't', now: Date.now, redact: (data) => data };
  const journal = openJournal({ ...setup, onFlushed() {} });
  const earlier = journal.append({ kind: 'note', message: 'earlier' }, 's').catch((error) => error);
  let failure = null;
  while (failure === null) {
    try {
      journal.write({ kind: 'note', message: 'x'.repeat(500) }, 's');
    } catch (error) {
      failure = error;
    }
  }
  const later = await journal.append({ kind: 'note', message: 'later' }, 's').catch((error) => error);
  console.log(failure === later && failure === await earlier ? 'same' : 'other', later.code, later.message);
  await journal[Symbol.asyncDispose]();
`;

function startWriter(dir: string, wrapper: readonly string[] = [], writer = endlessWriter) {
  const [command = '', ...args] = [...wrapper, process.execPath, '--input-type=module', '-e', writer, dir];
  return spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
}

test('what was told is there after kill -9, and the journal can be gone on with', async () => {
  using workspace = new Workspace();
  const child = startWriter(workspace.dir);
  let told = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    told = Number(line);
    if (told > 200) child.kill('SIGKILL');
  }
  assert.ok(told > 200);
  const journal = reopenJournal(makeSetup(workspace));
  await journal.append(note('again'), 's');
  await journal[Symbol.asyncDispose]();
  const entries = [...readJournal(journal.path)];
  assert.ok(entries.length > told, `${entries.length} of ${told}`);
});

testWith('prlimit', 'a write that the disk refuses is final, and nobody is surprised behind its back', async () => {
  using workspace = new Workspace();
  const child = startWriter(workspace.dir, ['prlimit', '--fsize=40000']);
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) lines.push(line);
  assert.match(lines.at(-1) ?? '', /^same STORAGE_FAILED .*journal\.ndjson cannot be written: EFBIG/);
  assert.ok(!lines.includes('unhandled'));
  const told = Number(lines.at(-2));
  assert.ok(statSync(workspace.path(journalPath)).size === 40_000, 'the line at the limit was cut');
  const entries = [...readJournal(workspace.path(journalPath))];
  assert.ok(told > 0 && entries.length >= told, `${entries.length} of ${told}`);
});

testWith('prlimit', 'what cannot be written at once is refused at once, and so is all that comes after', async () => {
  using workspace = new Workspace();
  const child = startWriter(workspace.dir, ['prlimit', '--fsize=40000'], hastyWriter);
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) lines.push(line);
  assert.match(lines.join(), /^same STORAGE_FAILED .*journal\.ndjson cannot be written: EFBIG/);
});
