import { type Options, resolveOptions } from '../../config/options.ts';
import { type ExitCode, exitCodes } from '../../model/exit-codes.ts';
import { renderJson } from '../../model/text.ts';
import { makeStatus, renderBatchList } from '../../report/status.ts';
import { listBatches } from '../../store/journal-reader.ts';
import { findBatch, readBatch, readIfSound } from '../batch/find-batch.ts';
import { printStatus, viewBatch } from '../batch/print-status.ts';
import { refuseOthersState } from '../batch/refuse-others-state.ts';
import type { StatusFlags } from '../batch-flags.ts';
import { type Door, print } from '../door.ts';
import { placeRecord } from '../places.ts';

/** What runs, and what happened. Reads only: it needs no lock, and disturbs nobody. */
export async function status(door: Door, flags: StatusFlags, given: string | undefined): Promise<ExitCode> {
  const { repo, config } = flags;
  const options = await resolveOptions({ cwd: door.cwd, repo, config, flags: new Map(), evaluate: null });
  refuseOthersState(options);
  if (flags.all) return printAll(door, options, flags.json ?? false);
  const { baseDir } = options.settings;
  const record = placeRecord(readBatch(baseDir, findBatch(baseDir, given)), flags);
  printStatus(door, options.repoDir, baseDir, record, flags.json ?? false);
  return exitCodes.done;
}

function printAll(door: Door, { repoDir, settings: { baseDir } }: Options, isJson: boolean): ExitCode {
  const records = listBatches(baseDir).flatMap((name) => readIfSound(door, baseDir, name) ?? []);
  const views = records.map((record) => ({ record, view: viewBatch(repoDir, baseDir, record) }));
  if (isJson) {
    const batches = views.map(({ record, view }) => makeStatus(record, view));
    print(door, renderJson({ schemaVersion: 1, batches }));
  } else {
    const lines = renderBatchList(views.map(({ record, view }) => ({ record, isRunning: view.isRunning })));
    print(door, `${lines.join('\n')}\n`);
  }
  return exitCodes.done;
}
