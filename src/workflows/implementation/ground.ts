import { lstatSync } from 'node:fs';
import { assertWorktree } from '../../worktrees/assert-worktree.ts';
import { openTaskWorktree } from '../../worktrees/open-task-worktree.ts';
import type { TaskWorktree } from '../../worktrees/worktree.ts';
import type { ImplementationOrder } from './order.ts';
import type { Workshop } from './workshop.ts';

/** Makes the worktree ready for its tests, as far as its work lets it. */
export type SetUp = (tree: TaskWorktree, signal: AbortSignal) => Promise<void>;

/** The worktree of a task, for as long as it works there: whoever does anything in it enters it first. */
export class Ground {
  readonly #workshop: Workshop;
  readonly #order: ImplementationOrder;
  #tree: TaskWorktree;
  #setUp: SetUp = async () => {};
  /** It is being made again. */
  #making: Promise<TaskWorktree> | null = null;

  constructor(workshop: Workshop, order: ImplementationOrder, tree: TaskWorktree) {
    this.#workshop = workshop;
    this.#order = order;
    this.#tree = tree;
  }

  get tree(): TaskWorktree {
    return this.#tree;
  }

  /** What is done when it has to be made again. */
  set setUp(setUp: SetUp) {
    this.#setUp = setUp;
  }

  /**
   * Asserts that it is what we made. An attempt before that failed has put it away, with all its work on the branch: then
   * it is made again, and set up. Throws WORKTREE_DAMAGED, REPOSITORY_TAMPERED, and what opening it throws.
   */
  async enter(signal: AbortSignal): Promise<TaskWorktree> {
    const isThere = lstatSync(this.#tree.path, { throwIfNoEntry: false }) !== undefined;
    if (this.#making === null && isThere) {
      await assertWorktree(this.#workshop.house, this.#tree, signal);
      return this.#tree;
    }
    this.#making ??= this.#makeAgain(signal).finally(() => {
      this.#making = null;
    });
    return await this.#making;
  }

  async #makeAgain(signal: AbortSignal): Promise<TaskWorktree> {
    const { house } = this.#workshop;
    const { repository, taskId, base } = this.#tree;
    const { worktreesDir } = this.#order;
    const { tree } = await openTaskWorktree(house, { repository, worktreesDir, taskId, base, signal });
    this.#tree = tree;
    await this.#setUp(tree, signal);
    return tree;
  }
}
