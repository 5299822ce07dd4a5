import { isNamed } from '../../config/options.ts';
import { openLldFolder } from '../../sources/lld-folder.ts';
import type { WorkflowTool } from '../workflow-tool.ts';

const parseTimeoutMs = 10_000;

/** Approved low-level designs to code. */
export const implement: WorkflowTool = {
  workflow: 'implement',
  prefix: 'IMPL',
  specsOf: ({ settings }) => (settings.agent === null ? [] : [settings.agent]),
  outputPaths: () => (id) => `docs/reports/${id}/implementation-report.md`,

  collect(options, worker) {
    const { lldDir: folder, maxInputBytes } = options.settings;
    const named = isNamed(options, 'lldDir');
    const readBrief = (text: string) => worker.ask({ kind: 'read-brief', text }, parseTimeoutMs);
    const place = { repoDir: options.repoDir, folder, maxInputBytes, isNamed: named, mayBeMissing: !named };
    return openLldFolder(place, readBrief);
  },

  canRun: false,
};
