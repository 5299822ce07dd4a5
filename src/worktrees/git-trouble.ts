import { AgentOsError } from '../model/errors.ts';
import { showSafely } from '../model/text.ts';

interface FailedCall {
  readonly code: number;
  readonly stderr: string;
}

const lockLine = /Unable to create '(?<file>[^']+\.lock)': File exists/i;

/**
 * What passes by itself: somebody holds a lock of git's, a `git gc` removed an empty folder between the moment in which git
 * made it and the one in which it wrote into it, or somebody's worktree is just being made. Nothing was done yet.
 */
export function isPassing(stderr: string): boolean {
  return lockLine.test(stderr) || passing.some((pattern) => pattern.test(stderr));
}

const passing = [
  /could not lock config file .*: File exists/i,
  /unable to create temporary file: No such file or directory/i,
  /Unable to create '[^']+\.lock': No such file or directory/i,
  /failed to read .*worktrees\/.*\/commondir/i,
  /unable to (?:write|create) .*objects\/.*: No such file or directory/i,
];

/** The command asks for all of them at once, also for what a sparse checkout leaves out. */
const lackedObjects =
  'this is a partial clone that lacks files of the commit, and nothing is fetched behind your back: run ' +
  '`git diff --shortstat $(git hash-object -t tree /dev/null) HEAD` once in the repository, or clone without --filter';

export function lacksObjects(): AgentOsError {
  return new AgentOsError('OBJECTS_MISSING', lackedObjects);
}

type Explanation = readonly [RegExp, string, (match: string) => string];

/** Under LC_ALL=C: git's own words. */
const explanations: readonly Explanation[] = [
  [
    lockLine,
    'GIT_LOCKED',
    (file) => `another git works here, or died: ${file} is there. If none is running, remove that file`,
  ],
  [
    /No space left on device|Disk quota exceeded/i,
    'WORKTREE_UNWRITABLE',
    () => 'the disk is full, of bytes or of files (inodes): git could not write. Free some and resume',
  ],
  [
    /unable to write (?:file|new index file|loose object file).*|write error.*/i,
    'WORKTREE_UNWRITABLE',
    (words) => `git could not write (${words}): is the disk full?`,
  ],
  [/Read-only file system|Input\/output error/i, 'WORKTREE_UNWRITABLE', (words) => `git could not write: ${words}`],
  [
    /(?:promisor|could not fetch|lazy fetching|unable to read (?:sha1 file|[0-9a-f]{40})|missing blob).*/i,
    'OBJECTS_MISSING',
    () => lackedObjects,
  ],
  [
    /'(?<name>[^']*)' is already (?:checked out|used by worktree) at '(?<place>[^']*)'/i,
    'BRANCH_IN_USE',
    (place) => `the task's branch is checked out at ${place}: switch to another branch there`,
  ],
  // So say a shell and git itself: no hook, and no other program, is ever started.
  [
    /(?:^|: )(?<file>[^\s:]+): (?:command )?not found$|^git: '(?<place>[^']+)' is not a git command/m,
    'GIT_FILTER_FAILED',
    (program) => `a filter of your git config needs ${program}, which is not found: install it, or put it on the PATH`,
  ],
  [
    /(?:(?:smudge|clean|external) filter|initialization for subprocess) .* failed.*|remote end hung up unexpectedly/i,
    'GIT_FILTER_FAILED',
    (words) => `a filter of your git config failed (${words}): is its program, such as git-lfs, installed?`,
  ],
];

/** What git says, in our words where we know better, with what to do about it. */
export function explainGit(args: readonly string[], { code, stderr }: FailedCall): AgentOsError {
  for (const [pattern, errorCode, toMessage] of explanations) {
    const match = stderr.match(pattern);
    if (match === null) continue;
    const { file, place } = match.groups ?? {};
    return new AgentOsError(errorCode, toMessage(showSafely(file ?? place ?? match[0]).slice(0, 300)));
  }
  return new AgentOsError('GIT_FAILED', `git ${args[0]} failed (exit ${code}): ${lastWords(stderr)}`);
}

/** The line that says most: the first that is an error, else the first; with the next one where it only announces it. */
export function lastWords(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const at = Math.max(
    0,
    lines.findIndex((line) => /^(fatal|error):/.test(line)),
  );
  const words = lines[at] ?? 'it said nothing';
  return showSafely(words.endsWith(':') ? `${words} ${(lines[at + 1] ?? '').trim()}` : words).slice(0, 300);
}
