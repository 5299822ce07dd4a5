import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firstOf, testWith } from '../needs.ts';
import { compileShim, type Fault } from './shim.ts';
import { inject, openSweep } from './sweep.ts';

/** A fixed part of the long sweep, which `npm run test:faults` does whole; most at the beginning, where all differs. */
const faults: readonly (Fault & { readonly againAt?: number })[] = [
  { mode: 'kill-all', at: 22 },
  { mode: 'kill-worker', at: 350 },
  { mode: 'kill-torn', at: 505 },
  { mode: 'kill-all', at: 600, againAt: 200 },
  { mode: 'eio-once', at: 263 },
  { mode: 'enospc-from', at: 480 },
  ...[4, 19, 150, 647, 1100].map((at) => ({ mode: 'kill-all', at }) as const),
  { mode: 'kill-worker', at: 200 },
  { mode: 'eio-from', at: 3 },
  { mode: 'eio-from', at: 700 },
  { mode: 'enospc-once', at: 1020 },
];

testWith(
  'gcc',
  'broken at any call, a batch is gone on with to the same end: nothing lost, one step repeated',
  async () => {
    const base = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'agentos-faults-'));
    try {
      const sweep = await openSweep(compileShim(base), base);
      assert.ok(sweep.calls > 500, `the shim sees only ${sweep.calls} calls`);
      const left = [...firstOf(6, faults)];
      const workOff = async () => {
        for (let next = left.shift(); next !== undefined; next = left.shift()) {
          const { againAt = null, ...fault } = next;
          const { met, violations } = await inject(sweep, fault, againAt);
          assert.deepEqual(violations, [], `${fault.mode} at ${fault.at}, ${met}`);
        }
      };
      await Promise.all([workOff(), workOff()]);
    } finally {
      rmSync(base, { recursive: true, force: true });
    }
  },
);
