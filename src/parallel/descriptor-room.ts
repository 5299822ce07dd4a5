import { readFileSync } from 'node:fs';

/** Channel, stdout, stderr, and a log. */
const descriptorsOfWorker = 4;
const ownDescriptors = 30;

/** How many workers the limit on open files has room for. */
export function descriptorRoom(): number {
  return Math.max(1, Math.floor((openFileLimit() - ownDescriptors) / descriptorsOfWorker));
}

function openFileLimit(): number {
  try {
    const limit = readFileSync('/proc/self/limits', 'latin1').match(/^Max open files +(\d+)/m)?.[1];
    return limit === undefined ? Number.POSITIVE_INFINITY : Number(limit);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
