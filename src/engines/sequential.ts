import { AgentOsError } from '../model/errors.ts';
import type { Outcome } from '../model/outcome.ts';
import type { WorkflowTask } from '../model/task.ts';
import { publishResult } from '../store/results.ts';
import type { Engine, House } from './engine.ts';

/** One task after the other. What a task prepared is put in place only when the task has succeeded. */
export const sequentialEngine: Engine = {
  async execute(plan, house) {
    const outcomes: Outcome[] = [];
    for (const task of plan.tasks) outcomes.push(await executeTask(task, house));
    return outcomes;
  },
};

async function executeTask(task: WorkflowTask, house: House): Promise<Outcome> {
  house.emit({ kind: 'task-started', task: task.id });
  try {
    const { files } = await house.execute(task);
    house.emit({ kind: 'publishing', task: task.id, files });
    for (const { path } of files) publishResult(house.repoDir, path);
    house.emit({ kind: 'task-done', task: task.id, files });
    return { kind: 'done', id: task.id, files };
  } catch (error) {
    const { code, message } = explainFailure(error);
    house.emit({ kind: 'task-failed', task: task.id, code, message });
    return { kind: 'failed', id: task.id, code, message };
  }
}

/** Also a defect fails its own task only. */
function explainFailure(error: unknown): { code: string; message: string } {
  if (error instanceof AgentOsError) return error;
  return { code: 'DEFECT', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
