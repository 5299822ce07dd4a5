import { AgentOsError } from '../../model/errors.ts';
import { quoteSafely } from '../../model/text.ts';
import { changeModeInside, linkInside, removeInside, writeInside } from '../../store/worktree-files.ts';
import { readInside } from '../../store/worktree-reading.ts';
import type { Edit } from './agent-script.ts';

const mostBytes = 16 * 1024 * 1024;

/** Throws AgentOsError for what cannot be done: a script that is out of date, or a way out of the worktree. */
export function applyEdit(worktree: string, edit: Edit, readText: (path: string) => string): void {
  const { write, replace, delete: removed, chmod, link } = edit;
  if (write !== undefined) writeInside(worktree, write.path, write.content ?? readText(write.file ?? ''));
  if (replace !== undefined) replaceOnce(worktree, replace);
  if (removed !== undefined) removeInside(worktree, removed.path);
  if (chmod !== undefined) changeModeInside(worktree, chmod.path, Number.parseInt(chmod.mode, 8));
  if (link !== undefined) linkInside(worktree, link.path, link.target);
}

/** The first occurrence. */
function replaceOnce(worktree: string, { path, find, replace }: NonNullable<Edit['replace']>): void {
  const text = readInside(worktree, path, mostBytes).toString('utf8');
  if (!text.includes(find)) {
    throw new AgentOsError('TEXT_MISSING', `${quoteSafely(path)} does not hold ${quoteSafely(find)}`);
  }
  writeInside(
    worktree,
    path,
    text.replace(find, () => replace),
  );
}
