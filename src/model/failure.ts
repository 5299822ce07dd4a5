import { AgentOsError } from './errors.ts';

/** Why a task failed, in one word; each word has its own policy. */
export type FailureCode =
  /** The provider counts, and we were over. */
  | 'limit'
  | 'outage'
  | 'network'
  | 'auth'
  /** No credential is usable for good: the same would happen to every task. */
  | 'credentials'
  /** The provider refuses what it is asked for, whoever asks. */
  | 'request'
  /** Another model answered than was asked. */
  | 'downgrade'
  | 'budget'
  | 'timeout'
  /** Its worker ended: killed, out of memory, or by its own hand. */
  | 'crash'
  /** Workflow code threw what nobody can explain. */
  | 'defect'
  /** The disk failed: nothing that we could do differently would help. */
  | 'storage'
  /** A result could not be put where it belongs. */
  | 'output'
  | 'input'
  /** The input is not what was planned. */
  | 'changed'
  /** The checkpoint cannot be trusted. */
  | 'damaged'
  /** A reply that says nothing certain, also when asked again; or one that asking again would not mend. */
  | 'unreadable'
  /** Tests that are wrong, or that never became green. */
  | 'red-tests'
  /** An agent that changed nothing. */
  | 'empty-diff'
  /** A change goes beyond what the design announces, or holds what is never committed. */
  | 'scope'
  /** A gate that says no to the end. */
  | 'gate'
  /** The worktree or its branch is not, or no longer, what a task can work on. */
  | 'conflict'
  /** An agent that says itself that it failed. */
  | 'agent'
  /** An agent that was silent for too long. */
  | 'stall'
  | 'sandbox'
  /** What makes a fresh worktree ready for its tests failed. */
  | 'setup';

export interface Failure {
  readonly code: FailureCode;
  readonly message: string;
}

interface Policy {
  /** The task may start again, up to `maxAttempts`. */
  readonly burnsAttempt: boolean;
  /** Nobody's fault: the task waits and goes on, up to `maxWaitMs`. */
  readonly isEnvironmental: boolean;
  /** Nothing else may start: the same would happen to every task. */
  readonly stopsBatch: boolean;
}

const final: Policy = { burnsAttempt: false, isEnvironmental: false, stopsBatch: false };
const repeated: Policy = { ...final, burnsAttempt: true };
const environmental: Policy = { ...final, isEnvironmental: true };

export const policies: Readonly<Record<FailureCode, Policy>> = {
  limit: environmental,
  outage: environmental,
  network: environmental,
  auth: final,
  credentials: { ...final, stopsBatch: true },
  request: final,
  downgrade: final,
  budget: final,
  timeout: repeated,
  crash: repeated,
  defect: repeated,
  storage: { ...final, stopsBatch: true },
  output: final,
  input: final,
  changed: final,
  damaged: final,
  unreadable: final,
  'red-tests': final,
  'empty-diff': final,
  scope: final,
  gate: final,
  conflict: final,
  agent: final,
  stall: final,
  sandbox: final,
  setup: final,
};

/** What codes of explainable trouble mean for a task; all others are about its input. */
const codesOfTrouble: Readonly<Record<string, FailureCode>> = {
  STORAGE_FAILED: 'storage',
  FILE_UNWRITABLE: 'output',
  FILE_CHANGED: 'output',
  PATH_OUTSIDE: 'output',
  RESULT_LOST: 'output',
  ISSUE_CHANGED: 'changed',
  CHECKPOINT_DAMAGED: 'damaged',
  CHECKPOINT_LOCKED: 'damaged',
  STATE_TOO_NEW: 'damaged',
  REPLY_UNREADABLE: 'unreadable',
  WORKER_UNSTARTABLE: 'crash',
  BUDGET_SPENT: 'budget',
  WORKTREE_UNWRITABLE: 'storage',
  WORKTREE_OCCUPIED: 'conflict',
  WORKTREE_DAMAGED: 'conflict',
  WORKTREES_BUSY: 'conflict',
  REPOSITORY_TAMPERED: 'conflict',
  BRANCH_FOREIGN: 'conflict',
  BRANCH_OUTDATED: 'conflict',
  BRANCH_BLOCKED: 'conflict',
  BRANCH_IN_USE: 'conflict',
  BRANCH_MOVED: 'conflict',
  COMMIT_UNKNOWN: 'conflict',
  OBJECTS_MISSING: 'conflict',
  GIT_FAILED: 'conflict',
  GIT_LOCKED: 'conflict',
  GIT_TIMEOUT: 'conflict',
  GIT_FILTER_FAILED: 'conflict',
  CONTENT_REFUSED: 'scope',
  DIFF_EMPTY: 'empty-diff',
  SANDBOX_MISSING: 'sandbox',
};

/** A failure that was known as one where it happened. */
export class TaskFailure extends AgentOsError {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super('TASK_FAILED', failure.message);
    this.failure = failure;
  }
}

/** What we cannot explain is a defect: its message says where. */
export function explainFailure(error: unknown): Failure {
  if (error instanceof TaskFailure) return error.failure;
  if (error instanceof AgentOsError) return { code: codesOfTrouble[error.code] ?? 'input', message: error.message };
  return { code: 'defect', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
