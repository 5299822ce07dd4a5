import { randomBytes } from 'node:crypto';

/**
 * Sorts by time, and behind `last`, the latest so far: a clock that was set back makes no batch an earlier one. The end
 * keeps two batches of one moment apart.
 */
export function nameBatch(now: number, last: string | undefined): string {
  const time = new Date(Math.max(now, timeAfter(last ?? ''))).toISOString().replace(/[-:.]/g, '');
  return `${time}-${randomBytes(3).toString('hex')}`;
}

/** The millisecond after the one that a name begins with; 0 if it begins with none. */
function timeAfter(name: string): number {
  const time = name.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\d)(\d{3}Z).*$/, '$1-$2-$3:$4:$5.$6');
  return (Date.parse(time) || -1) + 1;
}
