import { openFolderReader } from '../../worktrees/folder-reader.ts';
import { closeScratchWorktree, openScratchWorktree } from '../../worktrees/scratch-worktree.ts';
import type { ScratchWorktree } from '../../worktrees/worktree.ts';
import { refitSetUp } from './find-framework.ts';
import { runSetUp, type SetUpRun } from './set-up.ts';
import type { Site } from './site.ts';

interface ScratchOrder {
  readonly commit: string;
  /** Its manifests are those of the base: then set-up is as it was there. */
  readonly isAsBase: boolean;
  readonly signal: AbortSignal;
}

/** Does something with the files of a commit, made ready, in a worktree that nobody else was in; nothing if set-up fails. */
export async function inScratch<T>(
  { workshop, order, design, ground, project }: Pick<Site, 'workshop' | 'order' | 'design' | 'ground' | 'project'>,
  { commit, isAsBase, signal }: ScratchOrder,
  use: (scratch: ScratchWorktree) => Promise<T>,
): Promise<{ readonly result: T | null; readonly setUp: SetUpRun }> {
  const { house } = workshop;
  const { repository, taskId } = await ground.enter(signal);
  const { worktreesDir } = order;
  const scratch = await openScratchWorktree(house, { repository, worktreesDir, taskId, commit, signal });
  try {
    const { path } = scratch;
    const framework = isAsBase
      ? project.framework
      : refitSetUp(order, design, project.framework, openFolderReader(path));
    const setUp = await runSetUp(workshop, order, framework, path, signal);
    return { result: setUp.failed === null ? await use(scratch) : null, setUp };
  } finally {
    await closeScratchWorktree(house, scratch);
  }
}
