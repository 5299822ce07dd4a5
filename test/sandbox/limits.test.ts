import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { restoreSandbox } from '../../src/sandbox/open-sandbox.ts';
import { listLimits } from '../../src/sandbox/process-limits.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { testWith } from '../needs.ts';
import { Workspace } from '../workspace.ts';
import { makeOrder, openRealSandbox } from './confined.ts';

const unlimited = Number.POSITIVE_INFINITY;

/** Not a bomb, but as many as one would have after a moment; they end by themselves. */
const manyProcesses = 'i=0; while [ $i -lt 700 ]; do sleep 30 & i=$((i+1)); done; echo all; wait';

async function assertStopped(sandbox: Sandbox): Promise<void> {
  using workspace = new Workspace();
  const end = await sandbox.run(makeOrder(workspace.dir, manyProcesses));
  assert.ok(end.kind === 'killed' && /more than 512 processes/.test(end.signal), JSON.stringify(end));
}

describe('limits', () => {
  testWith('bwrap', 'a confined program with too many processes is ended', async () => {
    await assertStopped(await openRealSandbox());
  });

  test('an unconfined program with too many processes is ended', async () => {
    await assertStopped(restoreSandbox({ level: 'none', reason: 'for this test' }));
  });

  testWith(
    'bwrap',
    'a confined program writes no endless file, leaves no core, and goes first when memory is short',
    async () => {
      using workspace = new Workspace();
      const script = 'cat /proc/self/oom_score_adj; ulimit -c; truncate -s 3G big';
      const end = await (await openRealSandbox()).run(makeOrder(workspace.dir, script));
      assert.ok(end.kind === 'exited' && end.stdout === '500\n0\n' && end.code !== 0, JSON.stringify(end));
    },
  );

  test('a limit that is lower already is left alone', () => {
    const low = { fileBytes: 1000, openFiles: 1024, threads: 100 };
    assert.deepEqual(listLimits(low, '6.1.0'), ['--core=0']);
    const high = { fileBytes: unlimited, openFiles: unlimited, threads: unlimited };
    assert.deepEqual(listLimits(high, '6.1.0-13-amd64'), [
      ...['--core=0', '--fsize=2147483648', '--nofile=:65536', '--nproc=4096'],
    ]);
  });

  test('threads are not limited where the kernel would count all of the user’s', () => {
    const high = { fileBytes: 0, openFiles: 0, threads: unlimited };
    assert.deepEqual(listLimits(high, '5.13.19'), ['--core=0']);
    assert.deepEqual(listLimits(high, '5.14.0'), ['--core=0', '--nproc=4096']);
    assert.deepEqual(listLimits(high, 'unheard of'), ['--core=0']);
  });
});
