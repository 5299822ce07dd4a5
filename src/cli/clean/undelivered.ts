import type { BatchRecord } from '../../model/batch-record.ts';
import { listDue, markerOf } from '../github/due-comments.ts';
import { keyOf, listDuePulls } from '../github/due-pull-requests.ts';

/** The names of batches that have something to tell on GitHub, and have not: a resume does. Oldest batch first. */
export function listUndelivered(records: readonly BatchRecord[], posted: ReadonlySet<string>): ReadonlySet<string> {
  const last = new Set(listKeys(records));
  const isOwed = (key: string) => last.has(key) && !posted.has(key);
  return new Set(records.filter((record) => listKeys([record]).some(isOwed)).map(({ name }) => name));
}

/** What these batches together should tell; what a later one tells instead is not in it. */
function listKeys(records: readonly BatchRecord[]): string[] {
  const sources = new Set(records.map(({ started }) => String(started?.settings['source'] ?? 'folder')));
  const comments = [...sources].flatMap((source) => listDue(records, source).map(markerOf));
  return [...comments, ...listDuePulls(records).map(keyOf)];
}
