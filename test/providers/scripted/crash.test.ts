import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const child = fileURLToPath(import.meta.resolve('./crash-child.ts'));

function start(how: string) {
  return spawn(process.execPath, ['--max-old-space-size=64', child, how], { stdio: ['ignore', 'pipe', 'ignore'] });
}

/** The end of a worker that crashes by the script, and what it had noted before. */
async function crashed(how: string) {
  const worker = start(how);
  const [[code, signal], noted] = await Promise.all([once(worker, 'close'), text(worker.stdout)]);
  return { code, signal, noted };
}

test('each crash ends the worker in its own way, and is noted before', async () => {
  const noted = (how: string) => `the script says crash: ${how}\n`;
  assert.deepEqual(await crashed('exit'), { code: 7, signal: null, noted: noted('exit') });
  assert.deepEqual(await crashed('kill'), { code: null, signal: 'SIGKILL', noted: noted('kill') });
  assert.deepEqual(await crashed('throw'), { code: 1, signal: null, noted: noted('throw') });
  assert.deepEqual(await crashed('memory'), { code: null, signal: 'SIGABRT', noted: noted('memory') });
});

test('a loop answers nothing until it is killed', async () => {
  const worker = start('loop');
  await once(worker.stdout, 'data');
  worker.kill('SIGTERM');
  assert.deepEqual(await once(worker, 'close'), [null, 'SIGTERM']);
});
