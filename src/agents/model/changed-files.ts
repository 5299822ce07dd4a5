import type { AgentJob } from '../agent.ts';
import { runInWorktree } from '../command/run-in-worktree.ts';
import type { AgentSurroundings } from '../surroundings.ts';

const mostNamed = 50;
const args = [
  ...['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', '-c', 'core.quotePath=false'],
  ...['status', '--porcelain', '-z', '--untracked-files=all', '--no-renames'],
];

/**
 * Which files differ from the last commit, as git says in the sandbox: what an earlier try has left. Empty if it says
 * nothing: then the model finds out by itself.
 */
export async function listChangedFiles(
  surroundings: AgentSurroundings,
  { worktree }: AgentJob,
  signal: AbortSignal,
): Promise<readonly string[]> {
  using home = surroundings.programs.openHome();
  const limits = { idleMs: 10_000, wallMs: 10_000, maxOutputBytes: 256 * 1024 };
  const end = await runInWorktree(
    { ...surroundings, network: 'gateway' },
    {
      ...{ name: 'git', args, worktree, home, environment: {}, input: '', limits, signal, relay: null },
      onOutput: () => {},
    },
  );
  if (end.kind !== 'exited' || end.code !== 0) return [];
  const paths = end.stdout.split('\0').flatMap((line) => (line.length > 3 ? [line.slice(3)] : []));
  return paths.slice(0, mostNamed);
}
