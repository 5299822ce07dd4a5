import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectDir } from '../workspace.ts';
import { start } from './processes.ts';

test('the long sweep refuses a kind of fault that it does not know, before it does anything', async () => {
  const sweep = join(projectDir, 'test/faults/run.ts');
  for (const modes of ['kil-all', 'kill-all,,kill-worker', 'kill-all, kill-worker', 'all']) {
    const { code, stdout, stderr } = await start([process.execPath, sweep, '--modes', modes], { cwd: projectDir })
      .ended;
    assert.equal(code, 2, stderr);
    assert.equal(stdout, '');
    assert.match(stderr, /^--modes: unknown: .*; there are kill-all, kill-worker, .*double, none$/m);
  }
});
