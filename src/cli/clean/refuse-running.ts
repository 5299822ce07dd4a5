import { AgentOsError } from '../../model/errors.ts';
import { showSafely } from '../../model/text.ts';
import { findLivingOwner } from '../batch/find-batch.ts';

/** For whoever only looks, and must not take the lock: throws BATCH_RUNNING while a batch works here. */
export function refuseRunning(repoDir: string, baseDir: string): void {
  const owner = findLivingOwner(repoDir, baseDir);
  if (owner === null) return;
  const who = `pid ${owner.pid} on host ${showSafely(owner.host)} (batch ${showSafely(owner.batch)})`;
  throw new AgentOsError('BATCH_RUNNING', `another batch holds this repository: ${who}`);
}
