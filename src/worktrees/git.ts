import { spawnSync } from 'node:child_process';

/** Our own git calls run nothing of the repository's: no hooks, no monitor, no optional lock. */
const pinned = ['--no-optional-locks', '-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false'];
const timeoutMs = 10_000;

export interface GitAnswer {
  readonly isOk: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/** One git call with its arguments as a list: no shell, nothing to inject. */
export function runGit(folder: string, args: readonly string[], input = ''): GitAnswer {
  const result = spawnSync('git', [...pinned, ...args], {
    cwd: folder,
    input,
    encoding: 'utf8',
    timeout: timeoutMs,
    maxBuffer: 256 * 1024 * 1024,
  });
  return {
    isOk: result.status === 0,
    stdout: result.stdout ?? '',
    stderr: result.stderr || String(result.error ?? ''),
  };
}
