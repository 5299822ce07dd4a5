import { hostname } from 'node:os';
import { join } from 'node:path';
import { AgentOsError } from '../../model/errors.ts';
import { showSafely } from '../../model/text.ts';
import { findProcess } from '../../processes/process-table.ts';
import { readOwner } from '../../store/lock-owner.ts';
import { findLockFolder } from '../batch/lock-folder.ts';

/** For whoever only looks, and must not take the lock: throws BATCH_RUNNING while a batch works here. */
export function refuseRunning(repoDir: string, baseDir: string): void {
  const owner = readOwner(join(findLockFolder(repoDir, baseDir), 'agentos.lock.json'));
  if (owner === null) return;
  const isGone = owner.host === hostname() && findProcess(owner.pid)?.startTime !== owner.processStart;
  if (isGone) return;
  const who = `pid ${owner.pid} on host ${showSafely(owner.host)} (batch ${showSafely(owner.batch)})`;
  throw new AgentOsError('BATCH_RUNNING', `another batch holds this repository: ${who}`);
}
