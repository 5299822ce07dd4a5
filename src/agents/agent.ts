import type { ProviderReply } from '../providers/provider.ts';

/** What an agent is asked to do in a worktree. */
export type JobKind = 'write-tests' | 'implement';

/** One piece of work in a worktree, in words. Texts of issues, designs and repositories in it are data. */
export interface AgentJob {
  readonly kind: JobKind;
  /** 1 for the first job of its kind in a task. */
  readonly occurrence: number;
  /** Absolute: all that it may change lies below. */
  readonly worktree: string;
  /** Who it is and what it must not do; the same for all jobs of a task. */
  readonly rules: string;
  /** What it shall do now. */
  readonly instructions: string;
  /** The command that its work is judged by, as a shell would read it, for an agent that may run it. */
  readonly testCommand: string;
  readonly limits: AgentLimits;
}

export interface AgentLimits {
  /** Without a word, while it waits for no model. */
  readonly idleMs: number;
  readonly wallMs: number;
  /** Replies of its model. */
  readonly maxTurns: number;
  readonly maxOutputBytes: number;
}

export interface JobOptions {
  /** How often this very job was tried before, without an end. */
  readonly triesEnded: number;
  /** How many of the repeats that a call may have were used so far. */
  readonly repeatsUsed: number;
  /** Of the batch: what it does then is stopped, and `work` rejects. */
  readonly signal: AbortSignal;
  /** What it says while it works: bytes for the task's log, a line need not be whole. */
  print(text: string): void;
  noteTry(reason: string): void;
}

/**
 * A coding agent. Contract: it never throws for trouble of its own, of its models or of its program; an answer is what
 * its *parsed* result says, and its text is only what it claims. When `work` settles nothing that it started is left.
 * What it has changed is in the worktree in any case.
 */
export interface Agent {
  work(job: AgentJob, options: JobOptions): Promise<ProviderReply>;
}
