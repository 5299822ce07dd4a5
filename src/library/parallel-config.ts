import { resolve } from 'node:path';
import { basicEnvironment } from '../config/environment.ts';
import { AgentOsError } from '../model/errors.ts';
import { quoteSafely } from '../model/text.ts';
import { hardestCap } from '../parallel/worker-pool.ts';

/** How tasks are run. */
export interface ParallelConfig {
  /** How many tasks run at once. More than `maxParallel` never do. */
  readonly parallel: number;
  /** The cap on `parallel`: 10 if absent, 64 at most. */
  readonly maxParallel?: number;
  /** How often a task may start when its worker crashes, takes too long or its executor throws: 2. */
  readonly maxAttempts?: number;
  /** How long one task may wait for limits and outages in all: two hours. */
  readonly maxWaitMs?: number;
  /** How long one attempt may run, time asleep not counted: one hour. */
  readonly taskTimeoutMs?: number;
  /** The heap limit of a worker: 512. */
  readonly workerHeapMb?: number;
  /** All that executors see of the environment: PATH, HOME, LANG, LC_ALL, TZ and TMPDIR of this process if absent. */
  readonly environment?: Readonly<Record<string, string>>;
  /** What tasks print: whole lines, each with `[id] ` before it, that cannot drive a terminal. Dropped if absent. */
  readonly onOutput?: (id: string, stream: 'stdout' | 'stderr', lines: string) => void;
  /** Aborting starts nothing new, gives running steps 3 s to end, and ends what is left after 4 s. */
  readonly signal?: AbortSignal;
  /**
   * A folder for a journal and checkpoints, made if it is not there: the steps that a task has finished are then not
   * repeated when it starts again, in this call or, after a crash of this process, in the next. Absent: nothing is
   * written.
   */
  readonly baseDir?: string;
}

/** Complete and checked. */
export interface ResolvedConfig extends Required<Omit<ParallelConfig, 'signal' | 'baseDir'>> {
  readonly signal: AbortSignal | null;
  readonly baseDir: string | null;
}

/** Throws OPTION_INVALID. */
export function resolveConfig(config: ParallelConfig): ResolvedConfig {
  const { signal, baseDir } = config;
  const maxParallel = within('maxParallel', config.maxParallel ?? 10, 1, hardestCap);
  return Object.freeze({
    parallel: Math.min(within('parallel', config.parallel, 1), maxParallel),
    maxParallel,
    maxAttempts: within('maxAttempts', config.maxAttempts ?? 2, 1),
    maxWaitMs: within('maxWaitMs', config.maxWaitMs ?? 7_200_000, 0),
    taskTimeoutMs: within('taskTimeoutMs', config.taskTimeoutMs ?? 3_600_000, 1),
    workerHeapMb: within('workerHeapMb', config.workerHeapMb ?? 512, 16, 65_536),
    environment: { ...(config.environment ?? basicEnvironment()) },
    onOutput: config.onOutput ?? (() => {}),
    signal: signal ?? null,
    baseDir: baseDir === undefined ? null : resolve(baseDir),
  });
}

function within(name: string, value: unknown, least: number, most = Number.MAX_SAFE_INTEGER): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
  const range = most === Number.MAX_SAFE_INTEGER ? `of ${least} or more` : `from ${least} to ${most}`;
  throw new AgentOsError('OPTION_INVALID', `${name} must be an integer ${range}, not ${quoteSafely(value)}`);
}
