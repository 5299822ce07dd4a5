interface Placed {
  readonly line: number;
}

const mostLines = 1000;

/** What stands from one line to another, of things that are in order; of very many lines only the first ones. */
export function between<T extends Placed>(things: readonly T[], from: number, to: number): T[] {
  const end = Math.min(to, from + mostLines);
  const found: T[] = [];
  for (let at = firstFrom(things, from); at < things.length; at += 1) {
    const thing = things[at];
    if (thing === undefined || thing.line > end) break;
    found.push(thing);
  }
  return found;
}

function firstFrom(things: readonly Placed[], line: number): number {
  let low = 0;
  let high = things.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((things[middle]?.line ?? 0) < line) low = middle + 1;
    else high = middle;
  }
  return low;
}
