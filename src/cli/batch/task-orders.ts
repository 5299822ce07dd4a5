import { hash } from 'node:crypto';
import type { SettingValues } from '../../config/settings.ts';
import type { WorkflowTask } from '../../model/task.ts';
import { batchFolder } from '../../store/batch-folder.ts';
import type { RunPlace, TaskOrder } from '../../worker/task-order.ts';
import { promptVersions } from '../../workflows/requirements/prompts/versions.ts';
import { isBudgeted } from './budget.ts';
import { fingerprintImplementation, makeImplementationOrder } from './implementation-order.ts';
import type { OrderSetup } from './order-setup.ts';
import type { Workshop } from './prepare-workshop.ts';

/** Steps of another version of the workflow mean something else. */
const workflowVersion = 4;

/** Makes what a worker is given for a task. */
export function makeTaskOrder(setup: OrderSetup, task: WorkflowTask): TaskOrder {
  const place = placeOf(setup, task);
  if (task.workflow === 'implement') {
    const { sandbox, git, keyFiles } = expectWorkshop(setup.workshop);
    return { kind: 'implementation', place, order: makeImplementationOrder(setup, task), sandbox, git, keyFiles };
  }
  const { repoDir, roots, settings, known, mayDiffer, gateway } = setup;
  const { drafter, reviewer, gate, maxIterations, maxInputBytes } = settings;
  return {
    kind: 'requirements',
    place,
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
      earlierRounds: known.requirements.get(task.id).rounds,
      mayDiffer: mayDiffer.has(task.id),
    },
  };
}

function expectWorkshop(workshop: Workshop | null): Workshop {
  if (workshop === null) throw new Error('a batch that implements was prepared for it');
  return workshop;
}

function placeOf({ batch, repoDir, settings, known, isFresh, sketch }: OrderSetup, task: WorkflowTask): RunPlace {
  const { checkpoint, isDone } = known[task.workflow].get(task.id);
  const { baseDir, maxRetries } = settings;
  return {
    runId: `${batch}/${task.id}`,
    taskId: task.id,
    repoDir,
    baseDir,
    batchDir: batchFolder(baseDir, batch),
    checkpoint: {
      name: checkpointName(task),
      fingerprint: fingerprintOf(task, settings),
      isFresh: isFresh || isDone,
      expected: checkpoint,
    },
    sketch,
    maxRetries,
    isBudgeted: isBudgeted(settings),
  };
}

export function checkpointName({ workflow, id }: Pick<WorkflowTask, 'workflow' | 'id'>): string {
  return `${workflow}-${id}`;
}

/** Finished steps hold only for the same input, the same roles, the same prompts and the same workflow. */
function fingerprintOf(task: WorkflowTask, settings: SettingValues): string {
  if (task.workflow === 'implement') return fingerprintImplementation(task, settings);
  const { workflow, inputSha256 } = task;
  const { drafter, reviewer } = settings;
  return hash(
    'sha256',
    JSON.stringify([workflowVersion, promptVersions, workflow, inputSha256, drafter, reviewer]),
    'hex',
  );
}
