import { hash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { AgentOsError } from '../model/errors.ts';
import type { History, TaskHistory } from '../model/history.ts';
import type { Workflow } from '../model/task.ts';
import { readLastFates } from './journal.ts';
import { decodeText, readFileBytes } from './text-file.ts';

/** Where the repository keeps what earlier batches left. Absolute paths. */
export interface RecordPlaces {
  readonly repoDir: string;
  readonly lldDir: string;
  readonly baseDir: string;
}

const largestRecord = 16 * 1024 * 1024;
const unknownTask: TaskHistory = { approval: null, documentSha256: null, implementedSha256: null, hasFailed: false };

/** Reads every record of one workflow's past. A record that cannot be read proves nothing, and counts as absent. */
export function loadHistory(places: RecordPlaces, workflow: Workflow): History {
  const history = new Map<string, TaskHistory>();
  const add = (id: string, known: Partial<TaskHistory>) => {
    history.set(id, { ...(history.get(id) ?? unknownTask), ...known });
  };
  for (const folder of listFolder(join(places.repoDir, 'docs/lineage'))) {
    const id = folder.match(/^(.+)-lld$/)?.[1];
    const approval = id === undefined ? null : readApproval(join(places.repoDir, 'docs/lineage', folder));
    if (id === undefined || approval === null) continue;
    const document = readRecord(join(places.lldDir, `LLD-${id}.md`));
    add(id, { approval, documentSha256: document === null ? null : hash('sha256', document, 'hex') });
  }
  for (const id of listFolder(join(places.repoDir, 'docs/reports'))) {
    const report = readRecord(join(places.repoDir, 'docs/reports', id, 'implementation-report.md'));
    const implementedSha256 = report?.toString().match(/^lldSha256: ([0-9a-f]{64})$/m)?.[1];
    if (implementedSha256 !== undefined) add(id, { implementedSha256 });
  }
  for (const [id, fate] of readLastFates(places.baseDir, workflow)) add(id, { hasFailed: fate === 'failed' });
  return history;
}

function readApproval(lineage: string): TaskHistory['approval'] {
  const record = readRecord(join(lineage, 'approval.json'));
  if (record === null) return null;
  try {
    const data: unknown = JSON.parse(decodeText(record));
    if (typeof data !== 'object' || data === null || !('issueSha256' in data) || !('documentSha256' in data))
      return null;
    const { issueSha256, documentSha256 } = data;
    return typeof issueSha256 === 'string' && typeof documentSha256 === 'string'
      ? { issueSha256, documentSha256 }
      : null;
  } catch {
    return null;
  }
}

function readRecord(path: string): Buffer | null {
  try {
    return readFileBytes(path, largestRecord);
  } catch (error) {
    if (error instanceof AgentOsError) return null;
    throw error;
  }
}

function listFolder(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
