import { AgentOsError } from '../model/errors.ts';
import type { Found } from '../model/found.ts';
import { type FolderEntry, type FolderOptions, readFolder, rejectInput } from './folder.ts';
import type { Source } from './source.ts';
import { numberOfName, readTaskHead } from './task-head.ts';

/** What the plan needs to know of a design document. */
export interface LldBrief {
  readonly title: string | null;
  readonly status: string | null;
  readonly touches: readonly string[];
}

/** Reads a design document where it can be stopped; throws AgentOsError for one that it refuses. */
export type ReadLldBrief = (text: string) => Promise<LldBrief>;

/** Each Markdown file of a folder is a low-level design. */
export function openLldFolder(options: FolderOptions, readBrief: ReadLldBrief): Source {
  return {
    async *scan() {
      for (const entry of readFolder(options))
        yield entry.kind === 'rejected' ? entry : await readLld(entry, readBrief);
    },
  };
}

async function readLld(entry: FolderEntry, readBrief: ReadLldBrief): Promise<Found> {
  try {
    if (entry.text.trim() === '') throw new AgentOsError('FILE_EMPTY', 'is empty: there is nothing to build');
    const head = await readTaskHead(entry.text, entry.name);
    const brief = await readBrief(entry.text);
    return {
      kind: 'finding',
      path: entry.path,
      rawId: head.rawId,
      title: brief.title ?? head.title,
      sha256: entry.sha256,
      claimsApproval: brief.status?.toUpperCase() === 'APPROVED',
      touches: brief.touches,
    };
  } catch (error) {
    return rejectInput(entry.path, error, numberOfName(entry.name));
  }
}
