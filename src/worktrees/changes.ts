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

export function parseChanges(output: string): Changes {
  let head: string | null = null;
  let branch: string | null = null;
  const tracked: string[] = [];
  const untracked: string[] = [];
  for (const line of output.split('\0')) {
    if (line.startsWith('# branch.oid ')) head = unlessSpecial(line.slice('# branch.oid '.length));
    else if (line.startsWith('# branch.head ')) branch = unlessSpecial(line.slice('# branch.head '.length));
    else if (line.startsWith('? ')) untracked.push(line.slice(2));
    else if (line.startsWith('1 ')) tracked.push(afterFields(line, 8));
    else if (line.startsWith('u ')) tracked.push(afterFields(line, 10));
  }
  return { head, branch, paths: [...tracked, ...untracked], untracked: untracked.length };
}

/** `(initial)` and `(detached)`. */
function unlessSpecial(word: string): string | null {
  return word === '(initial)' || word === '(detached)' ? null : word;
}

/** A path may hold spaces, the fields before it do not. */
function afterFields(line: string, count: number): string {
  let at = 0;
  for (let field = 0; field < count; field += 1) at = line.indexOf(' ', at) + 1;
  return line.slice(at);
}
