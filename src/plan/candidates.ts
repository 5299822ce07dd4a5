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
  const minted = found.map((item) => (item.kind === 'rejected' ? item : mint(item)));
  const candidates = minted.filter((item) => item.kind === 'finding');
  const rejected = minted.filter((item) => item.kind === 'rejected');
  refuseClashes(
    candidates,
    rejected.filter(({ code }) => code === 'ID_UNSAFE'),
  );
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

interface Claim {
  readonly path: string;
  readonly rawId: string | null;
}

/** A name is contested if two ask for it and one could have it, or if refused ids differ only in form. */
function refuseClashes(candidates: readonly Claim[], refused: readonly Claim[]): void {
  const claims = Map.groupBy([...candidates, ...refused], ({ rawId }) => foldId(rawId ?? ''));
  const isMinted = new Set(candidates);
  const clashes = [...claims].filter(
    ([, group]) =>
      group.length > 1 &&
      (group.some((claim) => isMinted.has(claim)) || new Set(group.map(({ rawId }) => rawId)).size > 1),
  );
  if (clashes.length === 0) return;
  const list = clashes.map(
    ([name, group]) => `  ${showSafely(name)}: ${group.map(({ path }) => showSafely(path)).join(', ')}`,
  );
  const advice = 'Give each its own id; ids that differ only by case or Unicode form are one.';
  throw new AgentOsError('IDS_CLASH', `these files ask for the same id:\n${list.join('\n')}\n${advice}`);
}
