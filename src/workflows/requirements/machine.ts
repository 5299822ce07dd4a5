import type { Surroundings } from '../../providers/surroundings.ts';
import type { WorkflowContext } from '../workflow.ts';

/** What only the worker can do for a provider. */
export type Machine = Pick<Surroundings, 'print' | 'exit' | 'programs'>;

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
