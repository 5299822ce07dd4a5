import { renameSync, writeFileSync } from 'node:fs';
import { removeIfThere } from './atomic-writer.ts';
import { removeTree } from './remove-tree.ts';
import { explainBatchWriting } from './trouble.ts';

/** What git does not do for worktrees itself. Links are removed or moved themselves, never followed. */
export const worktreeFiles = {
  putFile: (path: string, text: string): void =>
    explainBatchWriting(path, () => {
      removeIfThere(path);
      writeFileSync(path, text, { flag: 'wx' });
    }),
  removeFile: (path: string): void => explainBatchWriting(path, () => removeIfThere(path)),
  removeFolder: (path: string): void => explainBatchWriting(path, () => removeTree(path)),
  moveFolder: (from: string, to: string): void => explainBatchWriting(to, () => renameSync(from, to)),
};
