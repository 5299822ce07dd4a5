import type { AttemptEnd } from '../model/attempt.ts';
import type { CoordinatorPort } from './coordinator-port.ts';
import type { OpenRun } from './open-run.ts';
import type { TaskOrder } from './task-order.ts';

/** Each kind of work is loaded when it is asked for. */
export async function runOrder(order: TaskOrder, run: OpenRun | null, port: CoordinatorPort): Promise<AttemptEnd> {
  if (order.kind === 'module') {
    const { runModule } = await import('./run-module.ts');
    return await runModule(order, run, port);
  }
  if (run === null) throw new Error('a workflow needs a place for its state');
  if (order.kind === 'implementation') {
    const { runImplementation } = await import('./run-implementation.ts');
    return await runImplementation(order, run, port);
  }
  const { runWorkflow } = await import('./run-workflow.ts');
  return await runWorkflow(order, run, port);
}
