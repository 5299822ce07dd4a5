import type { AgentOsError } from '../model/errors.ts';

export const exitCodes = {
  done: 0,
  /** At least one task failed, was rejected or needs a person; a lint with errors. */
  failed: 1,
  /** Usage, config or preflight: nothing was started. */
  usage: 2,
  /** State or output could not be written. */
  storage: 74,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Trouble that we can explain stopped us before anything started; a full disk or pipe is told apart. */
export function exitCodeOf(error: AgentOsError): ExitCode {
  return error.code === 'STORAGE_FAILED' ? exitCodes.storage : exitCodes.usage;
}
