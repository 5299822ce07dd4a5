import { openLldFolder } from '../../sources/lld-folder.ts';
import type { WorkflowTool } from '../workflow-tool.ts';

const parseTimeoutMs = 10_000;

/** Approved low-level designs to code. */
export const implement: WorkflowTool = {
  workflow: 'implement',
  prefix: 'IMPL',
  specsOf: ({ settings }) => (settings.agent === null ? [] : [settings.agent]),
  outputPaths: () => (id) => `docs/reports/${id}/implementation-report.md`,

  collect({ repoDir, settings, origins }, worker) {
    const { lldDir: folder, maxInputBytes } = settings;
    const mayBeMissing = origins.some(({ key, from }) => key === 'lldDir' && from === 'default');
    const readBrief = (text: string) => worker.ask({ kind: 'read-brief', text }, parseTimeoutMs);
    return openLldFolder({ repoDir, folder, maxInputBytes, mayBeMissing }, readBrief);
  },

  execute: null,
};
