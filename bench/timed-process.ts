import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const agentosBin = fileURLToPath(new URL('../bin/agentos.cjs', import.meta.url));

/** The wall time of one process from spawn to exit, its output thrown away. Throws if it fails. */
export function timeProcess(command: string, args: readonly string[], cwd?: string): number {
  const startedAt = performance.now();
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], cwd });
  const elapsedMs = performance.now() - startedAt;
  if (status !== 0) throw new Error(`${command} ${args.join(' ').slice(0, 200)}: ${error ?? `exit code ${status}`}`);
  return elapsedMs;
}

export function timeAgentos(...args: readonly string[]): number {
  return timeProcess(process.execPath, [agentosBin, ...args]);
}

/** What no tool written for Node can be faster than. */
export function timeEmptyNode(): number {
  return timeProcess(process.execPath, ['-e', '0']);
}
