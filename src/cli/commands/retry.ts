import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { resolveOptions } from '../../config/options.ts';
import { restoreOptions } from '../../config/restore.ts';
import { AgentOsError } from '../../model/errors.ts';
import type { BatchStarted } from '../../model/event.ts';
import { type ExitCode, exitCodes } from '../../model/exit-codes.ts';
import type { WorkflowTask } from '../../model/task.ts';
import { sanitizeTaskId } from '../../parallel/input-sanitizer.ts';
import { findBatch, readBatch } from '../batch/find-batch.ts';
import type { RetryFlags } from '../batch-flags.ts';
import { collectFlags } from '../collect-flags.ts';
import { announce, type Door } from '../door.ts';
import { movePlaces } from '../places.ts';
import { findTool } from '../tools.ts';
import { evaluateModule } from '../workers.ts';
import { runResolved } from '../workflow-command.ts';

/** Runs the tasks of a batch that failed or were rejected again, in a new batch with the same settings. */
export async function retry(door: Door, flags: RetryFlags, given: string | undefined): Promise<ExitCode> {
  const { repo, config } = flags;
  const current = await resolveOptions({ cwd: door.cwd, repo, config, flags: new Map(), evaluate: evaluateModule });
  const { baseDir } = current.settings;
  const { name, started, tasks } = readBatch(baseDir, findBatch(baseDir, given));
  if (started === null) throw new AgentOsError('BATCH_EMPTY', `batch ${name} was stopped before it began`);
  const ids = [...tasks.values()].filter(({ fate }) => fate.kind === 'failed' || fate.kind === 'rejected');
  if (ids.length === 0) {
    announce(door, `no task of batch ${name} failed: nothing to retry`);
    return exitCodes.done;
  }
  const options = restoreOptions(current, started, collectFlags(flags), door.cwd);
  const gone = findGone(options.repoDir, started, ids);
  for (const { id, inputPath } of gone) announce(door, `${id} is left out: ${inputPath} is gone`);
  return await runResolved({
    tool: findTool(started.workflow),
    door,
    options,
    flags,
    ids: ids.filter(({ id }) => !gone.some((task) => task.id === id)).map(({ id }) => sanitizeTaskId(id)),
    isForced: started.places.includes('--force'),
    places: movePlaces(started.places, flags),
  });
}

/** Failed tasks whose issue is not there any more: they must not keep the others. */
function findGone(
  repoDir: string,
  { tasks }: BatchStarted,
  failed: readonly { readonly id: string }[],
): WorkflowTask[] {
  const isFailed = (id: string) => failed.some((task) => task.id === id);
  return tasks.filter(({ id, inputPath }) => isFailed(id) && !existsSync(resolve(repoDir, inputPath)));
}
