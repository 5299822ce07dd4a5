import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AgentOsError } from '../../../src/model/errors.ts';
import { MemoryStore } from '../../../src/parallel/credentials/memory-store.ts';
import type { Entries } from '../../../src/parallel/credentials/store.ts';
import { answered, VirtualPool } from './virtual-pool.ts';
import { makeCredential } from './virtual-run.ts';

const limits = { ...makeCredential('any').limits, concurrency: 1 };
const credentials = [makeCredential('k', { limits })];

/** Everybody who is served, in order, each for a moment. */
class Order {
  readonly served: string[] = [];
  readonly #pool: VirtualPool;

  constructor(pool: VirtualPool) {
    this.#pool = pool;
  }

  async join(taskId: string, model = 'm'): Promise<void> {
    const lease = await this.#pool.reserve({ taskId, model, deadlineMs: 60_000 });
    this.served.push(model === 'm' ? taskId : `${taskId} ${model}`);
    await this.#pool.clock.sleep(10);
    this.#pool.coordinator.release(lease, answered);
  }
}

test('a task that was sent away stands where it stood when it comes back, before all who came after it', async () => {
  const pool = new VirtualPool(credentials);
  const held = await pool.get();
  for (const taskId of ['first', 'second']) {
    assert.equal((await pool.refusal({ taskId, deadlineMs: 5_000 })).code, 'CREDENTIALS_BUSY');
  }
  const order = new Order(pool);
  const waiting = ['new', 'second', 'newer', 'first', 'first'].map(async (taskId) => await order.join(taskId));
  pool.coordinator.release(held, answered);
  await pool.clock.drive(Promise.all(waiting));
  assert.deepEqual(order.served, ['first', 'second', 'new', 'newer', 'first']);
});

test('a place that was kept is of one role and model', async () => {
  const pool = new VirtualPool(credentials);
  const held = await pool.get();
  await pool.refusal({ taskId: 'one', deadlineMs: 1_000 });
  const order = new Order(pool);
  const waiting = [order.join('other'), order.join('one', 'm2'), order.join('one')];
  pool.coordinator.release(held, answered);
  await pool.clock.drive(Promise.all(waiting));
  assert.deepEqual(order.served, ['one', 'other', 'one m2']);
});

test('a place outlives a store that fails when its owner comes back', async () => {
  class FailingStore extends MemoryStore {
    isFailing = false;
    override transact<T>(work: (entries: Entries) => T): T {
      return super.transact((entries) => {
        const result = work(entries);
        if (this.isFailing) throw new AgentOsError('CREDENTIALS_LOCKED', 'held by another program');
        return result;
      });
    }
  }
  const store = new FailingStore();
  const pool = new VirtualPool(credentials, { store });
  const held = await pool.get();
  await pool.refusal({ taskId: 'one', deadlineMs: 1_000 });
  const order = new Order(pool);
  const other = order.join('other');
  store.isFailing = true;
  const one = order.join('one');
  store.isFailing = false;
  pool.coordinator.release(held, answered);
  await pool.clock.drive(Promise.all([one, other]));
  assert.deepEqual(order.served, ['one', 'other']);
});
