import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** What git was asked to do and has not finished. */
export type Operation = 'merge' | 'rebase' | 'cherry-pick' | 'revert' | 'bisect';

const traces: Readonly<Record<string, Operation>> = {
  MERGE_HEAD: 'merge',
  'rebase-merge': 'rebase',
  'rebase-apply': 'rebase',
  CHERRY_PICK_HEAD: 'cherry-pick',
  REVERT_HEAD: 'revert',
  BISECT_LOG: 'bisect',
};

export function findOperation(gitDir: string): Operation | null {
  const name = Object.keys(traces).find((trace) => existsSync(join(gitDir, trace)));
  return name === undefined ? null : (traces[name] ?? null);
}

/** Files that would make more of a commit than it says, such as a merge that was given up. */
export const pendingFiles: readonly string[] = [
  ...['MERGE_HEAD', 'MERGE_MODE', 'MERGE_MSG', 'MERGE_AUTOSTASH', 'AUTO_MERGE'],
  ...['CHERRY_PICK_HEAD', 'REVERT_HEAD', 'SQUASH_MSG'],
];
