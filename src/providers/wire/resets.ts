/** When providers start to count anew. */

export function startOfNextMonth(now: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

/** Midnight in California, where Google's days end. It is 7 or 8 hours behind UTC, and never changes at midnight. */
export function nextPacificMidnight(now: number): number {
  const today = readPacific(now);
  const inSummer = Date.UTC(today.year, today.month - 1, today.day + 1, 7);
  return readPacific(inSummer).hour === 0 ? inSummer : inSummer + 3_600_000;
}

function readPacific(at: number): { year: number; month: number; day: number; hour: number } {
  // Made when it is needed: that takes 15 ms, and most processes never need it.
  const pacific = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/Los_Angeles',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
  });
  const parts = new Map(pacific.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const read = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return { year: read('year'), month: read('month'), day: read('day'), hour: read('hour') };
}
