import { type Options, resolveOptions } from '../../config/options.ts';
import { restoreOptions } from '../../config/restore.ts';
import { AgentOsError } from '../../model/errors.ts';
import { type ExitCode, exitCodes } from '../../model/exit-codes.ts';
import type { TaskRecord } from '../../model/task-record.ts';
import { renderJson } from '../../model/text.ts';
import { sanitizeTaskId } from '../../parallel/input-sanitizer.ts';
import { summariseNothing } from '../../report/summary.ts';
import { findBatch, readBatch } from '../batch/find-batch.ts';
import { refuseOthersState } from '../batch/refuse-others-state.ts';
import type { RetryFlags } from '../batch-flags.ts';
import { collectFlags } from '../collect-flags.ts';
import { announce, type Door, print } from '../door.ts';
import { movePlaces } from '../places.ts';
import { findTool } from '../tools.ts';
import { evaluateModule, TextWorker } from '../workers.ts';
import { refuseContradictions, runResolved } from '../workflow-command.ts';
import type { WorkflowTool } from '../workflow-tool.ts';

/** Runs the tasks of a batch that failed or were rejected again, in a new batch with the same settings. */
export async function retry(door: Door, flags: RetryFlags, given: string | undefined): Promise<ExitCode> {
  refuseContradictions(flags);
  const { repo, config } = flags;
  const current = await resolveOptions({ cwd: door.cwd, repo, config, flags: new Map(), evaluate: evaluateModule });
  refuseOthersState(current);
  const { baseDir } = current.settings;
  const { name, started, tasks } = readBatch(baseDir, findBatch(baseDir, given));
  if (started === null) throw new AgentOsError('BATCH_EMPTY', `batch ${name} was stopped before it began`);
  const isFailed = ({ fate }: TaskRecord) => fate.kind === 'failed' || fate.kind === 'rejected';
  const failed = [...tasks.values()].filter(isFailed).map(({ id }) => id);
  const endWithNothing = () => {
    const nothing = { workflow: started.workflow, skipped: [], rejected: [] };
    if (flags.json) print(door, renderJson(summariseNothing(nothing, started.parallel, Date.now())));
    return exitCodes.done;
  };
  if (failed.length === 0) {
    announce(door, `no task of batch ${name} failed: nothing to retry`);
    return endWithNothing();
  }
  const options = restoreOptions(current, started, collectFlags(flags), door.cwd);
  const tool = findTool(started.workflow);
  const isForced = started.places.includes('--force');
  const pending = isForced ? null : await listPending(tool, options, door);
  const ids = failed.filter((id) => pending?.has(id) ?? true);
  for (const id of failed.filter((one) => !ids.includes(one))) {
    announce(door, `${id} is left out: it is done by now, or what it is made from is gone`);
  }
  if (ids.length === 0) return endWithNothing();
  const places = movePlaces(started.places, flags);
  return await runResolved({ tool, door, options, flags, ids: ids.map(sanitizeTaskId), isForced, places });
}

/** What would run if nobody asked for anything, of any label: of what failed, nothing else is left to do. */
async function listPending(tool: WorkflowTool, options: Options, door: Door): Promise<Set<string>> {
  using worker = new TextWorker();
  const all = { ...options, settings: { ...options.settings, labels: null, milestone: null } };
  const { tasks } = await tool.openPlanner(all, worker, { ids: [], isForced: false, door }).plan();
  return new Set(tasks.map(({ id }) => id));
}
