import { hostname } from 'node:os';
import { isNamed, type Options } from '../../config/options.ts';
import { markBatch } from '../../processes/batch-mark.ts';
import { findProcess } from '../../processes/process-table.ts';
import { prepareBaseDir } from '../../store/base-dir.ts';
import { acquireLock, type BatchLock } from '../../store/lock.ts';
import { findLockFolder } from './lock-folder.ts';
import { refuseSharedState } from './refuse-others-state.ts';

export interface HeldRepository extends Disposable {
  /** Marks every process that belongs to batches of this repository. */
  readonly mark: Readonly<Record<string, string>>;
}

/** Makes the state's folder and takes the lock: from here on no other batch runs in this repository. */
export function holdRepository(options: Options, batch: string): HeldRepository {
  const { repoDir } = options;
  const { baseDir } = options.settings;
  refuseSharedState(options);
  prepareBaseDir({ repoDir, baseDir, isNamed: isNamed(options, 'baseDir') });
  const folder = findLockFolder(repoDir, baseDir);
  const lock: BatchLock = acquireLock({
    folder,
    owner: { pid: process.pid, host: hostname(), startedAt: Date.now(), batch },
    startTimeOf: (pid) => findProcess(pid)?.startTime ?? null,
  });
  return { mark: markBatch(folder), [Symbol.dispose]: () => lock[Symbol.dispose]() };
}
