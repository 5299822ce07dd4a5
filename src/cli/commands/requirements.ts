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

  canRun: true,
};
