import { showSafely } from '../../model/text.ts';
import { discardChanges } from '../../worktrees/discard-changes.ts';
import type { TaskWorktree } from '../../worktrees/worktree.ts';
import type { Site } from './site.ts';
import { stampFiles } from './stamp-files.ts';

interface Committed {
  readonly tree: TaskWorktree;
  /** All of the worktree's files are in it. */
  readonly commit: string;
  readonly signal: AbortSignal;
}

const mostNamed = 5;

/** Runs tests in a worktree: what they change there, or leave, is nobody's work. */
export async function withoutTraces<T>(site: Site, committed: Committed, run: () => Promise<T>): Promise<T> {
  const { path } = committed.tree;
  const before = stampFiles(path);
  const result = await run();
  if (before === null || before !== stampFiles(path)) await putBack(site, committed);
  return result;
}

async function putBack({ context, workshop, project }: Site, { tree, commit, signal }: Committed): Promise<void> {
  const paths = await discardChanges(workshop.house, tree, { commit, leaveOut: project.leaveOut, signal });
  if (paths.length === 0) return;
  const more = paths.length > mostNamed ? ` and ${paths.length - mostNamed} more` : '';
  context.log(`note: put back what tests changed or left: ${showSafely(paths.slice(0, mostNamed).join(', '))}${more}`);
}
