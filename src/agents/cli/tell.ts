import { isAbsolute } from 'node:path';
import { showPath } from '../../model/paths.ts';

const mostLines = 6;
const longestLine = 160;

/** What an agent says, as the first of its lines. */
export function tellText(text: unknown): string[] {
  if (typeof text !== 'string') return [];
  const lines = text.split(/[\r\n]+/).flatMap((line) => (line.trim() === '' ? [] : [cut(line.trimEnd())]));
  return lines.length > mostLines ? [...lines.slice(0, mostLines), '…'] : lines;
}

/** What it does, and to what: `Edit src/a.ts`, `Bash npm test`. */
export function tellAction(name: unknown, target: unknown, worktree: string): string[] {
  if (typeof name !== 'string') return [];
  const what = typeof target === 'string' ? show(target, worktree) : '';
  return [cut(`> ${`${name} ${what}`.replace(/\s+/g, ' ').trim()}`)];
}

/** A path as seen from the worktree; commands and patterns as they are. */
function show(target: string, worktree: string): string {
  return isAbsolute(target) ? showPath(worktree, target) : target;
}

function cut(line: string): string {
  return line.length > longestLine ? `${line.slice(0, longestLine - 1).toWellFormed()}…` : line;
}
