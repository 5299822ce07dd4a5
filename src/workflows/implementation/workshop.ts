import type { Agent } from '../../agents/agent.ts';
import type { ProgramHouse } from '../../providers/surroundings.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { WorktreeHouse } from '../../worktrees/house.ts';
import type { TaskWorktree } from '../../worktrees/worktree.ts';
import type { Machine } from '../asking.ts';
import type { Evidence } from './evidence.ts';
import type { OutputSink } from './kept-output.ts';

/** For the evidence; the same for all tasks of a worker. */
export interface MachineFacts extends Pick<Evidence, 'tools' | 'platform'> {
  /** Our own Node: tests that the same one runs need not ask for its version. */
  readonly nodePath: string;
}

/** All that the workflow may do to the world: the worker makes it, and only steps use it. */
export interface Workshop {
  readonly house: WorktreeHouse;
  /** How set-up, tests and agents are run. */
  readonly sandbox: Sandbox;
  readonly programs: ProgramHouse;
  /** What is not there for whatever runs in it: our own state, other worktrees. */
  readonly hiddenPaths: readonly string[];
  /** What whatever runs in it can read, and not change: the history of the repository. */
  readonly protectedPaths: readonly string[];
  /** What providers may do, for the review. */
  readonly machine: Machine;
  /** Where a program is: in these folders, which are absolute, else on the PATH. */
  findProgram(name: string, folders: readonly string[]): string | null;
  /** The agent that the order names, for this worktree. Throws AgentOsError. */
  openAgent(tree: TaskWorktree): Promise<Agent>;
  /** What this machine is, and what we run with. */
  readonly facts: MachineFacts;
  /** Where an output goes that is too long to be a value of a step: redacted, whole, with the state of the task. */
  openOutput(): OutputSink;
  /** A time that only grows, in milliseconds: for durations alone. */
  measureMs(): number;
}
