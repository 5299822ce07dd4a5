import type { AttemptEnd } from '../model/attempt.ts';
import type { PublishedFile, TaskEvent, Unaddressed } from '../model/event.ts';
import type { TaskReceipt } from '../model/task-receipt.ts';
import type { TraceVariables } from '../model/trace.ts';

/** What a worker reports of the task that it runs; the coordinator knows which one that is. */
export type ToldEvent = Unaddressed<
  Extract<TaskEvent, { kind: 'step-done' | 'step-found' | 'call-failed' | 'checkpoint-reset' | 'published' }>
>;

/** What a worker needs of the coordinator in the middle of a task. */
export type Request =
  /** A call that may cost money: may it be made? */
  | { readonly kind: 'call' }
  /** Is anybody there? Whoever is gone took connections along. */
  | { readonly kind: 'presence' }
  /** What has the task taken so far? */
  | { readonly kind: 'receipt' }
  /** Temporaries of these results are going to be written: may they? */
  | { readonly kind: 'prepare'; readonly files: readonly string[] }
  /** These files of the lineage are going to be written, and put in their places: may they? */
  | { readonly kind: 'publish'; readonly files: readonly PublishedFile[] };

export type ToWorker =
  | { readonly kind: 'run'; readonly order: unknown; readonly trace: TraceVariables }
  | {
      readonly kind: 'answered';
      readonly id: number;
      readonly trouble: Trouble | null;
      readonly receipt: TaskReceipt | null;
    }
  /** The task is over for the coordinator, too: the checkpoint may go, or stays. */
  | { readonly kind: 'settle'; readonly isDone: boolean }
  /** Finish the step at hand, start no other. */
  | { readonly kind: 'drain' }
  /** Break off the step at hand. */
  | { readonly kind: 'abort' };

export type FromWorker =
  | { readonly kind: 'ready' }
  /** Its first task waits for something for the first time; until then it kept a processor busy. */
  | { readonly kind: 'rests' }
  | { readonly kind: 'told'; readonly event: ToldEvent }
  /** A line for a person. */
  | { readonly kind: 'said'; readonly line: string }
  /** In their order. */
  | { readonly kind: 'several'; readonly messages: readonly FromWorker[] }
  | { readonly kind: 'request'; readonly id: number; readonly request: Request }
  /** All that the task printed is on its way; `isUnsettled`: a checkpoint waits for a settlement. */
  | {
      readonly kind: 'ended';
      readonly end: AttemptEnd;
      readonly rssBytes: number;
      readonly isUnsettled: boolean;
    };

interface Trouble {
  readonly code: string;
  readonly message: string;
}
