import type { Workflow } from './task.ts';

/** What happens, as it happens: the journal is a list of these. */
export type BatchEvent =
  | { readonly kind: 'batch-started'; readonly workflow: Workflow; readonly tasks: readonly string[] }
  | { readonly kind: 'task-started'; readonly task: string }
  | { readonly kind: 'publishing'; readonly task: string; readonly files: readonly PublishedFile[] }
  | { readonly kind: 'task-done'; readonly task: string; readonly files: readonly PublishedFile[] }
  | { readonly kind: 'task-failed'; readonly task: string; readonly code: string; readonly message: string }
  | { readonly kind: 'batch-ended'; readonly exitCode: number };

/** A result as it will be: its path relative to the repository, and the hash of its bytes. */
export interface PublishedFile {
  readonly path: string;
  readonly sha256: string;
}
