import type { Signature } from '../../worktrees/signature.ts';
import type { WorkflowContext } from '../workflow.ts';
import type { BranchDesign } from './branch-design.ts';
import type { Ground } from './ground.ts';
import type { Jobs } from './jobs.ts';
import type { LoadedLld } from './load-lld.ts';
import type { Logs } from './logs.ts';
import type { ImplementationOrder } from './order.ts';
import type { Project } from './project.ts';
import type { CodeBrief } from './prompts/code-brief.ts';
import type { Design } from './read-design.ts';
import type { Workshop } from './workshop.ts';

/** What the steps of one task share, once its worktree is ready. */
export interface Site {
  readonly context: WorkflowContext;
  readonly order: ImplementationOrder;
  readonly workshop: Workshop;
  readonly lld: LoadedLld;
  readonly design: Design;
  /** Where the design is in the branch. */
  readonly branchDesign: BranchDesign;
  readonly brief: CodeBrief;
  readonly ground: Ground;
  readonly project: Project;
  readonly jobs: Jobs;
  readonly logs: Logs;
  /** Who all its commits are by, and when: the same in every replay. */
  readonly by: Signature;
}
