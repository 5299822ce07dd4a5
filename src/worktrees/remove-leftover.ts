import { AgentOsError } from '../model/errors.ts';
import { showSafely } from '../model/text.ts';
import type { WorktreeHouse } from './house.ts';
import type { Leftover } from './leftovers.ts';
import { type RemoveOrder, removeWorktree } from './remove-worktree.ts';
import { deleteBranch } from './task-branch.ts';
import type { RepositoryPlace } from './worktree.ts';

/**
 * Removes what `listLeftovers` found, and never work: uncommitted files are committed first, and a branch goes only when
 * all that it holds is elsewhere. Throws LEFTOVER_KEPT with the reason.
 */
export async function removeLeftover(
  house: WorktreeHouse,
  repository: RepositoryPlace,
  leftover: Leftover,
  order: RemoveOrder,
): Promise<void> {
  if (leftover.kind === 'worktree') return void (await removeWorktree(house, leftover.tree, order));
  if (leftover.kind === 'litter') return await removeLitter(house, leftover);
  if (leftover.kind === 'damaged')
    throw kept(`${leftover.path} cannot be saved (${leftover.flaw}): look at it and remove it`);
  if (leftover.kind === 'unknown') throw kept(`${leftover.path} was not made by AgentOS`);
  if (!leftover.isMerged) throw kept(`branch ${leftover.branch} holds work that is not merged`);
  await deleteBranch(house, {
    repository,
    taskId: leftover.taskId,
    tip: leftover.tip,
    base: leftover.base,
    signal: order.signal,
  });
}

async function removeLitter(house: WorktreeHouse, { path, adminDir }: Leftover & { kind: 'litter' }): Promise<void> {
  if (path !== null) house.files.removeFolder(path);
  if (adminDir !== null) await house.withLock(async () => house.files.removeFolder(adminDir));
}

function kept(what: string): AgentOsError {
  return new AgentOsError('LEFTOVER_KEPT', showSafely(what));
}
