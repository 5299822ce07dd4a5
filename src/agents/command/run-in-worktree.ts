import { findProgram } from '../../programs/find-program.ts';
import type { ProgramEnd, ProgramLimits } from '../../programs/subprocess.ts';
import type { ProgramHome } from '../../providers/surroundings.ts';
import type { ConfinedOrder } from '../../sandbox/sandbox.ts';
import type { AgentSurroundings } from '../surroundings.ts';

/** A program that works in a worktree, and how it is reached while it does. */
export interface WorktreeRun {
  /** A name is looked for in PATH, a path starts in the repository. */
  readonly name: string;
  readonly args: readonly string[];
  readonly worktree: string;
  readonly home: ProgramHome;
  /** On top of what every program gets. */
  readonly environment: Readonly<Record<string, string>>;
  readonly input: ConfinedOrder['input'];
  readonly limits: ProgramLimits;
  readonly signal: AbortSignal;
  /** Whom it may reach: nobody, a relay on our own loopback, or one inside of its sandbox. */
  readonly relay: RelayPlace | 'loopback' | null;
  /** Also not there for it. */
  readonly hidden?: readonly string[];
  isWaiting?(): boolean;
  onOutput(chunk: Buffer, stream: 'stdout' | 'stderr'): void;
}

/** Where a relay is found inside of a sandbox with a network of its own. */
export interface RelayPlace {
  readonly socket: string;
  readonly port: number;
}

/** Runs it confined: it may change the worktree and its own home, and nothing else. Contract: as `Sandbox.run`. */
export async function runInWorktree(surroundings: AgentSurroundings, run: WorktreeRun): Promise<ProgramEnd> {
  const { programs, sandbox, network, protectedPaths, hiddenPaths } = surroundings;
  const { worktree, home, args, input, limits, signal, relay } = run;
  const program = findProgram(run.name, programs.environment['PATH'] ?? '', programs.repoDir);
  if (program === null) return { kind: 'unstartable', errno: 'ENOENT' };
  return await sandbox.run({
    program,
    args,
    folder: worktree,
    environment: {
      ...programs.environment,
      HOME: home.dir,
      TMPDIR: home.temporaryDir,
      GIT_OPTIONAL_LOCKS: '0',
      ...run.environment,
    },
    input,
    limits,
    signal,
    isWaiting: () => run.isWaiting?.() ?? false,
    writable: [worktree, home.dir],
    protected: protectedPaths,
    hidden: [...hiddenPaths, ...(run.hidden ?? [])],
    ...connect(network, relay),
    onOutput: (chunk, stream) => run.onOutput(chunk, stream),
  });
}

function connect(
  network: AgentSurroundings['network'],
  relay: WorktreeRun['relay'],
): Pick<ConfinedOrder, 'network' | 'relaySocket' | 'relayPort'> {
  const alone = { relaySocket: null, relayPort: null };
  if (network === 'host' || relay === 'loopback') return { network: 'host', ...alone };
  if (relay === null) return { network: 'none', ...alone };
  return { network: 'gateway', relaySocket: relay.socket, relayPort: relay.port };
}
