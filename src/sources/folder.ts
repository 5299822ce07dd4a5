import { type Dirent, existsSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { AgentOsError, errnoOf } from '../model/errors.ts';
import type { RejectedInput } from '../model/found.ts';
import { isInside, showPath } from '../model/paths.ts';
import { resolveInput } from '../store/input-file.ts';
import { readTextFile, type TextFile } from '../store/text-file.ts';
import { numberOfName } from './task-head.ts';

/** Where a folder of inputs is, and how much of one file is read. */
export interface FolderOptions {
  readonly repoDir: string;
  readonly folder: string;
  readonly maxInputBytes: number;
  /** Named by the user, it may lie anywhere; the default one has to be the repository's own. */
  readonly isNamed: boolean;
  /** A folder that we make ourselves may not be there yet: then it is empty. */
  readonly mayBeMissing: boolean;
}

export type FolderEntry = { readonly kind: 'file'; readonly path: string; readonly name: string } & TextFile;

/** Yields each Markdown file of one folder, in name order, or why it cannot be read. */
export function* readFolder(options: FolderOptions): Generator<FolderEntry | RejectedInput> {
  const { repoDir, folder, maxInputBytes } = options;
  if (options.mayBeMissing && !existsSync(folder)) return;
  const entries = listFolder(folder).filter(({ name }) => isInput(name));
  if (!options.isNamed) refuseOutside(repoDir, folder);
  const roots = options.isNamed ? [folder, repoDir] : [repoDir];
  const shownFolder = showPath(repoDir, folder);
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = `${shownFolder}/${entry.name}`;
    try {
      const place = join(folder, entry.name);
      const file = readTextFile(entry.isFile() ? place : resolveInput(place, roots), maxInputBytes);
      yield { kind: 'file', path, name: entry.name, ...file };
    } catch (error) {
      yield rejectInput(path, explainName(entry.name, error), numberOfName(entry.name));
    }
  }
}

/** A name in another encoding arrives with replacement characters, and then no file of that name is found. */
function explainName(name: string, error: unknown): unknown {
  const isForeign = name.includes('\ufffd') && error instanceof AgentOsError && error.code === 'FILE_UNREADABLE';
  return isForeign ? new AgentOsError('NAME_NOT_UTF8', 'its name is not UTF-8: rename it', { cause: error }) : error;
}

export function rejectInput(path: string, error: unknown, rawId: string | null): RejectedInput {
  if (!(error instanceof AgentOsError)) throw error;
  return { kind: 'rejected', path, code: error.code, message: error.message, rawId };
}

function isInput(name: string): boolean {
  return /\.md$/i.test(name) && !/^[._]/.test(name) && name.toLowerCase() !== 'readme.md';
}

function refuseOutside(repoDir: string, folder: string): void {
  if (isInside(realpathSync(repoDir), realpathSync(folder))) return;
  throw new AgentOsError('FOLDER_OUTSIDE', `${folder} leads out of the repository: name the folder with a flag`);
}

function listFolder(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    throw new AgentOsError('FOLDER_UNREADABLE', `cannot read ${folder}: ${explainFolder(error)}`, { cause: error });
  }
}

function explainFolder(error: unknown): string {
  const errno = errnoOf(error) ?? String(error);
  if (errno === 'ENOENT') return 'there is no such folder. Make it, or name another with a flag (see --help)';
  return errno === 'ENOTDIR' ? 'it is not a folder' : errno;
}
