import { hash } from 'node:crypto';
import { join } from 'node:path';
import type { SettingValues } from '../../config/settings.ts';
import type { GatewayAccess } from '../../model/gateway-access.ts';
import type { KnownTasks } from '../../model/known-tasks.ts';
import type { WorkflowTask } from '../../model/task.ts';
import type { RedactionSketch } from '../../redaction/sketch.ts';
import type { TaskOrder } from '../../worker/task-order.ts';
import { promptVersions } from '../../workflows/requirements/prompts/versions.ts';
import { isBudgeted } from './budget.ts';

export interface OrderSetup {
  readonly batch: string;
  readonly repoDir: string;
  readonly roots: readonly string[];
  readonly settings: SettingValues;
  readonly known: KnownTasks;
  /** Finished steps of earlier batches are thrown away. */
  readonly isFresh: boolean;
  /** How secrets look that must not be written. */
  readonly sketch: RedactionSketch | null;
  /** For this attempt; null if no model is asked. */
  readonly gateway: GatewayAccess | null;
  /** Tasks whose inputs may differ from what was planned. */
  readonly mayDiffer: ReadonlySet<string>;
}

/** Steps of another version of the workflow mean something else. */
const workflowVersion = 3;

/** Makes what a worker is given for a task. */
export function makeTaskOrder(setup: OrderSetup, task: WorkflowTask): TaskOrder {
  const { batch, repoDir, roots, settings, known, isFresh, mayDiffer, sketch, gateway } = setup;
  const { checkpoint, rounds, isDone } = known.get(task.id);
  const { drafter, reviewer, gate, maxIterations, maxInputBytes, maxRetries, baseDir } = settings;
  return {
    kind: 'requirements',
    place: {
      runId: `${batch}/${task.id}`,
      taskId: task.id,
      repoDir,
      baseDir,
      answersDir: join(baseDir, 'batches', batch, 'answers'),
      checkpoint: {
        name: checkpointName(task),
        fingerprint: fingerprintOf(task, settings),
        isFresh: isFresh || isDone,
        expected: checkpoint,
      },
      sketch,
      maxRetries,
      isBudgeted: isBudgeted(settings),
    },
    order: {
      task,
      repoDir,
      roots,
      maxInputBytes,
      drafter,
      reviewer,
      gateway,
      gate,
      maxIterations,
      earlierRounds: rounds,
      mayDiffer: mayDiffer.has(task.id),
    },
  };
}

export function checkpointName({ workflow, id }: WorkflowTask): string {
  return `${workflow}-${id}`;
}

/** Finished steps hold only for the same issue, the same roles, the same prompts and the same workflow. */
function fingerprintOf({ workflow, inputSha256 }: WorkflowTask, { drafter, reviewer }: SettingValues): string {
  return hash(
    'sha256',
    JSON.stringify([workflowVersion, promptVersions, workflow, inputSha256, drafter, reviewer]),
    'hex',
  );
}
