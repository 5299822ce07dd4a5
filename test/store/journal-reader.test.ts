import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, symlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { hasAnswer } from '../../src/store/answers.ts';
import { listBatches, readFirstEvent, readJournal } from '../../src/store/journal-reader.ts';
import { projectDir, Workspace } from '../workspace.ts';

function line(sequence: number, more: object = {}): string {
  const stamp = { schemaVersion: 1, sequence, at: 7, traceId: 't', spanId: 's' };
  return `${JSON.stringify({ ...stamp, kind: 'note', message: 'm', ...more })}\n`;
}

function read(content: string | Uint8Array): number[] {
  using workspace = new Workspace().write({ j: content });
  return [...readJournal(workspace.path('j'))].map(({ sequence }) => sequence);
}

test('whole lines are read, what follows the last newline was never acknowledged', () => {
  assert.deepEqual(read(''), []);
  assert.deepEqual(read(line(1) + line(2)), [1, 2]);
  assert.deepEqual(read(line(1) + line(2).trimEnd()), [1], 'whole JSON, but no newline');
  assert.deepEqual(read(`${line(1)}\0\0\0\0`), [1]);
});

test('whoever reads the first event alone leaves no file open', () => {
  using workspace = new Workspace().write({ j: line(1) + line(2), cut: line(1).trimEnd() });
  const openFiles = () => readdirSync('/proc/self/fd').length;
  const before = openFiles();
  assert.equal(readFirstEvent(workspace.path('j'))?.sequence, 1);
  assert.equal(readFirstEvent(workspace.path('cut')), null);
  assert.equal(openFiles(), before);
});

test('a line that cannot be trusted is told by its number', () => {
  const cases: [string, string, RegExp][] = [
    ['no JSON', `${line(1)}{"kind"\n${line(2)}`, /line 2 is no JSON object/],
    ['an empty line', `\n${line(1)}`, /line 1 is no JSON object/],
    ['a list', `[]\n`, /line 1 is no JSON object/],
    ['a missing line', line(1) + line(3), /line 2 has number 3/],
    ['a line twice', line(1) + line(1), /line 2 has number 1/],
    ['no start', line(2), /line 1 has number 2/],
    ['no version', line(1, { schemaVersion: undefined }), /line 1 is no event/],
    ['a task that is no text', line(1, { task: 7 }), /line 1 is no event/],
    ['no trace', line(1, { traceId: undefined }), /line 1 is no event/],
  ];
  for (const [name, content, message] of cases) {
    assert.throws(() => read(content), { code: 'JOURNAL_DAMAGED', message }, name);
  }
  const invalid = Buffer.from(line(1, { message: 'ä' }));
  invalid[invalid.indexOf(0xc3)] = 0xff;
  assert.throws(() => read(invalid), { code: 'JOURNAL_DAMAGED', message: /line 1/ }, 'no UTF-8');
});

test('a journal of a later format is refused by its version', () => {
  assert.throws(() => read(line(1, { schemaVersion: 3 })), { code: 'STATE_TOO_NEW', message: /has version 3/ });
});

test('characters and lines that lie over the border of two chunks are whole', () => {
  using workspace = new Workspace();
  const messages = ['ä', '€', '😀'].map((character) => character.repeat(700_001));
  workspace.write({ j: messages.map((message, at) => line(at + 1, { message })).join('') });
  const entries = [...readJournal(workspace.path('j'))];
  assert.deepEqual(
    entries.map((entry) => entry.kind === 'note' && entry.message),
    messages,
  );
});

test('a journal is read in memory that does not grow with it', () => {
  using workspace = new Workspace();
  const fd = openSync(workspace.path('j'), 'w');
  const message = 'm'.repeat(1000);
  for (let start = 0; start < 200_000; start += 1000) {
    writeSync(fd, Array.from({ length: 1000 }, (_, at) => line(start + at + 1, { message })).join(''));
  }
  closeSync(fd);
  const script = `
    import { readJournal } from '${join(projectDir, 'src/store/journal-reader.ts')}';
    const before = process.memoryUsage().rss;
    let count = 0;
    for (const _ of readJournal(process.argv[1])) count += 1;
    console.log(JSON.stringify({ count, grownMb: (process.memoryUsage().rss - before) / 2 ** 20 }));
  `;
  const options = ['--input-type=module', '--max-semi-space-size=1', '-e', script, workspace.path('j')];
  const { stdout } = spawnSync(process.execPath, options, { encoding: 'utf8' });
  const { count, grownMb } = JSON.parse(stdout);
  assert.equal(count, 200_000);
  assert.ok(grownMb < 110, `a file of 220 MB took ${grownMb} MB`);
});

test('what is no regular file is not read', () => {
  using workspace = new Workspace().write({ real: line(1), 'folder/x': '' });
  symlinkSync('real', workspace.path('link'));
  assert.throws(() => [...readJournal(workspace.path('link'))], { code: 'FILE_UNREADABLE' });
  assert.throws(() => [...readJournal(workspace.path('folder'))], { code: 'FILE_NOT_REGULAR' });
  assert.throws(() => [...readJournal(workspace.path('none'))], { code: 'FILE_UNREADABLE', message: /ENOENT/ });
});

test('batches that have begun are listed by name; without state there are none', () => {
  using workspace = new Workspace();
  assert.deepEqual(listBatches(workspace.dir), []);
  workspace.write({ 'batches/2026b/journal.ndjson': '{}\n', 'batches/2026a/journal.ndjson': '{}\n' });
  workspace.write({ 'batches/2026c/journal.ndjson': '', 'batches/2026d/x': '', 'batches/.DS_Store': 'no folder' });
  assert.deepEqual(listBatches(workspace.dir), ['2026a', '2026b']);
});

test('a folder of batches that cannot be read is not an empty one', () => {
  using workspace = new Workspace();
  symlinkSync('batches', workspace.path('batches'));
  assert.throws(() => listBatches(workspace.dir), {
    code: 'FILE_UNREADABLE',
    message: /batches cannot be read \(ELOOP\)/,
  });
  assert.equal(hasAnswer(workspace.dir, '1', 'verdict'), false, 'a batch that runs asks again');
});
