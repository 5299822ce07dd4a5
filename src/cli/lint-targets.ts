import { readdirSync, realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AgentOsError, errnoOf } from '../model/errors.ts';
import { showSafely } from '../model/text.ts';

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
  const targets = new Map<string, LintTarget>();
  for (const target of paths.flatMap((path) => expand(cwd, path))) {
    if (target.isExplicit || !targets.has(target.realPath)) targets.set(target.realPath, target);
  }
  return [...targets.values()];
}

function expand(cwd: string, path: string): LintTarget[] {
  if (path === '') throw new AgentOsError('USAGE', 'a path is empty: name files or folders');
  const absolute = resolve(cwd, path);
  const realPath = findRealPath(absolute, path);
  if (!statSync(realPath).isDirectory()) return [{ path, realPath, isExplicit: true }];
  return listSubfolder(realPath, '').map((found) => ({
    path: join(path, found),
    realPath: join(realPath, found),
    isExplicit: false,
  }));
}

function findRealPath(absolute: string, asGiven: string): string {
  try {
    return realpathSync(absolute);
  } catch (error) {
    const errno = errnoOf(error);
    const why = errno === 'ENOENT' ? 'there is no such file or folder' : `cannot be read (${errno})`;
    throw new AgentOsError('USAGE', `${showSafely(asGiven)}: ${why}`, { cause: error });
  }
}

/** Links are not followed: a folder is linted for what it holds. One that cannot be read is listed like a file. */
function listMarkdown(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !/^(\.|node_modules$)/.test(name));
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      if (entry.isDirectory()) return listSubfolder(folder, entry.name);
      return entry.isFile() && /\.md$/i.test(entry.name) ? [entry.name] : [];
    });
}

function listSubfolder(folder: string, name: string): string[] {
  try {
    return listMarkdown(join(folder, name)).map((path) => join(name, path));
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    return [name];
  }
}
