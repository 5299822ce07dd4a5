import type { Options } from '../config/options.ts';
import type { Workflow } from '../model/task.ts';
import type { PlanRequest } from '../plan/make-plan.ts';
import { planBatch } from '../run.ts';
import type { Source } from '../sources/source.ts';
import { loadHistory } from '../store/records.ts';
import type { Asked, Planner } from './workflow-tool.ts';

/** What a planner of one workflow needs besides what was asked for. */
export interface PlannerSetup {
  readonly workflow: Workflow;
  readonly options: Options;
  readonly outputPathOf: PlanRequest['outputPathOf'];
}

export function openPlanner(source: Source, setup: PlannerSetup, { ids, isForced }: Asked): Planner {
  const { workflow, options, outputPathOf } = setup;
  const acceptsOffline = options.settings.acceptOffline === 'yes';
  return {
    async plan() {
      const history = loadHistory({ ...options.settings, ...options }, workflow);
      return await planBatch(source, history, { workflow, ids, isForced, acceptsOffline, outputPathOf });
    },
    keep: (tasks) => source.keep?.(tasks),
  };
}
