import type { CliProgram, Launch } from '../../providers/agent-cli/agent-cli.ts';
import type { ProgramHome } from '../../providers/surroundings.ts';
import type { AgentJob } from '../agent.ts';

/** A coding agent's own program, at work in a worktree: how it is started, and what its output means. */
export interface CodingCli extends CliProgram {
  /** How often it may ask for one turn: some ask for more than the answer. */
  readonly requestsPerTurn: number;
  makeLaunch(setting: WorkSetting): Launch;
  /** Never throws, whatever was printed. */
  readReply(stdout: string, worktree: string): WorkReply;
  /** What one event of its output tells, in lines for people; most tell nothing. */
  describeEvent(event: Readonly<Record<string, unknown>>, worktree: string): readonly string[];
}

export interface WorkSetting {
  readonly model: string;
  readonly job: AgentJob;
  readonly home: ProgramHome;
  readonly access: ModelAccess;
  /** Somebody else sees to it that it changes nothing but its worktree: it may run what it likes. */
  readonly isConfined: boolean;
}

/** How it reaches its models. */
export type ModelAccess =
  /** `origin` without `/v1`; the token is good for this run alone. */
  | { readonly kind: 'gateway'; readonly origin: string; readonly token: string }
  /** By the login that lies in the user's own configuration folder. */
  | { readonly kind: 'login'; readonly folder: string };

export type WorkReply =
  /** It says that it is done, with these words. */
  | { readonly kind: 'answer'; readonly text: string }
  /** In its own words, with the HTTP status that it tells of. */
  | { readonly kind: 'trouble'; readonly message: string; readonly status: number | null }
  /** It used up its turns. */
  | { readonly kind: 'exhausted'; readonly message: string };

export function tellTrouble(message: string, status: number | null = null): WorkReply {
  return { kind: 'trouble', message, status };
}
