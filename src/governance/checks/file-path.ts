import { hidesCharacters } from '../../model/hidden-characters.ts';
import type { RepositoryFacts } from '../../model/repository-facts.ts';

/** No system follows a longer one. */
const longestPath = 1000;

/** Why a path cannot be followed inside a worktree on every system, or reads like more than one; null for a plain one. */
export function pathDefect(path: string): string | null {
  return placeDefect(path) ?? characterDefect(path);
}

/** The same for a row of a design: what is there by that very name is one file, whatever its name looks like. */
export function fileDefect(path: string, repository: RepositoryFacts): string | null {
  const isThere = repository.kind === 'tree' && repository.hasPath(path);
  return isThere ? placeDefect(path) : pathDefect(path);
}

function placeDefect(path: string): string | null {
  if (path === '') return 'is empty';
  if (path.length > longestPath) return `has more than ${longestPath} characters`;
  if (path.includes('\\')) return 'has a backslash';
  if (path.startsWith('~') || path.startsWith('$')) return 'depends on the home directory or the environment';
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return 'is absolute';
  const segments = path.split('/');
  if (segments.includes('..')) return 'leaves its folder';
  if (segments.includes('.') || segments.includes('')) return 'has "./", "//" or a trailing slash';
  if (hidesCharacters(path)) return 'has a character that nobody sees';
  if (segments.map(foldSegment).some((segment) => segment === '.git' || /^git~\d/.test(segment)))
    return 'lies in the folder .git';
  return null;
}

/** What stands where a path needs a folder: a file, a link or a submodule; null if nothing does. */
export function findAbove(path: string, hasPath: (path: string) => boolean): string | null {
  const ends = Array.from(path.matchAll(/\//g), ({ index }) => index);
  return ends.map((end) => path.slice(0, end)).find(hasPath) ?? null;
}

/** What we write ourselves: no design may plan to change its own evidence, its state or who reviews it. */
const ownFolders: readonly string[] = ['docs/lineage/', 'docs/lld/', 'docs/reports/', '.agentos/'];

/** Why a design may not list a path that could be followed; null if it may. */
export function ownPathDefect(path: string): string | null {
  const folded = path.split('/').map(foldSegment).join('/');
  const folder = ownFolders.find((own) => `${folded}/`.startsWith(own));
  if (folder !== undefined) return `lies in ${folder}, which belongs to this tool`;
  const isOurs = /^agentos\.config\.[^/]*$|^agento~\d/.test(folded);
  return isOurs ? 'is a file of this tool, which no design changes' : null;
}

/** Letter case, and what Windows drops from the end of a name or takes for a stream, make no other file. */
function foldSegment(segment: string): string {
  return segment
    .normalize('NFKC')
    .toLowerCase()
    .replace(/:.*$/s, '')
    .replace(/[. ]+$/, '');
}

/** Marks of patterns, of prose and of lists of files: a row names one file, by its exact path. */
function characterDefect(path: string): string | null {
  const mark = /[`*?<>|"→…]|\]\(| \(|\{[^{}]*,[^{}]*\}|(?<![^/])\.{3}(?![^/])/.exec(path)?.[0];
  if (mark !== undefined) return `has "${mark.trim()}" in it: write the exact path of one file`;
  if (path.includes(', ')) return 'has a comma and a space: give each file a row of its own';
  const isLoose = /\s\s|[^\S ]/.test(path) || path.split('/').some((segment) => segment.trim() !== segment);
  return isLoose ? 'has white space other than single spaces inside a name' : null;
}
