import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { PassThrough, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { EventTail } from '../../src/cli/event-tail.ts';
import { testWith } from '../needs.ts';
import { projectDir, Workspace } from '../workspace.ts';

const nobody = () => new Writable({ highWaterMark: 1, write: () => {} });

test('what the file holds and what is added to it comes out, in order', async () => {
  using workspace = new Workspace().write({ journal: 'one\n' });
  const stream = new PassThrough();
  const tail = new EventTail(workspace.path('journal'), stream);
  const shown = text(stream);
  for (const line of ['two\n', 'three\n']) {
    appendFileSync(workspace.path('journal'), line);
    tail.poke();
    await new Promise((resolve) => setImmediate(resolve));
  }
  appendFileSync(workspace.path('journal'), 'four\n');
  await tail.finish();
  stream.end();
  assert.equal(await shown, 'one\ntwo\nthree\nfour\n');
});

test('a line appears when it was announced, not only at the end', async () => {
  using workspace = new Workspace().write({ journal: '' });
  const stream = new PassThrough();
  const tail = new EventTail(workspace.path('journal'), stream);
  appendFileSync(workspace.path('journal'), 'one\n');
  tail.poke();
  const [chunk] = await stream.take(1).toArray();
  assert.equal(String(chunk), 'one\n');
  await tail.finish();
});

test('it can begin where an earlier batch ended', async () => {
  using workspace = new Workspace().write({ journal: 'old\nnew\n' });
  const taken: string[] = [];
  await new EventTail(
    workspace.path('journal'),
    { write: (text: string) => taken.push(text) },
    { fromByte: 4 },
  ).finish();
  assert.equal(taken.join(''), 'new\n');
});

test('a file of many pieces comes out whole, with its characters', async () => {
  const content = '{"title":"größer 😀"}\n'.repeat(50_000);
  using workspace = new Workspace().write({ journal: content });
  const taken: string[] = [];
  await new EventTail(workspace.path('journal'), { write: (text: string) => taken.push(text) }).finish();
  assert.equal(taken.join(''), content);
  assert.ok(taken.every((piece) => piece.length <= 64 * 1024));
});

test('what could drive a terminal is escaped, and means the same as JSON', async () => {
  const title = 'a\u009b2J\u202eb\u007f';
  using workspace = new Workspace().write({ journal: `${JSON.stringify({ title })}\n` });
  const taken: string[] = [];
  await new EventTail(workspace.path('journal'), { write: (text: string) => taken.push(text) }).finish();
  assert.equal(taken.join(''), '{"title":"a\\u009b2J\\u202eb\\u007f"}\n');
  assert.deepEqual(JSON.parse(taken.join('')), { title });
});

test('a slow reader finds the rest in the file: one piece waits, however much there is', async () => {
  using workspace = new Workspace().write({ journal: 'x'.repeat(10_000_000) });
  let mostWaiting = 0;
  let total = 0;
  const slow = new Writable({
    write: (chunk, _encoding, done) => {
      total += chunk.length;
      mostWaiting = Math.max(mostWaiting, slow.writableLength);
      setImmediate(done);
    },
  });
  const tail = new EventTail(workspace.path('journal'), slow);
  for (let count = 0; count < 100; count += 1) tail.poke();
  await tail.finish();
  assert.equal(total, 10_000_000);
  assert.ok(mostWaiting <= 64 * 1024, `${mostWaiting} bytes waited`);
});

test('a signal ends it, also while nobody reads', { timeout: 60_000 }, async () => {
  using workspace = new Workspace().write({ journal: 'one\n' });
  const controller = new AbortController();
  const tail = new EventTail(workspace.path('journal'), nobody(), { signal: controller.signal });
  const finished = tail.finish();
  controller.abort();
  await finished;
  await new EventTail(workspace.path('journal'), nobody(), { signal: controller.signal }).finish();
});

test('a stream that is destroyed ends it', { timeout: 60_000 }, async () => {
  using workspace = new Workspace().write({ journal: 'one\n' });
  const stream = nobody();
  const finished = new EventTail(workspace.path('journal'), stream).finish();
  setImmediate(() => stream.destroy(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })));
  await finished;
});

test('a file that cannot be read is told at the end', async () => {
  using workspace = new Workspace();
  const tail = new EventTail(workspace.path('missing'), { write: () => {} });
  tail.poke();
  await new Promise((resolve) => setTimeout(resolve, 20));
  await assert.rejects(tail.finish(), { code: 'FILE_UNREADABLE' });
});

testWith('bash', 'the reader of a pipe that went away ends it quietly', () => {
  using workspace = new Workspace().write({ journal: '{"kind":"note"}\n'.repeat(500_000) });
  const script = `
    import { EventTail } from '${projectDir}/src/cli/event-tail.ts';
    await new EventTail('${workspace.path('journal')}', process.stdout).finish();
    process.stderr.write('ended');`;
  const command = `"$0" "$@" | head -n 1; exit "\${PIPESTATUS[0]}"`;
  const args = ['-c', command, process.execPath, '--input-type=module', '-e', script];
  const { status, stdout, stderr } = spawnSync('bash', args, { encoding: 'utf8' });
  assert.deepEqual({ status, stdout, stderr }, { status: 0, stdout: '{"kind":"note"}\n', stderr: 'ended' });
});
