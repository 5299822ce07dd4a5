import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface LibraryTasks {
  readonly count: number;
  readonly parallel: number;
  /** How long each task waits. */
  readonly ms?: number;
  /** One durable step each. */
  readonly isDurable?: true;
  /** Before the first of them, every worker is given a task that takes this long. */
  readonly warmMs?: number;
  readonly baseDir?: string;
}

export interface LibraryRun {
  readonly elapsedMs: number;
  /** When the workers were warm. */
  readonly warmedAt: number;
  /** Of each task, in order of time; epoch milliseconds. */
  readonly endsAt: readonly number[];
  readonly peakMb: number;
}

/** One call of the built library, in a process of its own. */
export function runLibrary(tasks: LibraryTasks): LibraryRun {
  const script = fileURLToPath(new URL('./scripts/run-library.mjs', import.meta.url));
  const options = { encoding: 'utf8', maxBuffer: 1e8 } as const;
  return JSON.parse(execFileSync(process.execPath, [script, JSON.stringify(tasks)], options));
}

/** From the moment at which workers were warm to the end of the last task. */
export function warmMsOf({ warmedAt, endsAt }: LibraryRun): number {
  return (endsAt.at(-1) ?? Number.NaN) - warmedAt;
}
