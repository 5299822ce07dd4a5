import { type Dirent, existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { AgentOsError } from '../model/errors.ts';
import type { RejectedInput } from '../model/found.ts';
import { isInside, showPath } from '../model/paths.ts';
import { readTextFile, type TextFile } from '../store/text-file.ts';

/** Where a folder of inputs is, and how much of one file is read. */
export interface FolderOptions {
  /** The repository: links may lead anywhere inside it, but not to hidden files. */
  readonly repoDir: string;
  readonly folder: string;
  readonly maxInputBytes: number;
  /** A folder that we make ourselves may not be there yet: then it is empty. */
  readonly mayBeMissing: boolean;
}

export type FolderEntry = { readonly kind: 'file'; readonly path: string; readonly name: string } & TextFile;

/** Yields each Markdown file of one folder, in name order, or why it cannot be read. */
export function* readFolder(options: FolderOptions): Generator<FolderEntry | RejectedInput> {
  if (options.mayBeMissing && !existsSync(options.folder)) return;
  const entries = listFolder(options.folder).filter((entry) => isInput(entry.name));
  const shownFolder = showPath(options.repoDir, options.folder);
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = `${shownFolder}/${entry.name}`;
    try {
      const file = readTextFile(resolveEntry(entry, options), options.maxInputBytes);
      yield { kind: 'file', path, name: entry.name, ...file };
    } catch (error) {
      yield rejectInput(path, error, null);
    }
  }
}

export function rejectInput(path: string, error: unknown, rawId: string | null): RejectedInput {
  if (!(error instanceof AgentOsError)) throw error;
  return { kind: 'rejected', path, code: error.code, message: error.message, rawId };
}

function isInput(name: string): boolean {
  return /\.md$/i.test(name) && !/^[._]/.test(name) && name.toLowerCase() !== 'readme.md';
}

function listFolder(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new AgentOsError('FOLDER_UNREADABLE', `cannot read ${folder}: ${explainFolder(code)}`, { cause: error });
  }
}

function explainFolder(code: string): string {
  if (code === 'ENOENT') return 'there is no such folder. Make it, or name another with a flag (see --help)';
  return code === 'ENOTDIR' ? 'it is not a folder' : code;
}

function resolveEntry(entry: Dirent, options: FolderOptions): string {
  const path = join(options.folder, entry.name);
  if (entry.isFile()) return path;
  if (entry.isSymbolicLink()) return resolveLink(path, options);
  throw new AgentOsError('FILE_NOT_REGULAR', `${nameKind(entry)} is not read, only regular files`);
}

function resolveLink(path: string, options: FolderOptions): string {
  const target = followLink(path);
  const roots = [realpathSync(options.folder), realpathSync(options.repoDir)];
  const root = roots.find((folder) => isInside(folder, target));
  if (root === undefined) throw new AgentOsError('LINK_OUTSIDE', 'the link leads out of the repository');
  if (
    relative(root, target)
      .split(sep)
      .some((step) => step.startsWith('.'))
  ) {
    throw new AgentOsError('LINK_OUTSIDE', 'the link leads to a hidden file');
  }
  if (!statSync(target).isFile())
    throw new AgentOsError('FILE_NOT_REGULAR', 'the link does not lead to a regular file');
  return target;
}

function followLink(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    const isLoop = error instanceof Error && 'code' in error && error.code === 'ELOOP';
    const why = isLoop ? 'the link leads in a circle' : 'the link leads nowhere';
    throw new AgentOsError('LINK_BROKEN', why, { cause: error });
  }
}

function nameKind(entry: Dirent): string {
  if (entry.isDirectory()) return 'a folder';
  if (entry.isFIFO()) return 'a FIFO';
  if (entry.isSocket()) return 'a socket';
  return 'a device';
}
