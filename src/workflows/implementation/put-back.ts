import { showSafely } from '../../model/text.ts';
import { discardChanges } from '../../worktrees/discard-changes.ts';
import type { TaskWorktree } from '../../worktrees/worktree.ts';
import type { Site } from './site.ts';

const mostNamed = 5;

/** Tests ran in the worktree since all of it was committed: what they changed there, or left, is nobody's work. */
export async function putBack(
  { context, workshop, project }: Site,
  tree: TaskWorktree,
  commit: string,
  signal: AbortSignal,
): Promise<void> {
  const paths = await discardChanges(workshop.house, tree, { commit, leaveOut: project.leaveOut, signal });
  if (paths.length === 0) return;
  const more = paths.length > mostNamed ? ` and ${paths.length - mostNamed} more` : '';
  context.log(`note: put back what tests changed or left: ${showSafely(paths.slice(0, mostNamed).join(', '))}${more}`);
}
