import { hash } from 'node:crypto';
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { AgentOsError } from '../model/errors.ts';
import type { Approval, History, TaskHistory } from '../model/history.ts';
import { fieldOf } from '../model/json.ts';
import type { Workflow } from '../model/task.ts';
import { readLastFates } from './last-fates.ts';
import { decodeText, readFileBytes } from './text-file.ts';

/** Where the repository keeps what earlier batches left. Absolute paths. */
export interface RecordPlaces {
  readonly repoDir: string;
  readonly lldDir: string;
  readonly baseDir: string;
}

const largestRecord = 16 * 1024 * 1024;
const unknownTask: TaskHistory = { approval: null, documentSha256: null, implementedSha256s: [], hasFailed: false };

/** Reads every record of one workflow's past. What cannot be read proves nothing; an approval that cannot is said so. */
export function loadHistory(places: RecordPlaces, workflow: Workflow): History {
  const history = new Map<string, TaskHistory>();
  const add = (id: string, known: Partial<TaskHistory>) => {
    history.set(id, { ...(history.get(id) ?? unknownTask), ...known });
  };
  const lineages = listFolder(join(places.repoDir, 'docs/lineage'));
  for (const folder of lineages) {
    const id = folder.match(/^(.+)-lld$/)?.[1];
    const approval = id === undefined ? null : readApproval(join(places.repoDir, 'docs/lineage', folder));
    if (id === undefined || approval === null) continue;
    const document = readRecord(join(places.lldDir, `LLD-${id}.md`));
    add(id, { approval, documentSha256: document === null ? null : hash('sha256', document, 'hex') });
  }
  for (const [id, sha256] of listImplemented(places.repoDir, lineages)) {
    add(id, { implementedSha256s: [...(history.get(id)?.implementedSha256s ?? []), sha256] });
  }
  for (const [id, fate] of readLastFates(places.baseDir, workflow)) add(id, { hasFailed: fate === 'failed' });
  return history;
}

function readApproval(lineage: string): TaskHistory['approval'] {
  const path = join(lineage, 'approval.json');
  if (!isThere(path)) return null;
  try {
    return parseApproval(JSON.parse(decodeText(readFileBytes(path, largestRecord))));
  } catch {
    return 'unreadable';
  }
}

/** Also a link that leads nowhere is there: somebody meant to approve something. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

function parseApproval(data: unknown): Approval | 'unreadable' {
  if (fieldOf(data, 'schemaVersion') !== 1) return 'unreadable';
  const [issueSha256, documentSha256] = [fieldOf(data, 'issueSha256'), fieldOf(data, 'documentSha256')];
  // Whoever does not say that a model took part does not say so.
  const isOffline = fieldOf(data, 'isOffline') !== false;
  return typeof issueSha256 === 'string' && typeof documentSha256 === 'string'
    ? { issueSha256, documentSha256, isOffline }
    : 'unreadable';
}

/** Each task with a document of its own that was implemented: by reports that were merged, and by evidence from here. */
function listImplemented(repoDir: string, lineages: readonly string[]): [id: string, sha256: string][] {
  const reported = listFolder(join(repoDir, 'docs/reports')).map((id) => {
    const report = readRecord(join(repoDir, 'docs/reports', id, 'implementation-report.md'));
    return [id, readImplemented(report)] as const;
  });
  const proved = lineages.flatMap((folder) => {
    const id = folder.match(/^(.+)-impl$/)?.[1];
    return id === undefined ? [] : [[id, readEvidence(join(repoDir, 'docs/lineage', folder))] as const];
  });
  return [...reported, ...proved].flatMap(([id, sha256]) => (sha256 === undefined ? [] : [[id, sha256]]));
}

/** Which document the evidence is about; undefined if it says nothing certain. */
function readEvidence(lineage: string): string | undefined {
  const record = readRecord(join(lineage, 'evidence.json'));
  if (record === null) return undefined;
  try {
    const sha256 = fieldOf(fieldOf(JSON.parse(decodeText(record)), 'lld'), 'sha256');
    return typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256) ? sha256 : undefined;
  } catch {
    return undefined;
  }
}

/** The report's front matter says which document was implemented. */
function readImplemented(report: Buffer | null): string | undefined {
  const head = report?.toString().match(/^---\n([\s\S]*?)\n---\n/)?.[1];
  return head?.match(/^lldSha256: ([0-9a-f]{64})$/m)?.[1];
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
