import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { fieldOf, parseJson } from '../../model/json.ts';
import { readTextFile } from '../../store/text-file.ts';

/** Who approved a design, as `approval.json` beside its trail says. */
export interface ApprovalRecord {
  readonly documentSha256: string;
  readonly issueSha256: string | null;
  readonly reviewer: string | null;
  readonly callId: string | null;
  /** No model took part in the review. */
  readonly isOffline: boolean;
}

const largestRecord = 1024 * 1024;

/** Null if there is none, or none that says what it is about. */
export function readApproval(repoDir: string, taskId: string): ApprovalRecord | null {
  const path = join(repoDir, `docs/lineage/${taskId}-lld/approval.json`);
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return null;
  const data = parseJson(readTextFile(path, largestRecord).text);
  const documentSha256 = textAt(data, 'documentSha256');
  if (documentSha256 === null) return null;
  const [issueSha256, reviewer, callId] = [
    textAt(data, 'issueSha256'),
    textAt(data, 'reviewer'),
    textAt(data, 'callId'),
  ];
  // Whoever does not say that a model took part does not say so.
  const isOffline = fieldOf(data, 'isOffline') !== false;
  return { documentSha256, issueSha256, reviewer, callId, isOffline };
}

function textAt(data: unknown, key: string): string | null {
  const value = fieldOf(data, key);
  return typeof value === 'string' ? value : null;
}
