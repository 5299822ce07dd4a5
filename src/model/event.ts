import type { Exchange } from './exchange.ts';
import type { Failure } from './failure.ts';
import type { RejectedInput } from './found.ts';
import type { BatchWorkflow, SkipReason, WorkflowTask } from './task.ts';

/** What happens, as it happens: the journal is a list of these. */
export type BatchEvent = BatchStarted | BatchResumed | TaskEvent | BatchNote | BatchStopping | BatchEnded;

export interface BatchStarted {
  readonly kind: 'batch-started';
  readonly workflow: BatchWorkflow;
  readonly parallel: number;
  readonly tasks: readonly WorkflowTask[];
  readonly skipped: readonly { readonly id: string; readonly reason: SkipReason }[];
  readonly rejected: readonly Pick<RejectedInput, 'path' | 'code' | 'message'>[];
  /** What a resume goes on with: settings by key, and the flags that say where things are. */
  readonly settings: Readonly<Record<string, string | number | null>>;
  readonly places: readonly string[];
  /** Where it ran, and the folders in which inputs may lie: absolute. */
  readonly repoDir: string;
  readonly roots: readonly string[];
  /** Finished steps of earlier batches are thrown away. */
  readonly isFresh: boolean;
  readonly stretch?: number;
}

export interface BatchResumed {
  readonly kind: 'batch-resumed';
  readonly parallel: number;
  /** As they are from now on. */
  readonly settings: BatchStarted['settings'];
  /** The hashes of the inputs that it goes on with, by task. */
  readonly inputs: Readonly<Record<string, string>>;
  /** Of all starts and resumes of batches with this state, in their order: clocks are set back. Journals of old have none. */
  readonly stretch?: number;
}

/** Something that a person should know, and that belongs to no task. */
interface BatchNote {
  readonly kind: 'note';
  readonly message: string;
}

/** From here on nothing new starts. */
interface BatchStopping {
  readonly kind: 'batch-stopping';
  readonly reason: string;
}

interface BatchEnded {
  readonly kind: 'batch-ended';
  readonly exitCode: number;
}

export type TaskEvent = { readonly task: string } & (
  | { readonly kind: 'task-started'; readonly attempt: number }
  /** Finished steps of an earlier attempt were thrown away, and why. */
  | { readonly kind: 'checkpoint-reset'; readonly reason: string }
  /** A step's value is in the task's checkpoint, which has `sequence` of them now. */
  | {
      readonly kind: 'step-done';
      readonly step: string;
      readonly checkpoint: { readonly id: string; readonly sequence: number };
      readonly ms: number;
      readonly usd: number | null;
    }
  /** A call that did not get an answer; that, too, is in the checkpoint. */
  | {
      readonly kind: 'call-failed';
      readonly step: string;
      readonly checkpoint: { readonly id: string; readonly sequence: number };
      readonly failure: Failure;
      readonly usd: number | null;
    }
  /** It was saved before the batch was cut off, and no journal says so: told when its checkpoint is opened again. */
  | {
      readonly kind: 'step-found';
      readonly step: string;
      readonly checkpoint: { readonly id: string; readonly sequence: number };
      readonly usd: number | null;
    }
  /** An exchange is about to be sent, under a budget: what it may cost counts until its end is told. */
  | { readonly kind: 'exchange-begun'; readonly lease: string; readonly estimatedUsd: number | null }
  /** One HTTP exchange with a model's provider, for whoever counts; its cost is in the step's. */
  | ({ readonly kind: 'exchange' } & Exchange)
  /** Temporary files of results, about to be written. */
  | { readonly kind: 'preparing'; readonly files: readonly string[] }
  /** Results lie complete beside their places; files of the lineage are yet to be written. All are about to be put there. */
  | {
      readonly kind: 'publishing';
      readonly files: readonly PublishedFile[];
      readonly isResult: boolean;
      readonly code?: CodeCommit;
    }
  /** In place: files of the lineage. */
  | { readonly kind: 'published'; readonly files: readonly PublishedFile[] }
  /** This attempt is over; there will be another. */
  | { readonly kind: 'attempt-failed'; readonly attempt: number; readonly failure: Failure }
  | {
      readonly kind: 'task-parked';
      /** The question that a person has to answer; null if it waits for a time. */
      readonly gate: string | null;
      readonly for: 'person' | 'time';
      readonly reason: string;
      readonly untilAt: number | null;
      /** Of its running time: how long it was held for lack of capacity, which is waiting. */
      readonly heldMs: number;
      readonly runningMs: number;
    }
  /** Its results are in place, and it goes on with another workflow: from here on this is the task. */
  | {
      readonly kind: 'workflow-done';
      readonly files: readonly PublishedFile[];
      readonly runningMs: number;
      readonly next: WorkflowTask;
    }
  | {
      readonly kind: 'task-done';
      readonly files: readonly PublishedFile[];
      readonly runningMs: number;
      /** Of an implementation. */
      readonly code?: CodeCommit;
    }
  | { readonly kind: 'task-failed'; readonly failure: Failure; readonly runningMs: number }
  | {
      readonly kind: 'task-rejected';
      readonly reason: string;
      /** Reviews that were made, in all. */
      readonly rounds: number;
      /** Of designs: drafts that were judged, with or without a review. A retry goes on after them. */
      readonly drafts?: number;
      readonly runningMs: number;
    }
  /** Stopped by a signal, a limit or a failing disk; a resume goes on with it. */
  | { readonly kind: 'task-cancelled'; readonly runningMs: number }
);

/** A result as it will be: its path relative to the repository, and the hash of its bytes. */
export interface PublishedFile {
  readonly path: string;
  readonly sha256: string;
  /** The hash of the file that it takes the place of; null if there must be none. */
  readonly replaces: string | null;
}

/** Where the code of a task is: one commit on a branch of its own. */
export interface CodeCommit {
  readonly branch: string;
  readonly commit: string;
}

/** As it stands in the journal: one trace for a batch, one span for an attempt. */
export type JournalEntry = BatchEvent & {
  readonly schemaVersion: 1;
  readonly sequence: number;
  readonly at: number;
  readonly traceId: string;
  readonly spanId: string;
};

/** An event of a task that its reporter need not name. */
export type Unaddressed<Event> = Event extends unknown ? Omit<Event, 'task'> : never;
