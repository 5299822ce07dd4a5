import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { BoundedOutput } from '../../src/cli/bounded-output.ts';
import { testWith } from '../needs.ts';
import { safe } from '../no-secrets.ts';
import { projectDir } from '../workspace.ts';

/** A stream whose reader takes one write each time it is told to. */
class Reader extends Writable {
  readonly taken: string[] = [];
  #next: (() => void) | null = null;

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.taken.push(chunk.toString());
    this.#next = done;
  }

  async read(): Promise<void> {
    this.#next?.();
    await new Promise((resolve) => setImmediate(resolve));
  }

  async readAll(): Promise<string> {
    while (this.writableLength > 0) await this.read();
    return this.taken.join('');
  }
}

const notice = (lines: string) =>
  `[COORDINATOR] ${lines} left out here: the reader was too slow; the logs have them all\n`;

test('a reader that keeps up gets every line', async () => {
  const reader = new Reader();
  const output = new BoundedOutput(reader, { limitBytes: 20 });
  for (const line of ['one\n', 'two\n', 'three\n']) output.write(safe(line));
  assert.equal(await reader.readAll(), 'one\ntwo\nthree\n');
});

test('lines that find no room are left out, and one line stands in their place', async () => {
  const dropped: number[] = [];
  const reader = new Reader();
  const output = new BoundedOutput(reader, { limitBytes: 10, onDropped: (lines) => dropped.push(lines) });
  for (const line of ['one\n', 'two\n', 'three\n', 'x\n', 'four\nfive\n']) output.write(safe(line));
  assert.equal(reader.writableLength, 8);
  assert.equal(await reader.readAll(), `one\ntwo\n${notice('4 lines')}`);
  output.write(safe('six\n'));
  assert.equal(await reader.readAll(), `one\ntwo\n${notice('4 lines')}six\n`);
  assert.deepEqual(dropped, [4]);
});

test('a gap ends when the queue is empty, not when a line would fit again', async () => {
  const reader = new Reader();
  const output = new BoundedOutput(reader, { limitBytes: 10 });
  for (const line of ['one\n', 'two\n', 'three\n']) output.write(safe(line));
  await reader.read();
  output.write(safe('4\n'));
  assert.equal(await reader.readAll(), `one\ntwo\n${notice('2 lines')}`);
});

test('of several lines those that fit are written', async () => {
  const reader = new Reader();
  new BoundedOutput(reader, { limitBytes: 9 }).write(safe('grün\nrot\nblau\n'));
  assert.equal(await reader.readAll(), `grün\n${notice('2 lines')}`);
});

test('a line that never fits does not end the output', async () => {
  const reader = new Reader();
  const output = new BoundedOutput(reader, { limitBytes: 5 });
  output.write(safe('much too long\n'));
  assert.equal(await reader.readAll(), notice('1 line'));
  output.write(safe('ok\n'));
  assert.equal(await reader.readAll(), `${notice('1 line')}ok\n`);
});

test('a file is written at once, whatever the limit', () => {
  const taken: string[] = [];
  const output = new BoundedOutput({ write: (text: string) => taken.push(text) }, { limitBytes: 1 });
  output.write(safe('one\n'));
  output.write(safe('two\n'));
  assert.deepEqual(taken, ['one\n', 'two\n']);
});

test('a stream that failed gets nothing more, also if it lives on as stdout does', async () => {
  const taken: string[] = [];
  const stream = new Writable({
    autoDestroy: false,
    write: (chunk, _encoding, done) => {
      taken.push(String(chunk));
      done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
    },
  });
  const failed = new Promise((resolve) => stream.on('error', resolve));
  const output = new BoundedOutput(stream, { limitBytes: 8 });
  for (const line of ['one\n', 'two\n', 'three\n']) output.write(safe(line));
  await failed;
  output.write(safe('four\n'));
  assert.deepEqual(taken, ['one\n']);
  assert.equal(stream.writableLength, 0);
});

/** A program that writes 300,000 lines of 100 bytes as fast as it can, and then its result. */
const writer = `
  import { BoundedOutput } from '${projectDir}/src/cli/bounded-output.ts';
  import { guardStreams } from '${projectDir}/src/cli/streams.ts';
  guardStreams();
  let longestQueue = 0, dropped = 0;
  const output = new BoundedOutput(process.stdout, { onDropped: (lines) => (dropped += lines) });
  for (let block = 0; block < 3000; block += 1) {
    output.write(('[LLD-1] ' + 'x'.repeat(91) + '\\n').repeat(100));
    longestQueue = Math.max(longestQueue, process.stdout.writableLength);
    await new Promise((resolve) => setImmediate(resolve));
  }
  process.stderr.write('written\\n');
  process.stdout.write('the result\\n');
  process.on('exit', () => process.stderr.write(JSON.stringify({ longestQueue, dropped })));`;
const writerArgs = ['--input-type=module', '-e', writer];

test('a pipe that nobody reads for a while costs 1 MiB, and every line is whole or counted', async () => {
  const child = spawn(process.execPath, writerArgs, { stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = once(child, 'close');
  await once(child.stderr, 'readable');
  const figures = text(child.stderr);
  const lines = (await text(child.stdout)).split('\n');
  assert.deepEqual(await closed, [0, null]);
  const { longestQueue, dropped } = JSON.parse((await figures).replace('written', ''));
  assert.ok(dropped > 0);
  assert.ok(longestQueue <= 1024 * 1024, `${longestQueue} bytes waited`);
  assert.equal(lines.pop(), '');
  assert.deepEqual(lines.splice(lines.indexOf('the result'), 1), ['the result']);
  const notices = lines.map((line) => /^\[COORDINATOR\] (\d+) lines? left out/.exec(line)?.[1]).filter(Boolean);
  assert.equal(
    notices.reduce((sum, count) => sum + Number(count), 0),
    dropped,
  );
  const whole = lines.filter((line) => line === `[LLD-1] ${'x'.repeat(91)}`).length;
  assert.equal(whole + notices.length, lines.length);
  assert.equal(whole + dropped, 300_000);
});

testWith('bash', 'a reader that went away is no trouble', () => {
  const command = `"$0" "$@" | head -n 1; exit "\${PIPESTATUS[0]}"`;
  const { status, stdout, stderr } = spawnSync('bash', ['-c', command, process.execPath, ...writerArgs], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^\[LLD-1\] x+\n$/);
  assert.match(stderr, /^written\n\{"longestQueue":\d+,"dropped":\d+\}$/);
});
