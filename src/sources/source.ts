import type { Found } from '../model/found.ts';
import type { WorkflowTask } from '../model/task.ts';

/** Where tasks come from. */
export interface Source {
  scan(): AsyncIterable<Found>;
  /**
   * Of what `scan` found these tasks are going to run, and the repository is held; none, if nothing is. Whoever has found
   * them elsewhere puts them now where their findings said. A dry run never comes here.
   */
  keep?(tasks: readonly WorkflowTask[]): void;
}
