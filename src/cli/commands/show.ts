import { resolveOptions } from '../../config/options.ts';
import { type ExitCode, exitCodes } from '../../model/exit-codes.ts';
import { renderJson } from '../../model/text.ts';
import { makeShow, renderShow, type Shown } from '../../report/show.ts';
import { journalPath } from '../../store/batch-folder.ts';
import { listBatches, readJournal } from '../../store/journal-reader.ts';
import { readTail } from '../../store/text-file.ts';
import { findBatch, missingTask, readBatch, readIfSound } from '../batch/find-batch.ts';
import { logPath, viewBatch } from '../batch/print-status.ts';
import { refuseOthersState } from '../batch/refuse-others-state.ts';
import { listEarlierFiles } from '../batch/written-files.ts';
import type { ShowFlags } from '../batch-flags.ts';
import { type Door, print } from '../door.ts';
import { placeRecord } from '../places.ts';
import { readTaskId } from '../task-id.ts';

const tailBytes = 4 * 1024;

/** What happened to one task, in the last batch that had it. */
export async function show(door: Door, flags: ShowFlags, rawId: string): Promise<ExitCode> {
  const { repo, config } = flags;
  const options = await resolveOptions({ cwd: door.cwd, repo, config, flags: new Map(), evaluate: null });
  refuseOthersState(options);
  const { baseDir } = options.settings;
  const found = findShown(door, baseDir, readTaskId(rawId), flags.batch);
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
    return { record, planned, entries, earlierFiles: listEarlierFiles(baseDir, record, id), logTail };
  }
  throw missingTask(id);
}
