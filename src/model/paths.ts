import { relative, sep } from 'node:path';

/** True for the folder itself and everything below it. */
export function isInside(folder: string, path: string): boolean {
  const step = relative(folder, path);
  return step !== '..' && !step.startsWith(`..${sep}`);
}

/** Relative to the repository with forward slashes; absolute for what lies outside. */
export function showPath(repoDir: string, path: string): string {
  return isInside(repoDir, path) ? relative(repoDir, path).split(sep).join('/') : path;
}
