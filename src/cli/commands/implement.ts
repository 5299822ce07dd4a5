import { openLldFolder } from '../../sources/lld-folder.ts';
import type { WorkflowTool } from '../workflow-tool.ts';

const parseTimeoutMs = 10_000;

/** Approved low-level designs to code. */
export const implement: WorkflowTool = {
  workflow: 'implement',
  prefix: 'IMPL',
  specsOf: ({ settings }) => (settings.agent === null ? [] : [settings.agent]),
  outputPaths: () => (id) => `docs/reports/${id}/implementation-report.md`,

  collect({ repoDir, settings }, worker) {
    const { lldDir: folder, maxInputBytes } = settings;
    return openLldFolder({ repoDir, folder, maxInputBytes }, (text) =>
      worker.ask({ kind: 'read-brief', text }, parseTimeoutMs),
    );
  },

  execute: null,
};
