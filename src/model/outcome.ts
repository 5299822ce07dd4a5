import type { PublishedFile } from './event.ts';
import type { TaskId } from './task.ts';

/** How a task ended. */
export type Outcome =
  | { readonly kind: 'done'; readonly id: TaskId; readonly files: readonly PublishedFile[] }
  | { readonly kind: 'failed'; readonly id: TaskId; readonly code: string; readonly message: string };

/** Files that a task has written beside their targets: complete and flushed, but not yet in place. */
export interface Prepared {
  readonly files: readonly PublishedFile[];
}
