import type { Machine } from '../../../src/workflows/asking.ts';
import type { WorkflowContext } from '../../../src/workflows/workflow.ts';

/**
 * Where the worker lends nothing: no program runs, output goes by lines, and whoever wants to end the worker can only
 * kill it.
 */
export function plainMachine(context: WorkflowContext): Machine {
  return {
    programs: null,
    print: (text) => context.log(text),
    exit(): never {
      process.kill(process.pid, 'SIGKILL');
      for (;;);
    },
  };
}
