import type { BatchEvent } from '../model/event.ts';
import type { Outcome, Prepared } from '../model/outcome.ts';
import type { WorkflowTask } from '../model/task.ts';
import type { Plan } from '../plan/plan.ts';

/** What an engine may use. */
export interface House {
  readonly repoDir: string;
  /** Runs one task where it cannot hurt the others; throws AgentOsError for trouble that it can explain. */
  execute(task: WorkflowTask): Promise<Prepared>;
  emit(event: BatchEvent): void;
}

/** Where workers live. */
export interface Engine {
  execute(plan: Plan, house: House): Promise<Outcome[]>;
}
