import { readdirSync, realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AgentOsError } from '../model/errors.ts';

/** A file to lint. */
export interface LintTarget {
  /** As the user named it, or found below a folder that they named. */
  readonly path: string;
  readonly realPath: string;
  /** Named by itself: then it has to be something that can be linted. */
  readonly isExplicit: boolean;
}

/** Files as given, and every Markdown file below the folders. Throws USAGE for what does not exist. */
export function findTargets(cwd: string, paths: readonly string[]): LintTarget[] {
  const targets = paths.flatMap((path) => expand(cwd, path));
  return [...new Map(targets.map((target) => [target.realPath, target])).values()];
}

function expand(cwd: string, path: string): LintTarget[] {
  const absolute = resolve(cwd, path);
  const stat = statSync(absolute, { throwIfNoEntry: false });
  if (stat === undefined) throw new AgentOsError('USAGE', `${path}: there is no such file or folder`);
  const realPath = realpathSync(absolute);
  if (!stat.isDirectory()) return [{ path, realPath, isExplicit: true }];
  return listMarkdown(realPath).map((found) => ({
    path: join(path, found),
    realPath: join(realPath, found),
    isExplicit: false,
  }));
}

/** Links are not followed: a folder is linted for what it holds. */
function listMarkdown(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !/^(\.|node_modules$)/.test(name));
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      if (entry.isDirectory()) return listMarkdown(join(folder, entry.name)).map((path) => join(entry.name, path));
      return entry.isFile() && /\.md$/i.test(entry.name) ? [entry.name] : [];
    });
}
