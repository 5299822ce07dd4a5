import { isUtf8 } from 'node:buffer';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AgentOsError, errnoOf } from '../model/errors.ts';
import type { JournalEntry } from '../model/event.ts';
import { isRecord } from '../model/json.ts';
import { batchesFolder, journalPath } from './batch-folder.ts';
import { readLines } from './lines.ts';

/** No event of ours is that long: a batch of 100,000 tasks has a first line of 40 MB. */
const longestLine = 256 * 1024 * 1024;

/**
 * The batches that have begun, by name: the oldest first. One that was killed before its first word never was. Throws
 * FILE_UNREADABLE where nobody can tell: that is not the same as none.
 */
export function listBatches(baseDir: string): string[] {
  return listFolder(join(baseDir, batchesFolder))
    .filter((name) => sizeOfJournal(baseDir, name) !== 0)
    .sort();
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    const errno = errnoOf(error) ?? '';
    if (['ENOENT', 'ENOTDIR'].includes(errno)) return [];
    throw new AgentOsError('FILE_UNREADABLE', `${folder} cannot be read (${errno})`, { cause: error });
  }
}

/** Null if we may not look: whoever reads it will say so. */
export function sizeOfJournal(baseDir: string, batch: string): number | null {
  try {
    return statSync(journalPath(baseDir, batch), { throwIfNoEntry: false })?.size ?? 0;
  } catch {
    return null;
  }
}

/** Differs once any batch has said another word. */
export function markJournals(baseDir: string): string {
  const batches = listBatches(baseDir);
  const bytes = batches.reduce((sum, name) => sum + (sizeOfJournal(baseDir, name) ?? 0), 0);
  return `${batches.length} ${bytes}`;
}

/**
 * The events of a batch, in memory bounded by the longest line. A last line without its newline was never acknowledged
 * and is left out. Throws JOURNAL_DAMAGED for any other line that cannot be trusted, STATE_TOO_NEW for a later format.
 */
export function* readJournal(path: string): Generator<JournalEntry> {
  for (const { entry } of scanJournal(path)) yield entry;
}

/** The first event; null if it was cut off. Throws like `readJournal`. */
export function readFirstEvent(path: string): JournalEntry | null {
  for (const entry of readJournal(path)) return entry;
  return null;
}

/** All of them, each with the offset behind it. */
export function* scanJournal(path: string): Generator<{ entry: JournalEntry; end: number }> {
  let sequence = 0;
  for (const { bytes, end } of readLines(path, longestLine)) {
    sequence += 1;
    yield { entry: parseEntry(bytes, sequence, path), end };
  }
}

/** Each entry is one line, so that its number is that of its line. */
function parseEntry(bytes: Buffer, sequence: number, path: string): JournalEntry {
  const entry = parseObject(bytes);
  if (entry === null) throw damaged(path, sequence, 'is no JSON object');
  refuseNewer(entry['schemaVersion'], path);
  if (!isEntry(entry)) throw damaged(path, sequence, 'is no event');
  if (entry.sequence !== sequence) throw damaged(path, sequence, `has number ${entry.sequence}`);
  return entry;
}

function parseObject(bytes: Buffer): Record<string, unknown> | null {
  if (!isUtf8(bytes)) return null;
  try {
    const data: unknown = JSON.parse(bytes.toString('utf8'));
    return isRecord(data) ? data : null;
  } catch {
    return null;
  }
}

function refuseNewer(version: unknown, path: string): void {
  if (typeof version !== 'number' || version <= 1) return;
  throw new AgentOsError('STATE_TOO_NEW', `${path} has version ${version}; this AgentOS reads version 1`);
}

/** What every entry has; the fields of its kind are those that this version wrote. */
function isEntry(data: object): data is JournalEntry {
  const has = (key: string, type: string) => typeof Reflect.get(data, key) === type;
  const isStamped = has('at', 'number') && has('sequence', 'number') && has('traceId', 'string');
  const isNamed = has('spanId', 'string') && has('kind', 'string') && (!('task' in data) || has('task', 'string'));
  return Reflect.get(data, 'schemaVersion') === 1 && isStamped && isNamed;
}

function damaged(path: string, line: number, what: string): AgentOsError {
  const advice = 'give its command anew: finished steps are kept, and its folder may be removed then';
  return new AgentOsError('JOURNAL_DAMAGED', `${path} is damaged: line ${line} ${what}; ${advice}`);
}
