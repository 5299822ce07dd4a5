import { isAbsolute } from 'node:path';
import { showPath } from '../../model/paths.ts';
import { cutText } from '../../model/text.ts';

const mostLines = 6;
const longestLine = 160;

/** What an agent says, as the first of its lines. */
export function tellText(text: unknown): string[] {
  if (typeof text !== 'string') return [];
  const lines = text
    .split(/[\r\n]+/)
    .flatMap((line) => (line.trim() === '' ? [] : [cutText(line.trimEnd(), longestLine)]));
  return lines.length > mostLines ? [...lines.slice(0, mostLines), '…'] : lines;
}

/** What it does, and to what: `Edit src/a.ts`, `Bash npm test`. */
export function tellAction(name: unknown, target: unknown, worktree: string): string[] {
  if (typeof name !== 'string') return [];
  const what = typeof target === 'string' ? show(target, worktree) : '';
  return [cutText(`> ${`${name} ${what}`.replace(/\s+/g, ' ').trim()}`, longestLine)];
}

/** A path as seen from the worktree; commands and patterns as they are. */
function show(target: string, worktree: string): string {
  return isAbsolute(target) ? showPath(worktree, target) : target;
}
