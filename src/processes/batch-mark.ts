import { hash } from 'node:crypto';
import { killTree } from './kill-tree.ts';

const variable = 'AGENTOS_BATCH_MARK';

/** For the environment of every worker of a folder's batches, and so of all that workers start. */
export function markBatch(lockFolder: string): Readonly<Record<string, string>> {
  return { [variable]: hash('sha256', lockFolder, 'hex').slice(0, 32) };
}

/** Whoever wears the mark while we hold the lock, and is not ours, belongs to a batch that is gone. */
export function endOrphans(mark: Readonly<Record<string, string>>): void {
  killTree([], [`${variable}=${mark[variable]}`]);
}
