/** Why a path cannot be followed inside a worktree on every system; null for a plain relative path. */
export function pathDefect(path: string): string | null {
  if (path === '') return 'is empty';
  if (path.includes('\\')) return 'has a backslash';
  if (path.startsWith('~') || path.startsWith('$')) return 'depends on the home directory or the environment';
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return 'is absolute';
  const segments = path.split('/');
  if (segments.includes('..')) return 'leaves its folder';
  if (segments.includes('.') || segments.includes('')) return 'has "./", "//" or a trailing slash';
  if (segments.some((segment) => segment.toLowerCase() === '.git')) return 'lies in the folder .git';
  return characterDefect(path, segments);
}

/** Marks of patterns, of prose and of lists of files: a row names one file, by its exact path. */
function characterDefect(path: string, segments: readonly string[]): string | null {
  const mark = /[`*?<>|"]|\]\(| \(/.exec(path)?.[0];
  if (mark !== undefined) return `has "${mark.trim()}" in it: write the exact path of one file`;
  if (path.includes(', ')) return 'has a comma and a space: give each file a row of its own';
  const isLoose = /\s\s|[^\S ]/.test(path) || segments.some((segment) => segment.trim() !== segment);
  return isLoose ? 'has white space other than single spaces inside a name' : null;
}
