import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AgentOsError } from '../../../src/model/errors.ts';
import { MemoryStore } from '../../../src/parallel/credentials/memory-store.ts';
import type { Entries } from '../../../src/parallel/credentials/store.ts';
import { StoreRest } from '../../../src/parallel/credentials/store-rest.ts';
import { answered, VirtualPool } from './virtual-pool.ts';
import { makeCredential } from './virtual-run.ts';

/** A store that another program holds for a while; each try to get it costs. */
class HeldStore extends MemoryStore {
  isHeld = false;
  tries = 0;

  override transact<T>(work: (entries: Entries) => T): T {
    if (!this.isHeld) return super.transact(work);
    this.tries += 1;
    throw new AgentOsError('CREDENTIALS_LOCKED', 'held by another program');
  }
}

test('many who want a store that is held do not wait for it one after the other', async () => {
  const store = new HeldStore();
  const pool = new VirtualPool([makeCredential('k')], { store });
  const held = await Promise.all(Array.from({ length: 6 }, async () => await pool.get()));
  store.isHeld = true;
  const waiting = Array.from({ length: 6 }, async () => await pool.reserve());
  for (const lease of held) pool.coordinator.release(lease, answered);
  assert.equal(store.tries, 1);
  pool.clock.after(4_500, () => {
    store.isHeld = false;
  });
  const served = await pool.clock.drive(Promise.all(waiting));
  assert.equal(served.length, 6);
  assert.ok(store.tries <= 10, `${store.tries} tries`);
  assert.equal(pool.count('leases'), 6, 'what was released in the meantime is known');
});

test('whoever has to go tries at once, and leaves nothing behind if the store is free again', async () => {
  const store = new HeldStore();
  const pool = new VirtualPool([makeCredential('k')], { store });
  await pool.get();
  store.isHeld = true;
  pool.reserve().catch(() => {});
  store.isHeld = false;
  pool.coordinator[Symbol.dispose]();
  assert.deepEqual([pool.count('leases'), pool.count('tickets')], [0, 0]);
});

test('a rest grows, and ends with success, with other trouble, and when the clock is set back', () => {
  const rest = new StoreRest();
  const locked = () => {
    throw new AgentOsError('CREDENTIALS_LOCKED', 'held');
  };
  let asked = 0;
  const ask = (now: number, work: () => unknown = locked) => {
    try {
      rest.guard(now, () => {
        asked += 1;
        return work();
      });
    } catch {}
    return asked;
  };
  assert.deepEqual(
    [0, 199, 200, 599, 600, 1399].map((now) => ask(now)),
    [1, 1, 2, 2, 3, 3],
  );
  assert.deepEqual(
    [1400, 2399, 2400, 1].map((now) => ask(now)),
    [4, 4, 5, 6],
  );
  rest.end();
  assert.equal(ask(1), 7);
  const broken = () => {
    throw new AgentOsError('STORAGE_FAILED', 'full');
  };
  assert.deepEqual([ask(201, broken), ask(202, broken), ask(203, () => null), ask(204), ask(205)], [8, 9, 10, 11, 11]);
});
