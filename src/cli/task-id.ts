import { dropLeadingZeros, type TaskId } from '../model/task.ts';
import { sanitizeTaskId } from '../parallel/input-sanitizer.ts';

/** The id that a person names. Throws ID_UNSAFE. */
export function readTaskId(raw: string): TaskId {
  return sanitizeTaskId(dropLeadingZeros(raw));
}
