import { availableParallelism } from 'node:os';
import { listSchemes } from '../model/spec.ts';
import { choice, commandLine, type Kind, path, spec, usdAmount, wholeNumber } from './kinds.ts';
import { labelNames, milestoneName, sourceName, yesOrNo } from './source-kinds.ts';

/** One setting: its variable, its flag, and what it is when nobody says; null where it may stay unset. */
export interface Setting<T, Fallback extends T | null> {
  readonly kind: Kind<T>;
  readonly fallback: Fallback;
  /** Without the dashes; null where only config and environment can set it. */
  readonly flag: string | null;
  readonly variable: string;
  readonly brief: string;
}

const mebibyte = 1024 * 1024;

/** Above this no config may raise `maxParallel`. */
const hardestCap = 64;

/** Timers count milliseconds in 31 bits: about 23 days. */
function seconds(least: number): Kind<number> {
  return wholeNumber(least, 2_000_000);
}

/** What `--parallel` without a number means. */
export const bareParallel = Math.min(3, availableParallelism());

function define<T, Fallback extends T | null>(
  kind: Kind<T>,
  fallback: Fallback,
  flag: string | null,
  variable: string,
  brief: string,
): Setting<T, Fallback> {
  return { kind, fallback, flag, variable: `AGENTOS_${variable}`, brief };
}

export const settings = {
  parallel: define(wholeNumber(1), 1, 'parallel', 'PARALLEL', 'how many tasks run at once'),
  maxParallel: define(wholeNumber(1, hardestCap), 10, null, 'MAX_PARALLEL', 'the cap on parallel'),
  issuesDir: define(path, 'docs/issues', 'issues', 'ISSUES_DIR', 'the folder of issues'),
  source: define(sourceName, 'folder', 'source', 'SOURCE', 'where issues come from'),
  labels: define(labelNames, null, 'label', 'LABELS', 'labels that issues on GitHub must have'),
  milestone: define(milestoneName, null, 'milestone', 'MILESTONE', 'the milestone of issues on GitHub'),
  comment: define(yesOrNo, 'no', 'comment', 'COMMENT', 'whether issues on GitHub are told their results'),
  lldDir: define(path, 'docs/lld/active', 'lld-dir', 'LLD_DIR', 'the folder of approved LLDs'),
  baseDir: define(path, '.agentos', null, 'HOME', 'where state lives'),
  drafter: define(spec(listSchemes('canDraft')), 'offline:', 'drafter', 'DRAFTER', 'who writes the LLD'),
  reviewer: define(spec(listSchemes('canDraft')), 'offline:', 'reviewer', 'REVIEWER', 'who reviews it'),
  agent: define(spec(listSchemes('canCode')), null, 'agent', 'AGENT', 'who writes the code'),
  agentAuth: define(choice('gateway', 'login'), 'gateway', null, 'AGENT_AUTH', 'whose login an agent uses'),
  agentLoginDir: define(path, null, null, 'AGENT_LOGIN_DIR', "the folder of an agent's own login"),
  agentTurns: define(wholeNumber(1, 10_000), 50, null, 'AGENT_TURNS', "replies of an agent's model in one job"),
  agentTimeoutSeconds: define(seconds(1), 1800, null, 'AGENT_TIMEOUT_SECONDS', 'running time of one job of an agent'),
  agentIdleSeconds: define(seconds(1), 300, null, 'AGENT_IDLE_SECONDS', 'silence after which an agent is stopped'),
  testCommand: define(commandLine, null, 'test-command', 'TEST_COMMAND', 'how the tests of the repository are run'),
  setUpCommand: define(commandLine, null, null, 'SET_UP_COMMAND', 'how a fresh worktree is made ready'),
  testTimeoutSeconds: define(seconds(1), 600, null, 'TEST_TIMEOUT_SECONDS', 'running time of one run of the tests'),
  coverage: define(wholeNumber(0, 100), 80, null, 'COVERAGE', 'percent of changed lines that tests must reach'),
  strict: define(yesOrNo, 'no', 'strict', 'STRICT', 'whether unannounced changes fail a task'),
  worktreeDir: define(path, null, null, 'WORKTREE_DIR', 'where worktrees are made (worktrees of the state)'),
  sandbox: define(choice('required', 'auto', 'off'), 'auto', 'sandbox', 'SANDBOX', 'whether agents are confined'),
  sandboxNetwork: define(choice('gateway', 'host'), 'gateway', null, 'SANDBOX_NETWORK', 'what the confined reach'),
  acceptOffline: define(yesOrNo, 'no', 'accept-offline', 'ACCEPT_OFFLINE', 'whether unreviewed designs are built'),
  pullRequests: define(yesOrNo, 'no', 'pr', 'PULL_REQUESTS', 'whether branches are pushed as draft pull requests'),
  maxIterations: define(wholeNumber(1), 5, 'max-iterations', 'MAX_ITERATIONS', 'review rounds of a task'),
  maxRetries: define(wholeNumber(0), 5, 'max-retries', 'MAX_RETRIES', 'repeats of one model call'),
  maxAttempts: define(wholeNumber(1), 2, 'max-attempts', 'MAX_ATTEMPTS', 'starts of a task whose worker crashes'),
  maxWaitSeconds: define(seconds(0), 7200, 'max-wait', 'MAX_WAIT_SECONDS', 'total wait of a task for leases'),
  taskTimeoutSeconds: define(seconds(1), 3600, 'task-timeout', 'TASK_TIMEOUT_SECONDS', 'running time of an attempt'),
  batchTimeoutSeconds: define(seconds(1), null, 'batch-timeout', 'BATCH_TIMEOUT_SECONDS', 'wall time of the batch'),
  budgetUsd: define(usdAmount, null, 'budget', 'BUDGET_USD', 'what the batch may cost'),
  taskBudgetUsd: define(usdAmount, null, 'task-budget', 'TASK_BUDGET_USD', 'what one task may cost'),
  workerHeapMb: define(wholeNumber(64, 65_536), 512, null, 'WORKER_HEAP_MB', 'the heap limit of a worker'),
  gate: define(choice('none', 'draft', 'verdict', 'all'), 'none', 'gate', 'GATE', 'where a person is asked'),
  maxInputBytes: define(
    wholeNumber(1, 64 * mebibyte),
    mebibyte,
    null,
    'MAX_INPUT_BYTES',
    'the largest file that is read',
  ),
};

export type SettingKey = keyof typeof settings;

type ValueOf<S> = S extends Setting<infer T, infer Fallback> ? T | Fallback : never;

/** Every setting with its final value. Paths are absolute. */
export type SettingValues = { readonly [K in SettingKey]: ValueOf<(typeof settings)[K]> };

export const settingKeys: readonly SettingKey[] = Object.keys(settings).filter(isSettingKey);

function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(settings, key);
}
