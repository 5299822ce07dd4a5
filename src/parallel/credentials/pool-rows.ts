import { emptyState, type PoolState } from './pool-state.ts';
import type { Entries } from './store.ts';

const sections = [
  'counters',
  'credentials',
  'scopes',
  'lanes',
  'buckets',
  'breakers',
  'roles',
  'owners',
  'leases',
  'tickets',
] as const satisfies readonly (keyof PoolState)[];

/** The pool as its rows say. Rows that nobody knows are left alone. */
export function loadState(entries: Entries): PoolState {
  const loaded = new Map(sections.map((section) => [`${section}`, new Map<string, ReturnType<typeof JSON.parse>>()]));
  for (const [key, text] of entries.readAll()) {
    const at = key.indexOf(':');
    loaded.get(key.slice(0, at))?.set(key.slice(at + 1), JSON.parse(text));
  }
  return { ...emptyState, ...Object.fromEntries(loaded) };
}

/** Writes what is not the same any more. */
export function saveChanges(entries: Entries, before: PoolState, after: PoolState): void {
  for (const section of sections) saveSection(entries, section, before[section], after[section]);
}

function saveSection(
  entries: Entries,
  section: string,
  before: ReadonlyMap<string, object>,
  after: ReadonlyMap<string, object>,
): void {
  if (before === after) return;
  for (const [key, row] of after) {
    if (before.get(key) !== row) entries.write(`${section}:${key}`, JSON.stringify(row));
  }
  for (const key of before.keys()) {
    if (!after.has(key)) entries.write(`${section}:${key}`, null);
  }
}
