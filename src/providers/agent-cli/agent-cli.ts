import type { WireProvider } from '../../model/credential.ts';
import type { Prompt } from '../prompt.ts';
import type { ProgramHome } from '../surroundings.ts';

/** A coding agent's own program, whatever it is started for. */
export interface CliProgram {
  readonly scheme: 'claude-cli' | 'codex-cli';
  readonly program: string;
  /** How to get it. */
  readonly advice: string;
  /** Whose API it speaks. */
  readonly provider: WireProvider;
  /** What stands in every stream that came whole. */
  readonly streamEnd: RegExp;
}

/** One that is asked for text: how it is started, and what its output means. */
export interface AgentCli extends CliProgram {
  makeLaunch(setting: LaunchSetting): Launch;
  /** Never throws, whatever was printed. */
  readReply(stdout: string): CliReply;
}

export interface LaunchSetting {
  readonly model: string;
  readonly prompt: Prompt;
  readonly home: ProgramHome;
  /** Where its requests go, without `/v1`. */
  readonly origin: string;
  /** Good for this run alone. */
  readonly token: string;
}

export interface Launch {
  readonly args: readonly string[];
  /** On top of what every program gets. */
  readonly environment: Readonly<Record<string, string>>;
  readonly input: string;
}

export type CliReply =
  | { readonly kind: 'answer'; readonly text: string }
  /** In its own words. */
  | { readonly kind: 'trouble'; readonly message: string };
