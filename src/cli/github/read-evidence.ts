import { hash } from 'node:crypto';
import { join } from 'node:path';
import { AgentOsError } from '../../model/errors.ts';
import type { PublishedFile } from '../../model/event.ts';
import { readFileBytes } from '../../store/text-file.ts';
import type { Evidence } from '../../workflows/implementation/evidence.ts';

const largestFile = 16 * 1024 * 1024;

/** The very evidence that a batch wrote. Throws EVIDENCE_CHANGED if the file is another by now. */
export function readEvidence(repoDir: string, { path, sha256 }: PublishedFile): Evidence {
  const bytes = readFileBytes(join(repoDir, path), largestFile);
  const data: unknown = hash('sha256', bytes, 'hex') === sha256 ? JSON.parse(bytes.toString('utf8')) : null;
  if (isEvidence(data)) return data;
  throw new AgentOsError('EVIDENCE_CHANGED', `${path} is not what the batch wrote`);
}

/** Its hash says that we wrote it: the form alone could be of a later version. */
function isEvidence(data: unknown): data is Evidence {
  if (typeof data !== 'object' || data === null || !('schemaVersion' in data)) return false;
  const isNamed =
    'commit' in data && typeof data.commit === 'string' && 'branch' in data && typeof data.branch === 'string';
  return data.schemaVersion === 1 && isNamed && 'lld' in data && 'task' in data;
}
