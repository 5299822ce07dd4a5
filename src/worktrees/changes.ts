/** What `git status --porcelain=v2 -z` says. */
export interface Changes {
  /** Null where there is no commit yet. */
  readonly head: string | null;
  readonly branch: string | null;
  /** As git sorts them: tracked ones first. */
  readonly paths: readonly string[];
  /** How many of the paths, at their end, are untracked. */
  readonly untracked: number;
}

/** A tracked file that differs for git. */
export interface ChangedEntry {
  readonly path: string;
  /** The id of what is committed, where nothing else is staged and the mode is the same; else null. */
  readonly committed: string | null;
}

/** Those that are as they were committed are left out. */
export function parseChanges(output: string, isAsCommitted: (entry: ChangedEntry) => boolean = () => false): Changes {
  let head: string | null = null;
  let branch: string | null = null;
  const tracked: string[] = [];
  const untracked: string[] = [];
  for (const line of output.split('\0')) {
    if (line.startsWith('# branch.oid ')) head = unlessSpecial(line.slice('# branch.oid '.length));
    else if (line.startsWith('# branch.head ')) branch = unlessSpecial(line.slice('# branch.head '.length));
    else if (line.startsWith('? ')) untracked.push(line.slice(2));
    else if (line.startsWith('1 ')) {
      const entry = parseEntry(line);
      if (!isAsCommitted(entry)) tracked.push(entry.path);
    } else if (line.startsWith('u ')) tracked.push(afterFields(line, 10));
  }
  return { head, branch, paths: [...tracked, ...untracked], untracked: untracked.length };
}

/** `(initial)` and `(detached)`. */
function unlessSpecial(word: string): string | null {
  return word === '(initial)' || word === '(detached)' ? null : word;
}

/** `1 <XY> <sub> <modes of commit, index, worktree> <id in commit> <id in index> <path>` */
function parseEntry(line: string): ChangedEntry {
  const [, , , modeBefore, , mode, committed = '', staged] = line.split(' ', 8);
  const isComparable = committed === staged && modeBefore === mode;
  return { path: afterFields(line, 8), committed: isComparable ? committed : null };
}

/** A path may hold spaces, the fields before it do not. */
function afterFields(line: string, count: number): string {
  let at = 0;
  for (let field = 0; field < count; field += 1) at = line.indexOf(' ', at) + 1;
  return line.slice(at);
}
