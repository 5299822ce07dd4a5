import type { BatchRecord } from '../model/batch-record.ts';
import { type ExitCode, exitCodes } from '../model/exit-codes.ts';

/** What only the coordinator knows of how a batch ended. */
export interface Ending {
  /** State or a result could not be written. */
  readonly isStorageFailed: boolean;
  /** The signal that stopped it; null if none did. */
  readonly signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP' | null;
  /** Files that could not become tasks. */
  readonly rejectedInputs: number;
}

/** Computed from fates: 0 only if every task is done and every input was read. */
export function exitCodeFor({ tasks }: Pick<BatchRecord, 'tasks'>, ending: Ending): ExitCode {
  const fates = Array.from(tasks.values(), ({ fate }) => fate);
  const hasFailingDisk = fates.some((fate) => fate.kind === 'failed' && fate.failure.code === 'storage');
  if (ending.isStorageFailed || hasFailingDisk) return exitCodes.storage;
  if (ending.signal !== null) return exitCodes[ending.signal];
  const hasNoCredential = fates.some((fate) => fate.kind === 'failed' && fate.failure.code === 'credentials');
  if (hasNoCredential) return exitCodes.credentials;
  const isDone = fates.every(({ kind }) => kind === 'done') && ending.rejectedInputs === 0;
  return isDone ? exitCodes.done : exitCodes.failed;
}
