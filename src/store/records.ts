import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { History, TaskHistory } from '../model/history.ts';
import type { Workflow } from '../model/task.ts';
import { readLastFates } from './journal.ts';

/** Where the repository keeps what earlier batches left. Absolute paths. */
export interface RecordPlaces {
  readonly repoDir: string;
  readonly lldDir: string;
  readonly baseDir: string;
}

const unknownTask: TaskHistory = { approval: null, documentSha256: null, implementedSha256: null, hasFailed: false };

/** Reads every record of one workflow's past. A record that cannot be read proves nothing, and counts as absent. */
export function loadHistory(places: RecordPlaces, workflow: Workflow): History {
  const history = new Map<string, TaskHistory>();
  const add = (id: string, known: Partial<TaskHistory>) => {
    history.set(id, { ...(history.get(id) ?? unknownTask), ...known });
  };
  for (const folder of listFolder(join(places.repoDir, 'docs/lineage'))) {
    const id = folder.match(/^(.+)-lld$/)?.[1];
    const approval =
      id === undefined ? null : readApproval(join(places.repoDir, 'docs/lineage', folder, 'approval.json'));
    if (id === undefined || approval === null) continue;
    add(id, { approval, documentSha256: hashFile(join(places.lldDir, `LLD-${id}.md`)) });
  }
  for (const id of listFolder(join(places.repoDir, 'docs/reports'))) {
    const report = readText(join(places.repoDir, 'docs/reports', id, 'implementation-report.md'));
    const implementedSha256 = report?.match(/^lldSha256: ([0-9a-f]{64})$/m)?.[1];
    if (implementedSha256 !== undefined) add(id, { implementedSha256 });
  }
  for (const [id, fate] of readLastFates(places.baseDir, workflow)) add(id, { hasFailed: fate === 'failed' });
  return history;
}

function readApproval(path: string): TaskHistory['approval'] {
  try {
    const data: unknown = JSON.parse(readText(path) ?? 'null');
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

function hashFile(path: string): string | null {
  return existsSync(path) ? hash('sha256', readFileSync(path), 'hex') : null;
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function listFolder(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
