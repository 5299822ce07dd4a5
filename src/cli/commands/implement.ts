import { isNamed, type Options } from '../../config/options.ts';
import type { TaskId } from '../../model/task.ts';
import { openLldFolder } from '../../sources/lld-folder.ts';
import type { Source } from '../../sources/source.ts';
import { openPlanner } from '../planner.ts';
import type { TextWorker } from '../workers.ts';
import type { WorkflowTool } from '../workflow-tool.ts';

const parseTimeoutMs = 10_000;

/** Approved low-level designs to code. */
export const implement: WorkflowTool = {
  workflow: 'implement',
  specsOf: ({ settings: { agent, reviewer } }) => (agent === null ? [] : [agent, reviewer]),
  openPlanner(options, worker, asked) {
    const setup = { workflow: 'implement', options, outputPathOf: reportPath } as const;
    return openPlanner(collectDesigns(options, worker), setup, asked);
  },
};

/** On the task's own branch. */
export function reportPath(id: TaskId): string {
  return `docs/reports/${id}/implementation-report.md`;
}

export function collectDesigns(options: Options, worker: TextWorker): Source {
  const { lldDir: folder, maxInputBytes } = options.settings;
  const named = isNamed(options, 'lldDir');
  const place = { repoDir: options.repoDir, folder, maxInputBytes, isNamed: named, mayBeMissing: !named };
  return openLldFolder(place, async (text) => await readDesign(worker, text));
}

/** What the plan needs of a design, read where it can be stopped. */
export async function readDesign(worker: TextWorker, text: string) {
  return await worker.ask({ kind: 'read-brief', text }, parseTimeoutMs);
}
