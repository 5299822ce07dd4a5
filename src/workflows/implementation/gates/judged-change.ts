import type { ChangedFile as ChangedText } from '../../../frameworks/changed-file.ts';
import { isTestPath, isTestSupport } from '../../../frameworks/detect/test-paths.ts';
import type { ChangedFile } from '../../../worktrees/diff-listing.ts';
import type { AnnouncedFile, GateInput } from './gate-input.ts';
import { type AddedRow, readAddedRows } from './patch-rows.ts';

/** A change, read once for all gates. */
export interface JudgedChange {
  readonly input: GateInput;
  /** Without what the workflow itself writes. */
  readonly files: readonly ChangedFile[];
  readonly announced: ReadonlyMap<string, AnnouncedFile>;
  /** Texts by path; null or absent where there is none to read. */
  readonly before: ReadonlyMap<string, string | null>;
  readonly after: ReadonlyMap<string, string | null>;
  rowsOf(path: string): readonly AddedRow[];
  isTest(path: string): boolean;
  /** A test, or what lies among tests and serves them. */
  isSupport(path: string): boolean;
}

export function openChange(input: GateInput): JudgedChange {
  const own = new Set(input.ownPaths);
  // A link in the place of a report is none of ours.
  const files = input.diff.files.filter(({ path, kind }) => !own.has(path) || (kind !== 'file' && kind !== null));
  const rows = readAddedRows(input.diff.patch);
  const { kind } = input.framework;
  return {
    input,
    files,
    announced: new Map(input.announced.map((file) => [file.path, file])),
    before: input.before.readAll(files.filter((file) => file.kindBefore === 'file').map(({ path }) => path)),
    after: input.after.readAll(files.filter((file) => file.kind === 'file').map(({ path }) => path)),
    rowsOf: (path) => rows.get(path) ?? [],
    isTest: (path) => isTestPath(path, kind),
    isSupport: (path) => isTestSupport(path, kind),
  };
}

/** The sources of a change with their new lines, without tests and what serves them. */
export function listSources({ files, after, rowsOf, isSupport }: JudgedChange): ChangedText[] {
  return files.flatMap(({ path }) => {
    const text = after.get(path) ?? null;
    if (text === null || isSupport(path)) return [];
    return [{ path, text, lines: new Set(rowsOf(path).map(({ line }) => line)) }];
  });
}

/** `1 file`, `2 files`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
