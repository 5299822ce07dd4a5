import { showPath } from '../../model/paths.ts';
import { openIssueFolder } from '../../sources/issue-folder.ts';
import type { WorkflowTool } from '../workflow-tool.ts';

/** Issues to low-level designs. */
export const requirements: WorkflowTool = {
  workflow: 'requirements',
  prefix: 'LLD',
  specsOf: ({ settings }) => [settings.drafter, settings.reviewer],
  outputPaths({ repoDir, settings }) {
    const folder = showPath(repoDir, settings.lldDir);
    return (id) => `${folder}/LLD-${id}.md`;
  },

  collect({ repoDir, settings }) {
    const { issuesDir: folder, maxInputBytes } = settings;
    return openIssueFolder({ repoDir, folder, maxInputBytes, mayBeMissing: false });
  },

  async execute(task, { repoDir, settings }, worker) {
    const { maxInputBytes, taskTimeoutSeconds } = settings;
    return await worker.ask({ kind: 'execute-task', task, repoDir, maxInputBytes }, taskTimeoutSeconds * 1000);
  },
};
