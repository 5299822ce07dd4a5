import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { startAgentos, startByShell, waitFor } from '../faults/processes.ts';
import { SimulatedWorkspace } from './simulated-workspace.ts';

const anthropic = { id: 'drafts', provider: 'anthropic' } as const;
const google = { id: 'reviews', provider: 'google' } as const;
const environmentOf = ({ keys: [drafts = '', reviews = ''] }: SimulatedWorkspace) => ({
  TEST_KEY_DRAFTS_1: drafts,
  TEST_KEY_REVIEWS_1: reviews,
});

describe('what the process that holds the keys shows', { concurrency: 2 }, () => {
  test('nothing with NODE_DEBUG=net', async () => {
    await using workspace = await SimulatedWorkspace.open({ issues: 1, scopes: [anthropic, google] });
    const env = { ...environmentOf(workspace), NODE_DEBUG: 'net' };
    const { code, stderr } = await startAgentos(['requirements'], { cwd: workspace.dir, env }).ended;
    assert.equal(code, 0, stderr);
    for (const key of workspace.keys)
      assert.ok(!stderr.includes(key), stderr.slice(stderr.indexOf(key) - 200).slice(0, 300));
  });

  test('no key in a core dump', async () => {
    const hanging = { ...anthropic, faults: [{ kind: 'hang' as const }] };
    await using workspace = await SimulatedWorkspace.open({ issues: 1, scopes: [hanging, google] });
    const env = environmentOf(workspace);
    const run = startByShell('ulimit -c unlimited; exec "$@"', ['requirements'], { cwd: workspace.dir, env });
    await waitFor('the batch', () => workspace.batches().length > 0);
    run.child.kill('SIGABRT');
    await run.ended;
    const dumps = readdirSync(workspace.dir).filter((name) => /^core/.test(name));
    for (const dump of dumps) {
      const bytes = readFileSync(workspace.path(dump));
      for (const key of workspace.keys) assert.ok(!bytes.includes(key), `${dump}, ${bytes.length} bytes, holds a key`);
    }
  });
});
