import { randomBytes } from 'node:crypto';

/** Sorts by time; the end keeps two batches of one moment apart. */
export function nameBatch(now: number): string {
  const time = new Date(now).toISOString().replace(/[-:.]/g, '');
  return `${time}-${randomBytes(3).toString('hex')}`;
}
