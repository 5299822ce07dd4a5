import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { House } from './ours.ts';

const lookEveryMs = 20;

/** Kills a coordinator while it holds leases; tells how many, and how long it took until they were free again. */
export async function killAndWatch(
  victim: House,
  database: string,
  atMs: number,
  signal: AbortSignal,
): Promise<Readonly<Record<string, number>>> {
  using rows = openRows(database);
  await sleep(atMs, undefined, { signal });
  while (rows.countLeases(victim.owner) === 0) await sleep(1, undefined, { signal });
  victim.isKilled = true;
  victim.child.kill();
  const killedAt = Date.now();
  const leasesHeld = rows.countLeases(victim.owner);
  while (rows.countLeases(victim.owner) > 0) await sleep(lookEveryMs, undefined, { signal });
  return { leasesHeld, recoveredMs: Date.now() - killedAt };
}

function openRows(path: string): Disposable & { countLeases(owner: string): number } {
  const database = new DatabaseSync(path, { readOnly: true });
  const count = database.prepare(`SELECT count(*) AS leases FROM entries WHERE key LIKE 'leases:' || ? || '.%'`);
  return {
    countLeases: (owner) => Number(count.get(owner)?.['leases']),
    [Symbol.dispose]: () => database.close(),
  };
}
