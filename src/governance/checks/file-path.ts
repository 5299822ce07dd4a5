/** Why a path cannot be followed inside a worktree on every system; null for a plain relative path. */
export function pathDefect(path: string): string | null {
  if (path === '') return 'is empty';
  if (path.includes('\\')) return 'has a backslash';
  if (path.startsWith('~') || path.startsWith('$')) return 'depends on the home directory or the environment';
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return 'is absolute';
  const segments = path.split('/');
  if (segments.includes('..')) return 'leaves its folder';
  if (segments.includes('.') || segments.includes('')) return 'is not in its shortest form';
  return null;
}
