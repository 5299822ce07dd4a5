import { AgentOsError } from '../model/errors.ts';
import type { TaskId } from '../model/task.ts';
import { quoteSafely } from '../model/text.ts';

const safeName = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
const reservedOnWindows = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])$/i;
/** Ids beyond 64 characters are refused anyway; this only bounds the work on hostile ones. */
const longestFolded = 256;

/**
 * Mints a task id, or refuses. Nothing is repaired: two repaired names could meet in one worktree.
 * Contract: returns its argument unchanged, or throws ID_UNSAFE.
 */
export function sanitizeTaskId(raw: string): TaskId {
  const objection = objectTo(raw);
  if (objection !== null) throw new AgentOsError('ID_UNSAFE', `id ${quoteSafely(raw)} is refused: ${objection}`);
  return raw as TaskId;
}

/** The form in which two ids clash on some file system: by case, by Unicode form, by trailing dots and spaces. */
export function foldId(raw: string): string {
  const folded = raw.slice(0, longestFolded).normalize('NFKC').toLowerCase().trim();
  return folded.replace(/[\s.]+$/, '');
}

function objectTo(raw: string): string | null {
  if (raw === '') return 'it is empty';
  if (raw.length > 64) return `it has ${raw.length} characters, 64 are allowed`;
  if (raw.includes('/') || raw.includes('\\')) return 'it holds a path separator';
  if (raw === '.' || raw.includes('..')) return 'it holds a path step';
  if (raw.startsWith('-')) return 'it starts like a flag';
  if (/[\u0000-\u001f\u007f-\u009f]/.test(raw)) return 'it holds a control character';
  if (!safeName.test(raw)) return 'use the letters A-Z and a-z, digits, "_" and "-", starting with a letter or digit';
  if (reservedOnWindows.test(raw)) return 'the name is reserved on Windows';
  return null;
}
