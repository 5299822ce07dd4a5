import { isNamed } from '../../config/options.ts';
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

  collect(options) {
    const { issuesDir: folder, maxInputBytes } = options.settings;
    const { repoDir } = options;
    return openIssueFolder({
      repoDir,
      folder,
      maxInputBytes,
      isNamed: isNamed(options, 'issuesDir'),
      mayBeMissing: false,
    });
  },

  async execute(task, options, worker) {
    const { issuesDir, maxInputBytes, taskTimeoutSeconds } = options.settings;
    const roots = isNamed(options, 'issuesDir') ? [options.repoDir, issuesDir] : [options.repoDir];
    const question = { kind: 'execute-task', task, repoDir: options.repoDir, roots, maxInputBytes } as const;
    return await worker.ask(question, taskTimeoutSeconds * 1000);
  },
};
