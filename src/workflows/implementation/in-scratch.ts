import { closeScratchWorktree, openScratchWorktree } from '../../worktrees/scratch-worktree.ts';
import type { RanCommand } from './run-command.ts';
import { runSetUp } from './set-up.ts';
import type { Site } from './site.ts';

/** Does something with the files of a commit, made ready, in a worktree that nobody else was in; says what set-up ran. */
export async function inScratch<T>(
  { workshop, order, ground, project }: Pick<Site, 'workshop' | 'order' | 'ground' | 'project'>,
  commit: string,
  signal: AbortSignal,
  use: (root: string) => Promise<T>,
): Promise<{ readonly result: T; readonly setUp: readonly RanCommand[] }> {
  const { house } = workshop;
  const { repository, taskId } = await ground.enter(signal);
  const { worktreesDir } = order;
  const scratch = await openScratchWorktree(house, { repository, worktreesDir, taskId, commit, signal });
  try {
    const setUp = await runSetUp(workshop, order, project.framework, scratch.path, signal);
    return { result: await use(scratch.path), setUp };
  } finally {
    await closeScratchWorktree(house, scratch);
  }
}
