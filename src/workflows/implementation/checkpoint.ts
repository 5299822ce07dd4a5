import { commitAll, readTip } from '../../worktrees/commit-all.ts';
import type { Trailer } from '../../worktrees/commit-message.ts';
import type { TaskWorktree } from '../../worktrees/worktree.ts';
import type { Site } from './site.ts';

/** Commits whatever is in the worktree to the task's branch, and gives its tip. */
export async function commitCheckpoint(
  { workshop, project, by }: Pick<Site, 'workshop' | 'project' | 'by'>,
  tree: TaskWorktree,
  what: string,
  isThorough: boolean,
  signal: AbortSignal,
): Promise<string> {
  const order = {
    message: what,
    trailers: checkpointTrailers(tree),
    by,
    leaveOut: project.leaveOut,
    isThorough,
    signal,
  };
  return (await commitAll(workshop.house, tree, order)) ?? (await readTip(workshop.house, tree, signal));
}

/** What no reader of the branch should take for the work itself. */
export function checkpointTrailers({ taskId }: TaskWorktree): Trailer[] {
  return [{ key: 'Checkpoint-Of', value: taskId }];
}
