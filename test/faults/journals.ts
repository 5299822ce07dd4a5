import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A line of a journal, as the checker reads it: with no word of the code that wrote it. */
export interface Entry {
  readonly sequence: number;
  readonly traceId: string;
  readonly kind: string;
  readonly task?: string;
  readonly step?: string;
  readonly exitCode?: number;
  readonly isResult?: boolean;
  readonly checkpoint?: { readonly id: string; readonly sequence: number };
  readonly failure?: { readonly code: string; readonly message: string };
  /** Names of files, or files with their hashes. */
  readonly files?: readonly (string | NamedFile)[];
}

export interface NamedFile {
  readonly path: string;
  readonly sha256: string;
}

export interface ReadJournal {
  readonly batch: string;
  readonly entries: readonly Entry[];
  /** What follows the last newline: a line that was cut off. */
  readonly tail: string;
  /** Lines that are no JSON object, by number. */
  readonly unreadable: readonly number[];
}

/** Every journal of a repository, the oldest first. */
export function readJournals(repo: string): ReadJournal[] {
  const folder = join(repo, '.agentos/batches');
  return listFolder(folder)
    .sort()
    .map((batch) => parseJournal(batch, readIfThere(join(folder, batch, 'journal.ndjson'))));
}

function parseJournal(batch: string, text: string): ReadJournal {
  const lines = text.split('\n');
  const tail = lines.pop() ?? '';
  const parsed = lines.map(parseLine);
  const unreadable = parsed.flatMap((entry, at) => (entry === null ? [at + 1] : []));
  return { batch, entries: parsed.filter((entry) => entry !== null), tail, unreadable };
}

function parseLine(line: string): Entry | null {
  try {
    const data = JSON.parse(line);
    return typeof data === 'object' && data !== null ? data : null;
  } catch {
    return null;
  }
}

/** What the journals say of each task in the end; a batch that came later knows better. */
export function readFates(repo: string): Map<string, string> {
  const fates = new Map<string, string>();
  for (const { entries } of readJournals(repo)) {
    for (const { kind, task, failure } of entries) {
      const fate = kind.match(/^task-(done|failed|rejected|cancelled|parked|started)$/)?.[1];
      if (task !== undefined && fate !== undefined)
        fates.set(task, fate === 'failed' ? `failed ${failure?.code}` : fate);
    }
  }
  return fates;
}

export function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

export function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
