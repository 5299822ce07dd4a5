import { AgentOsError } from './errors.ts';

export const exitCodes = {
  done: 0,
  /** At least one task failed, was rejected or needs a person; a lint with errors. */
  failed: 1,
  /** Usage, config or preflight: nothing was started. */
  usage: 2,
  /** A defect of ours. */
  defect: 70,
  /** State or output could not be written. */
  storage: 74,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Trouble that we can explain stopped us before anything started; failing storage and defects are told apart. */
export function exitCodeOf(error: unknown): ExitCode {
  if (!(error instanceof AgentOsError)) return exitCodes.defect;
  return error.code === 'STORAGE_FAILED' ? exitCodes.storage : exitCodes.usage;
}
