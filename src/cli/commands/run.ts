import type { Options } from '../../config/options.ts';
import type { Workflow } from '../../model/task.ts';
import { chainPlans } from '../../plan/chain-plans.ts';
import { loadHistory } from '../../store/records.ts';
import type { WorkflowTool } from '../workflow-tool.ts';
import { collectDesigns, reportPath } from './implement.ts';
import { collectIssues, designPaths } from './requirements.ts';

/** Issues to designs, and each of these to code as soon as it is approved. */
export const run: WorkflowTool = {
  workflow: 'run',
  specsOf: ({ settings: { drafter, reviewer, agent } }) => (agent === null ? [] : [drafter, reviewer, agent]),
  openPlanner(options, worker, asked) {
    const issues = collectIssues(options, asked);
    const designs = collectDesigns(options, worker);
    const outputPathOf = { requirements: designPaths(options), implement: reportPath };
    const acceptsOffline = options.settings.acceptOffline === 'yes';
    return {
      async plan() {
        const found = {
          requirements: await Array.fromAsync(issues.scan()),
          implement: await Array.fromAsync(designs.scan()),
        };
        const history = {
          requirements: historyOf(options, 'requirements'),
          implement: historyOf(options, 'implement'),
        };
        return chainPlans({ found, history }, { ...asked, acceptsOffline, outputPathOf });
      },
      keep: (tasks) => issues.keep?.(tasks.filter(({ workflow }) => workflow === 'requirements')),
    };
  },
};

function historyOf(options: Options, workflow: Workflow) {
  return loadHistory({ ...options.settings, ...options }, workflow);
}
