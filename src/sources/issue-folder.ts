import { AgentOsError } from '../model/errors.ts';
import type { Found } from '../model/found.ts';
import { refuseTooManyLines } from '../model/line-limit.ts';
import { type FolderEntry, type FolderOptions, readFolder, rejectInput } from './folder.ts';
import type { Source } from './source.ts';
import { numberOfName, readTaskHead } from './task-head.ts';

/** Each Markdown file of a folder is an issue. */
export function openIssueFolder(options: FolderOptions): Source {
  return {
    async *scan() {
      for (const entry of readFolder(options)) yield entry.kind === 'rejected' ? entry : await readIssue(entry);
    },
  };
}

async function readIssue(entry: FolderEntry): Promise<Found> {
  try {
    if (entry.text.trim() === '') throw new AgentOsError('FILE_EMPTY', 'is empty: there is nothing to design');
    refuseTooManyLines(entry.text);
    const { rawId, title } = await readTaskHead(entry.text, entry.name);
    const { path, sha256 } = entry;
    return { kind: 'finding', path, rawId, title, sha256, claimsApproval: null, touches: [] };
  } catch (error) {
    return rejectInput(entry.path, error, numberOfName(entry.name));
  }
}
