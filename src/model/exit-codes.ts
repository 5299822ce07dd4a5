import { AgentOsError } from './errors.ts';

export const exitCodes = {
  done: 0,
  /** At least one task failed, was rejected, is not finished or needs a person; a lint with errors. */
  failed: 1,
  /** Usage, config or preflight: nothing was started. */
  usage: 2,
  /** No usable credential is left. */
  credentials: 4,
  /** A defect of ours. */
  defect: 70,
  /** State or output could not be written. */
  storage: 74,
  /** Another batch holds this repository. */
  busy: 75,
  /** Stopped by a signal, and resumable. */
  SIGHUP: 129,
  SIGINT: 130,
  SIGTERM: 143,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Trouble that we can explain stopped us before anything started; failing storage and defects are told apart. */
export function exitCodeOf(error: unknown): ExitCode {
  if (!(error instanceof AgentOsError)) return exitCodes.defect;
  if (error.code === 'STORAGE_FAILED') return exitCodes.storage;
  if (error.code === 'BATCH_RUNNING') return exitCodes.busy;
  return error.code === 'CREDENTIALS_MISSING' ? exitCodes.credentials : exitCodes.usage;
}
