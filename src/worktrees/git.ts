import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { pinnedFlags } from './git-pins.ts';

/** For short questions about commits, which nobody need end. Whatever may take long, or writes, goes by `Git`. */
const timeoutMs = 10_000;

type Environment = Readonly<Record<string, string>>;

interface GitAnswer {
  readonly isOk: boolean;
  readonly stdout: string;
}

/**
 * One git call with its arguments as a list: no shell, nothing to inject. Outside of a worker the environment has to be given: that of
 * a hook or an alias of git's holds variables (`GIT_DIR`) that lead into another repository than the folder's.
 */
export function runGit(folder: string, args: readonly string[], environment?: Environment): GitAnswer {
  const result = callGit(folder, args, null, environment);
  return { isOk: result.status === 0, stdout: result.stdout?.toString('utf8') ?? '' };
}

/** One git call that is fed by us and answers in bytes; null when it failed. */
export function runGitOnBytes(folder: string, args: readonly string[], input: string): Buffer | null {
  const result = callGit(folder, args, input);
  return result.status === 0 ? result.stdout : null;
}

function callGit(
  folder: string,
  args: readonly string[],
  input: string | null,
  env?: Environment,
): SpawnSyncReturns<Buffer> {
  return spawnSync('git', ['--no-optional-locks', ...pinnedFlags, ...args], {
    cwd: folder,
    stdio: [input === null ? 'ignore' : 'pipe', 'pipe', 'ignore'],
    ...(input === null ? {} : { input }),
    ...(env === undefined ? {} : { env }),
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    maxBuffer: 256 * 1024 * 1024,
  });
}
