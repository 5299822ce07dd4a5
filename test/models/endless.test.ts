import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SimulatedWorkspace } from './simulated-workspace.ts';

/** Every reply says to come back in 40 s: more than a worker waits for, less than a person would. */
const waitMs = 40_000;

describe('trouble that never ends', { concurrency: 2 }, () => {
  for (const [kind, code] of [
    ['rate', 'limit'],
    ['overload', 'outage'],
  ] as const) {
    test(`${kind} ends the batch when --max-wait is over, exit 1, and is a ${code}`, async () => {
      await using workspace = await SimulatedWorkspace.open({
        issues: 2,
        scopes: [
          { id: 'drafts', provider: 'anthropic', faults: [{ kind, waitMs }] },
          { id: 'reviews', provider: 'google' },
        ],
      });
      const { code: exitCode, stderr } = await workspace.run('requirements', '--parallel', '2', '--max-wait', '10');
      assert.equal(exitCode, 1, stderr);
      assert.deepEqual(workspace.fates(), { 1: `failed ${code}`, 2: `failed ${code}` });
      const inVain = workspace.truth().filter(({ scope }) => scope === 'drafts').length;
      assert.ok(inVain <= 3, `${inVain} calls were made in vain`);
    });
  }
});
