import { AgentOsError } from '../model/errors.ts';
import type { Found, RejectedInput, TaskFinding } from '../model/found.ts';
import type { TaskId } from '../model/task.ts';
import { showSafely } from '../model/text.ts';
import { foldId, sanitizeTaskId } from '../parallel/input-sanitizer.ts';

/** A finding whose id has been minted. */
export interface Candidate extends TaskFinding {
  readonly id: TaskId;
}

/** Mints every id it can; the others join the rejected. Throws IDS_CLASH if two files ask for one name. */
export function mintCandidates(found: readonly Found[]): { candidates: Candidate[]; rejected: RejectedInput[] } {
  const candidates: Candidate[] = [];
  const rejected: RejectedInput[] = [];
  for (const item of found) {
    const minted = item.kind === 'rejected' ? item : mint(item);
    if (minted.kind === 'rejected') rejected.push(minted);
    else candidates.push(minted);
  }
  refuseClashes([...candidates, ...rejected]);
  return { candidates, rejected };
}

function mint(finding: TaskFinding): Candidate | RejectedInput {
  try {
    return { ...finding, id: sanitizeTaskId(finding.rawId) };
  } catch (error) {
    if (!(error instanceof AgentOsError)) throw error;
    const { path, rawId } = finding;
    return { kind: 'rejected', path, code: error.code, message: error.message, rawId };
  }
}

function refuseClashes(claims: readonly { path: string; rawId: string | null }[]): void {
  const pathsByName = new Map<string, string[]>();
  for (const { path, rawId } of claims) {
    if (rawId === null) continue;
    const name = foldId(rawId);
    const paths = pathsByName.get(name);
    if (paths === undefined) pathsByName.set(name, [path]);
    else paths.push(path);
  }
  const clashes = [...pathsByName].filter(([, paths]) => paths.length > 1);
  if (clashes.length === 0) return;
  const list = clashes.map(([name, paths]) => `  ${showSafely(name)}: ${paths.map(showSafely).join(', ')}`);
  const advice = 'Give each its own id; ids that differ only by case or Unicode form are one.';
  throw new AgentOsError('IDS_CLASH', `these files ask for the same id:\n${list.join('\n')}\n${advice}`);
}
