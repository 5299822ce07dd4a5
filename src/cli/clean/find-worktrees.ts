import { AgentOsError } from '../../model/errors.ts';
import { showPath } from '../../model/paths.ts';
import type { TaskId } from '../../model/task.ts';
import { sanitizeTaskId } from '../../parallel/input-sanitizer.ts';
import type { WorktreeHouse } from '../../worktrees/house.ts';
import type { RepositoryState } from '../../worktrees/inspect-repository.ts';
import { type Leftover, listLeftovers } from '../../worktrees/leftovers.ts';
import { removeLeftover } from '../../worktrees/remove-leftover.ts';
import { deleteBranch } from '../../worktrees/task-branch.ts';
import type { Finding } from './finding.ts';

export interface WorktreeSearch {
  readonly house: WorktreeHouse;
  readonly repository: RepositoryState;
  readonly worktreesDir: string;
  /** The batch that goes on with a task, by its id. */
  readonly needed: ReadonlyMap<string, string>;
  /** Tasks that failed, and whose finished steps are kept: these name their branches. */
  readonly retryable: ReadonlySet<string>;
  /** Branches go although what they hold is nowhere else. */
  readonly dropsBranches: boolean;
  readonly now: number;
  readonly signal: AbortSignal;
}

/** What tasks left in git. */
export async function findWorktrees(search: WorktreeSearch): Promise<Finding[]> {
  const { house, repository, worktreesDir, signal } = search;
  const order = { repository, worktreesDir, head: repository.head, mintId, signal };
  return (await listLeftovers(house, order)).map((leftover) => judge(leftover, search));
}

function judge(leftover: Leftover, search: WorktreeSearch): Finding {
  if (leftover.kind === 'branch') return judgeBranch(leftover, search);
  const { repoDir } = search.repository;
  const name = showPath(repoDir, leftover.path ?? (leftover.kind === 'litter' ? leftover.adminDir : null) ?? repoDir);
  switch (leftover.kind) {
    case 'worktree': {
      const batch = search.needed.get(leftover.tree.taskId);
      if (batch !== undefined) return stays('worktree', name, goesOn(batch));
      const reason = leftover.isDirty ? `what is not committed is committed to ${leftover.tree.branch} first` : 'clean';
      return { kind: 'worktree', name, reason, remove: () => remove(leftover, search) };
    }
    case 'litter':
      return { kind: 'litter', name, reason: 'half made or half removed', remove: () => remove(leftover, search) };
    case 'damaged':
      return stays('worktree', name, `cannot be saved, look at it: ${leftover.flaw}`);
    case 'unknown':
      return stays('worktree', name, 'not made by AgentOS');
  }
}

type Branch = Extract<Leftover, { kind: 'branch' }>;

function judgeBranch(leftover: Branch, search: WorktreeSearch): Finding {
  const { branch: name, taskId, tip, base, isMerged, isRewritten } = leftover;
  const back = `\`git branch ${name} ${tip}\` brings it back`;
  const batch = search.needed.get(taskId);
  if (batch !== undefined) return stays('branch', name, goesOn(batch));
  if (!search.dropsBranches && search.retryable.has(taskId)) return stays('branch', name, 'a retry goes on with it');
  if (isMerged) {
    const merged = isRewritten ? `merged as another commit; ${back}` : 'merged';
    const reason = tip === null ? 'only our note of it is left' : tip === base ? 'nothing was committed' : merged;
    return { kind: 'branch', name, reason, remove: () => remove(leftover, search) };
  }
  if (!search.dropsBranches) return stays('branch', name, 'work that is not merged; --branches removes it');
  return { kind: 'branch', name, reason: `not merged; ${back}`, remove: () => drop(leftover, search) };
}

async function remove(leftover: Leftover, { house, repository, now, signal }: WorktreeSearch): Promise<void> {
  const by = { name: 'AgentOS', email: 'agentos@localhost', at: now };
  await removeLeftover(house, repository, leftover, { by, leaveOut: [], isThorough: true, signal });
}

async function drop({ taskId, tip, base }: Branch, { house, repository, signal }: WorktreeSearch): Promise<void> {
  await deleteBranch(house, { repository, taskId, tip, base, signal });
}

function stays(kind: 'worktree' | 'branch', name: string, reason: string): Finding {
  return { kind, name, reason, remove: null };
}

function goesOn(batch: string): string {
  return `\`agentos resume ${batch}\` goes on with it`;
}

/** Null if no task can have that name. */
function mintId(name: string): TaskId | null {
  try {
    return sanitizeTaskId(name);
  } catch (error) {
    if (error instanceof AgentOsError) return null;
    throw error;
  }
}
