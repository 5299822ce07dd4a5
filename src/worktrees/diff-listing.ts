import { AgentOsError } from '../model/errors.ts';
import { quoteSafely } from '../model/text.ts';

type FileKind = 'file' | 'link' | 'submodule';

export interface ChangedFile {
  readonly path: string;
  readonly change: 'added' | 'modified' | 'deleted';
  /** Before and after; null where there is none. A link may lead anywhere; a submodule is a commit of another repository. */
  readonly kindBefore: FileKind | null;
  readonly kind: FileKind | null;
  /** Whether it may be executed afterwards, and may not before. */
  readonly becameExecutable: boolean;
  /** Of its content, by git's own guess; then no lines are counted. */
  readonly isBinary: boolean;
  readonly addedLines: number;
  readonly removedLines: number;
}

interface Counted {
  readonly isBinary: boolean;
  readonly addedLines: number;
  readonly removedLines: number;
}

const notCounted: Counted = { isBinary: false, addedLines: 0, removedLines: 0 };

/**
 * Reads `diff-tree --raw --numstat -z`: first all files, then their counts. Throws CONTENT_REFUSED for names that are
 * no text.
 */
export function parseRawDiff(output: string): ChangedFile[] {
  const fields = output.split('\0');
  const heads: (readonly [string, string])[] = [];
  let at = 0;
  for (; fields[at]?.startsWith(':'); at += 2) heads.push([fields[at] ?? '', fields[at + 1] ?? '']);
  const counts = new Map(fields.slice(at).flatMap(parseCount));
  return heads.map(([head, path]) => toFile(head, path, counts.get(path) ?? notCounted));
}

function toFile(head: string, path: string, counted: Counted): ChangedFile {
  if (path.includes('\ufffd'))
    throw new AgentOsError('CONTENT_REFUSED', `the name of ${quoteSafely(path)} is not UTF-8`);
  const [oldMode = '', mode = '', , , status = ''] = head.slice(1).split(' ');
  return {
    path,
    change: status === 'A' ? 'added' : status === 'D' ? 'deleted' : 'modified',
    kindBefore: toKind(oldMode),
    kind: toKind(mode),
    becameExecutable: mode === '100755' && oldMode !== '100755',
    ...counted,
  };
}

function toKind(mode: string): FileKind | null {
  if (mode === '000000') return null;
  return mode === '120000' ? 'link' : mode === '160000' ? 'submodule' : 'file';
}

function parseCount(field: string): [string, Counted][] {
  const [, added, removed, path] = field.match(/^(\d+|-)\t(\d+|-)\t(.+)$/s) ?? [];
  if (path === undefined) return [];
  if (added === '-') return [[path, { ...notCounted, isBinary: true }]];
  return [[path, { isBinary: false, addedLines: Number(added), removedLines: Number(removed) }]];
}
