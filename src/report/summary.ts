import { type ExitCode, exitCodes } from '../model/exit-codes.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Workflow } from '../model/task.ts';
import type { Plan } from '../plan/plan.ts';

/** How a batch ended. What was not measured is null. */
export interface Summary {
  readonly schemaVersion: 1;
  /** Null if there was nothing to do, and so no batch. */
  readonly batch: string | null;
  readonly workflow: Workflow;
  readonly parallel: number;
  readonly startedAt: number;
  readonly seconds: number;
  readonly usd: number | null;
  readonly counts: Readonly<Record<'done' | 'failed' | 'rejected' | 'parked' | 'cancelled' | 'skipped', number>>;
  readonly tasks: readonly TaskSummary[];
  readonly rejectedInputs: Plan['rejected'];
  readonly exitCode: ExitCode;
  /** The line that runs the failed tasks again; null if none failed. */
  readonly retry: string | null;
}

interface TaskSummary {
  readonly id: string;
  readonly workflow: Workflow;
  readonly fate: Outcome['kind'];
  readonly failure: { readonly code: string; readonly message: string } | null;
  readonly attempts: number;
  readonly seconds: number | null;
  readonly usd: number | null;
  readonly outputPath: string | null;
  readonly logPath: string | null;
}

export interface EndedBatch {
  readonly batch: string | null;
  readonly plan: Plan;
  readonly outcomes: readonly Outcome[];
  readonly parallel: number;
  readonly startedAt: number;
  readonly endedAt: number;
  /** Flags that say where things are, for the line that retries. */
  readonly places: readonly string[];
}

export function makeSummary({ batch, plan, outcomes, parallel, startedAt, endedAt, places }: EndedBatch): Summary {
  const failed = outcomes.filter(({ kind }) => kind === 'failed').map(({ id }) => id);
  const done = outcomes.length - failed.length;
  return {
    schemaVersion: 1,
    batch,
    workflow: plan.workflow,
    parallel,
    startedAt,
    seconds: (endedAt - startedAt) / 1000,
    usd: null,
    counts: { done, failed: failed.length, rejected: 0, parked: 0, cancelled: 0, skipped: plan.skipped.length },
    tasks: outcomes.map((outcome) => summariseTask(plan.workflow, outcome)),
    rejectedInputs: plan.rejected,
    exitCode: exitCodeOf(outcomes, plan),
    retry: failed.length === 0 ? null : ['agentos', plan.workflow, ...places, '--ids', ...failed].join(' '),
  };
}

/** Computed from outcomes: storage before anything else, then any task or input that did not make it. */
function exitCodeOf(outcomes: readonly Outcome[], plan: Plan): ExitCode {
  const failed = outcomes.filter((outcome) => outcome.kind === 'failed');
  if (failed.some(({ code }) => code === 'STORAGE_FAILED')) return exitCodes.storage;
  return failed.length + plan.rejected.length > 0 ? exitCodes.failed : exitCodes.done;
}

function summariseTask(workflow: Workflow, outcome: Outcome): TaskSummary {
  const measured = { attempts: 1, seconds: null, usd: null, logPath: null };
  if (outcome.kind === 'done') {
    const outputPath = outcome.files.at(-1)?.path ?? null;
    return { id: outcome.id, workflow, fate: 'done', failure: null, outputPath, ...measured };
  }
  const { id, code, message } = outcome;
  return { id, workflow, fate: 'failed', failure: { code, message }, outputPath: null, ...measured };
}

/** Failed first, and the line that retries them, ready to paste. */
export function renderSummary({ counts, tasks, rejectedInputs, retry }: Summary): string[] {
  if (tasks.length === 0 && rejectedInputs.length === 0) return [`nothing to do · ${counts.skipped} skipped`];
  const total = `${counts.done} done · ${counts.failed} failed · ${counts.skipped} skipped · ${rejectedInputs.length} rejected inputs`;
  const failed = tasks.filter(({ fate }) => fate === 'failed').map(({ id }) => id);
  return retry === null ? [total] : [total, `Failed: ${failed.join(', ')}. Run \`${retry}\` to retry.`];
}
