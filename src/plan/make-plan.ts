import { findClosest } from '../model/closest.ts';
import { AgentOsError } from '../model/errors.ts';
import type { Found, RejectedInput } from '../model/found.ts';
import type { History } from '../model/history.ts';
import type { SkipReason, TaskId, Workflow, WorkflowTask } from '../model/task.ts';
import { showSafely } from '../model/text.ts';
import { foldId } from '../parallel/input-sanitizer.ts';
import { type Candidate, mintCandidates } from './candidates.ts';
import { findConflicts } from './conflicts.ts';
import { type Judgement, judgeImplementation, judgeRequirements } from './judgement.ts';
import type { Plan } from './plan.ts';

/** What was asked for: explicit ids in their order (none: every pending task). */
export interface PlanRequest {
  readonly workflow: Workflow;
  readonly ids: readonly TaskId[];
  /** Explicit ids run although they are not pending. */
  readonly isForced: boolean;
  /** Designs that no model reviewed are built, too. */
  readonly acceptsOffline: boolean;
  /** Where the result of a task goes, relative to the repository. */
  outputPathOf(id: TaskId): string;
}

interface Judged {
  readonly candidate: Candidate;
  readonly judgement: Judgement;
}

/** Pure. Throws for what must stop everything: clashing ids, and explicit ids that cannot run. */
export function makePlan(found: readonly Found[], history: History, request: PlanRequest): Plan {
  const { candidates, rejected } = mintCandidates(found);
  const judged = candidates.map((candidate) => ({ candidate, judgement: judge(candidate, history, request) }));
  // Whoever names tasks wants to hear of no others.
  const isExplicit = request.ids.length > 0;
  const chosen = isExplicit ? chooseExplicit(judged, rejected, request) : judged.toSorted(byId);
  const pending = chosen.filter(({ judgement }) => judgement.kind === 'pending');
  const conflicts = findConflicts(pending.map(({ candidate }) => candidate));
  return {
    workflow: request.workflow,
    tasks: pending.flatMap((item) => makeTask(item, conflicts, request)),
    skipped: chosen.flatMap(({ candidate, judgement }) =>
      judgement.kind === 'skipped' ? [{ id: candidate.id, reason: judgement.reason }] : [],
    ),
    rejected: [...(isExplicit ? [] : rejected.map(showRejected)), ...chosen.flatMap(listRefused)],
    knownIds: new Set(candidates.map(({ id }) => id)),
    warnings: [
      ...chosen.flatMap(({ judgement }) =>
        judgement.kind === 'skipped' && judgement.warning !== null ? [judgement.warning] : [],
      ),
      ...warnOfOffline(chosen),
    ],
  };
}

function judge(candidate: Candidate, history: History, { workflow, acceptsOffline }: PlanRequest): Judgement {
  const known = history.get(candidate.id);
  if (workflow === 'requirements') return judgeRequirements(candidate, known);
  return judgeImplementation(candidate, known, acceptsOffline);
}

/** What is left out only for want of a word is said, with the word. */
function warnOfOffline(chosen: readonly Judged[]): string[] {
  const ids = chosen.flatMap(({ candidate, judgement }) =>
    judgement.kind === 'skipped' && judgement.reason === 'offline' ? [candidate.id] : [],
  );
  if (ids.length === 0) return [];
  return [`left out: ${ids.slice(0, 20).join(', ')}; no model reviewed these designs (--accept-offline builds them)`];
}

function makeTask(
  { candidate, judgement }: Judged,
  conflicts: ReadonlyMap<TaskId, readonly TaskId[]>,
  request: PlanRequest,
): WorkflowTask[] {
  if (judgement.kind !== 'pending') return [];
  const { id, title, path, sha256 } = candidate;
  return [
    {
      id,
      workflow: request.workflow,
      title,
      reason: judgement.reason,
      inputPath: path,
      inputSha256: sha256,
      outputPath: request.outputPathOf(id),
      estimate: { seconds: null, usd: null, basis: null },
      conflictsWith: conflicts.get(id) ?? [],
    },
  ];
}

function showRejected({ path, code, message }: RejectedInput): Plan['rejected'][number] {
  return { path, code, message };
}

function listRefused({ candidate, judgement }: Judged): Plan['rejected'] {
  return judgement.kind === 'refused'
    ? [{ path: candidate.path, code: judgement.code, message: judgement.message }]
    : [];
}

/** Numbers in their order, then names. */
function byId({ candidate: { id: a } }: Judged, { candidate: { id: b } }: Judged): number {
  const [isNumberA, isNumberB] = [digits.test(a), digits.test(b)];
  if (isNumberA !== isNumberB) return isNumberA ? -1 : 1;
  if (isNumberA && a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : 1;
}

const digits = /^\d+$/;

function chooseExplicit(judged: readonly Judged[], rejected: readonly RejectedInput[], request: PlanRequest): Judged[] {
  const byName = new Map(judged.map((item) => [String(item.candidate.id), item]));
  return request.ids.map((id) => {
    const item = byName.get(id);
    if (item === undefined) throw unknownId(id, byName.keys(), rejected);
    if (item.judgement.kind === 'pending') return item;
    if (request.isForced) return { ...item, judgement: { kind: 'pending', reason: 'requested' } };
    throw notPending(id, item.judgement);
  });
}

function unknownId(id: TaskId, known: Iterable<string>, rejected: readonly RejectedInput[]): AgentOsError {
  const refused = rejected.find(({ rawId }) => rawId !== null && foldId(rawId) === foldId(id));
  if (refused !== undefined)
    return new AgentOsError('ID_UNKNOWN', `${id}: ${showSafely(refused.path)} ${refused.message}`);
  const closest = findClosest(id.replace(/^(LLD|IMPL)-/i, ''), known);
  const hint = closest === null ? 'a --dry-run without ids lists those that there are' : `did you mean ${closest}?`;
  return new AgentOsError('ID_UNKNOWN', `there is no task ${id}; ${hint}`);
}

function notPending(id: TaskId, judgement: Exclude<Judgement, { kind: 'pending' }>): AgentOsError {
  const why = judgement.kind === 'skipped' ? explainSkip(judgement.reason) : judgement.message;
  return new AgentOsError('ID_NOT_PENDING', `${id} is not pending: ${why}. With --force it runs all the same.`);
}

function explainSkip(reason: SkipReason): string {
  return reason === 'offline' ? 'no model reviewed its design, and --accept-offline was not given' : `it is ${reason}`;
}
