import type { GatewayAccess } from '../model/gateway-access.ts';
import type { ProgramHouse } from '../providers/surroundings.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';

/**
 * All that an agent may know of, and do to, the world around it: it is handed in. Paths are absolute where nothing else
 * is said.
 */
export interface AgentSurroundings {
  readonly taskId: string;
  /** Where models are asked, with the token of the role `agent`; null if this batch asks none. */
  readonly gateway: GatewayAccess | null;
  /** `login`: by the login that the user's own program has, past the gateway: no pool, no price. */
  readonly auth: 'gateway' | 'login';
  /** For `login`: the configuration folder in which the user's program keeps its login. Only the program reads it. */
  readonly loginHome: string | null;
  readonly programs: ProgramHouse;
  readonly sandbox: Sandbox;
  readonly network: 'gateway' | 'host';
  /** Inside what it may change: these cannot be changed (the common `.git`, for one). */
  readonly protectedPaths: readonly string[];
  /** These are not there for it: our own state, other worktrees. */
  readonly hiddenPaths: readonly string[];
  /** The text of a file of the repository, by its path in there; throws AgentOsError. */
  readText(path: string): string;
  /** Writes to the task's own output, as it is: a line need not be whole. */
  print(text: string, stream: 'stdout' | 'stderr'): void;
}
