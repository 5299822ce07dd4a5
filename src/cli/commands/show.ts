import { resolveOptions } from '../../config/options.ts';
import type { BatchRecord } from '../../model/batch-record.ts';
import type { PublishedFile } from '../../model/event.ts';
import { type ExitCode, exitCodes } from '../../model/exit-codes.ts';
import { renderJson } from '../../model/text.ts';
import { sanitizeTaskId } from '../../parallel/input-sanitizer.ts';
import { makeShow, renderShow, type Shown } from '../../report/show.ts';
import { dropLeadingZeros } from '../../sources/task-head.ts';
import { journalPath } from '../../store/batch-folder.ts';
import { listBatches, readJournal } from '../../store/journal-reader.ts';
import { readTail } from '../../store/text-file.ts';
import { readEarlierBatches } from '../batch/earlier-batches.ts';
import { findBatch, missingTask, readBatch, readIfSound } from '../batch/find-batch.ts';
import { logPath, viewBatch } from '../batch/print-status.ts';
import { refuseOthersState } from '../batch/refuse-others-state.ts';
import type { ShowFlags } from '../batch-flags.ts';
import { type Door, print } from '../door.ts';
import { placeRecord } from '../places.ts';

const tailBytes = 4 * 1024;

/** What happened to one task, in the last batch that had it. */
export async function show(door: Door, flags: ShowFlags, rawId: string): Promise<ExitCode> {
  const { repo, config } = flags;
  const options = await resolveOptions({ cwd: door.cwd, repo, config, flags: new Map(), evaluate: null });
  refuseOthersState(options);
  const { baseDir } = options.settings;
  const found = findShown(door, baseDir, sanitizeTaskId(dropLeadingZeros(rawId)), flags.batch);
  const shown = { ...found, record: placeRecord(found.record, flags) };
  const view = viewBatch(options.repoDir, baseDir, shown.record);
  if (flags.json) print(door, renderJson(makeShow(shown, view)));
  else print(door, `${renderShow(shown, view).join('\n')}\n`);
  return exitCodes.done;
}

function findShown(door: Door, baseDir: string, id: string, batch: string | undefined): Shown {
  const names = batch === undefined ? listBatches(baseDir).reverse() : [findBatch(baseDir, batch)];
  for (const name of names) {
    const record = batch === undefined ? readIfSound(door, baseDir, name) : readBatch(baseDir, name);
    const planned = record?.started?.tasks.find((task) => task.id === id);
    if (record === null || planned === undefined) continue;
    const entries = [...readJournal(journalPath(baseDir, name))].filter(
      (entry) => 'task' in entry && entry.task === id,
    );
    const logTail = readTail(logPath(baseDir, name, planned), tailBytes);
    return { record, planned, entries, earlierFiles: listEarlier(baseDir, record, id), logTail };
  }
  throw missingTask(id);
}

/** Since the task was last done: a batch that goes on with finished steps writes none of their files again. */
function listEarlier(baseDir: string, { name, tasks }: BatchRecord, id: string): PublishedFile[] {
  if (tasks.get(id)?.fate.kind !== 'parked') return [];
  const { folds } = readEarlierBatches(baseDir);
  const earlier = folds.flatMap(({ record }) => (record.name < name ? (record.tasks.get(id) ?? []) : []));
  const begunAt = earlier.findLastIndex(({ fate }) => fate.kind === 'done') + 1;
  return earlier.slice(begunAt).flatMap(({ files }) => files);
}
