/** What is left on both sides once equal items are paired, each with one; an item without a key equals none. */
export function dropEqual<Item>(
  some: readonly Item[],
  others: readonly Item[],
  keyOf: (item: Item) => string,
): { readonly some: Item[]; readonly others: Item[] } {
  const free = new Map<string, number>();
  for (const key of others.map(keyOf)) if (key !== '') free.set(key, (free.get(key) ?? 0) + 1);
  const paired = new Map<string, number>();
  const left = some.filter((item) => !move(keyOf(item), free, paired));
  return { some: left, others: others.filter((item) => !move(keyOf(item), paired, new Map())) };
}

/** Takes one of a key from one count to another; false if there is none. */
function move(key: string, from: Map<string, number>, to: Map<string, number>): boolean {
  const count = from.get(key) ?? 0;
  if (count === 0) return false;
  from.set(key, count - 1);
  to.set(key, (to.get(key) ?? 0) + 1);
  return true;
}
