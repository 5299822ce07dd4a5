import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { removeIfThere } from './atomic-writer.ts';
import { explainBatchWriting } from './trouble.ts';

/** What git does not do for worktrees itself. Links are removed or moved themselves, never followed. */
export const worktreeFiles = {
  putFile: (path: string, text: string): void =>
    explainBatchWriting(path, () => {
      removeIfThere(path);
      writeFileSync(path, text, { flag: 'wx' });
    }),
  removeFile: (path: string): void => explainBatchWriting(path, () => removeIfThere(path)),
  removeFolder: (path: string): void =>
    explainBatchWriting(path, () => rmSync(path, { recursive: true, force: true, maxRetries: 3, retryDelay: 20 })),
  moveFolder: (from: string, to: string): void => explainBatchWriting(to, () => renameSync(from, to)),
};
