/** The library's door. */
export { AgentOsError } from './model/errors.ts';
export type { TaskId } from './model/task.ts';
export { sanitizeTaskId } from './parallel/input-sanitizer.ts';
