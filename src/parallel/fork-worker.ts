import { type ChildProcess, fork } from 'node:child_process';
import { dieWithParent } from '../processes/die-with-parent.ts';

/** How a worker is started. */
export interface WorkerSetup {
  readonly entry: URL;
  /** Everything that the worker sees of our environment. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly heapMb: number;
  /** `heard`: what it prints goes to our stderr. `captured`: we read it. */
  readonly output: 'heard' | 'captured' | 'silent';
}

/** Set for a worker that has to watch its parent itself, because the kernel does not. */
const watchesParentVariable = 'AGENTOS_WATCH_PARENT';

const stdio = {
  heard: ['ignore', 2, 2, 'ipc'],
  captured: ['ignore', 'pipe', 'pipe', 'ipc'],
  silent: ['ignore', 'ignore', 'ignore', 'ipc'],
} as const;

/**
 * A process of its own session, so that a terminal's signals reach only us, and of its own heap limit. It dies with us,
 * also when it is busy and we are killed.
 */
export function forkWorker({ entry, environment, heapMb, output }: WorkerSetup): ChildProcess {
  const flags = [`--max-old-space-size=${heapMb}`];
  const guarded = dieWithParent({ command: process.execPath, args: flags });
  return fork(entry, {
    execPath: guarded?.command ?? process.execPath,
    execArgv: [...(guarded?.args ?? flags)],
    env: guarded === null ? { ...environment, [watchesParentVariable]: '1' } : { ...environment },
    serialization: 'advanced',
    detached: true,
    stdio: [...stdio[output]],
  });
}
