import type { AttemptEnd } from '../model/attempt.ts';
import { runRequirements } from '../workflows/requirements/workflow.ts';
import type { CoordinatorPort } from './coordinator-port.ts';
import { makeMachine } from './machine.ts';
import type { OpenRun } from './open-run.ts';
import type { TaskOrder } from './task-order.ts';
import { layOut, openContext } from './worker-context.ts';

/** Runs a workflow of ours and lays its results beside their places. */
export async function runWorkflow(
  { place, order }: Extract<TaskOrder, { kind: 'requirements' }>,
  run: OpenRun,
  port: CoordinatorPort,
): Promise<AttemptEnd> {
  // Rounds of a checkpoint that was thrown away went with it.
  const earlierRounds = run.checkpoint.resetReason === null ? order.earlierRounds : 0;
  const end = await runRequirements(openContext(place, run, port), { ...order, earlierRounds }, makeMachine(place));
  if (end.kind === 'rejected') return end;
  return { kind: 'done', files: await layOut(place.repoDir, end.results, run.redaction, port), value: null };
}
