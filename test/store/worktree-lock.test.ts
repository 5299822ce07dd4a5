import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { withWorktreeLock } from '../../src/store/worktree-lock.ts';
import { projectDir, Workspace } from '../workspace.ts';

test('whoever holds the lock is alone, also when work fails', async () => {
  using workspace = new Workspace();
  let inside = 0;
  const works = Array.from({ length: 12 }, async (_, at) => {
    const work = withWorktreeLock(workspace.dir, async () => {
      inside += 1;
      assert.equal(inside, 1);
      await pause(3);
      inside -= 1;
      if (at % 3 === 0) throw new Error('on purpose');
      return at;
    });
    return await work.catch((error: Error) => error.message);
  });
  const ends = await Promise.all(works);
  assert.deepEqual(ends.slice(0, 3), ['on purpose', 1, 2]);
});

test('the lock of a process that is killed is free', async () => {
  using workspace = new Workspace();
  const module = pathToFileURL(`${projectDir}/src/store/worktree-lock.ts`).href;
  const script = `import { withWorktreeLock } from '${module}';
    await withWorktreeLock(process.argv[1], async () => { process.stdout.write('held'); await new Promise((r) => setTimeout(r, 60_000)); });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, workspace.dir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  let isTaken = false;
  const waiting = withWorktreeLock(workspace.dir, async () => {
    isTaken = true;
  });
  await pause(50);
  assert.equal(isTaken, false);
  child.kill('SIGKILL');
  await waiting;
  assert.equal(isTaken, true);
});

test('what is no file cannot be the lock', async () => {
  using workspace = new Workspace();
  mkdirSync(workspace.path('worktrees.lock'));
  await assert.rejects(
    withWorktreeLock(workspace.dir, async () => {}),
    /is no regular file/,
  );
});
