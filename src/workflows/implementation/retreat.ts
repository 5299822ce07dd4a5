import { AgentOsError } from '../../model/errors.ts';
import { explainFailure, type FailureCode, policies } from '../../model/failure.ts';
import { showSafely } from '../../model/text.ts';
import { removeWorktree } from '../../worktrees/remove-worktree.ts';
import type { Signature } from '../../worktrees/signature.ts';
import type { WorkflowContext } from '../workflow.ts';
import type { Ground } from './ground.ts';
import type { Project } from './project.ts';
import type { Workshop } from './workshop.ts';

interface Leaving {
  readonly context: WorkflowContext;
  readonly workshop: Workshop;
  readonly ground: Ground;
  readonly by: Signature;
  /** Null if the worktree was never made ready. */
  readonly project: Project | null;
}

/** Who goes on as soon as somebody has paid, waited or made room needs the worktree as it is. */
const passing: ReadonlySet<FailureCode> = new Set(['auth', 'credentials', 'budget', 'storage']);

/** Whether the task is over by this: a failure of ours for which no other attempt is made by itself. */
export function isFinal(error: unknown): boolean {
  if (!(error instanceof AgentOsError)) return false;
  const { code } = explainFailure(error);
  return !policies[code].burnsAttempt && !policies[code].isEnvironmental && !passing.has(code);
}

/**
 * After a failure or a rejection: all work is committed to the branch, and the worktree goes if nothing is lost by that; else
 * it stays for `agentos clean`. No step, because it is no part of what is replayed: whoever goes on makes the worktree again.
 */
export async function retreat({ context, workshop, ground, by, project }: Leaving): Promise<void> {
  const signal = new AbortController().signal;
  const leaveOut = project?.leaveOut ?? [];
  try {
    await removeWorktree(workshop.house, ground.tree, { by, leaveOut, isThorough: true, signal });
    context.log(`the work so far is on branch ${ground.tree.branch}`);
  } catch (error) {
    if (!(error instanceof AgentOsError)) throw error;
    context.log(`the worktree ${ground.tree.path} stays: ${showSafely(error.message)}`);
  }
}
