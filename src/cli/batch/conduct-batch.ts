import { BatchFold, type BatchRecord } from '../../model/batch-record.ts';
import { AgentOsError } from '../../model/errors.ts';
import type { TaskEvent } from '../../model/event.ts';
import { type ExitCode, exitCodes } from '../../model/exit-codes.ts';
import { showPath } from '../../model/paths.ts';
import type { WorkflowTask } from '../../model/task.ts';
import { renderJson } from '../../model/text.ts';
import { endOrphans } from '../../processes/batch-mark.ts';
import { renderResume } from '../../report/command-line.ts';
import { exitCodeFor } from '../../report/exit-code.ts';
import { renderSummary } from '../../report/render-summary.ts';
import { makeSummary } from '../../report/summary.ts';
import { type Batch, runBatch } from '../../run.ts';
import { dropCheckpoint, listCheckpoints, refuseNewerCheckpoints } from '../../store/checkpoint-file.ts';
import { announce, print } from '../door.ts';
import type { PlaceFlags } from '../flags.ts';
import type { ModelDesk } from '../models/model-desk.ts';
import type { ModelSetup } from '../models/prepare-models.ts';
import { placeRecord } from '../places.ts';
import { BatchHouse, type HouseSetup } from './batch-house.ts';
import { openAnswers } from './given-answer.ts';
import { logPath, openPullRequests } from './print-status.ts';
import { Signals, type StopSignal } from './signals.ts';
import { checkpointName } from './task-orders.ts';

export interface Conducted extends Omit<HouseSetup, 'fold' | 'desk'> {
  /** What asking models needs; null if no role of this batch does. */
  readonly models: ModelSetup | null;
  readonly begin: Batch['begin'];
  readonly tasks: readonly WorkflowTask[];
  /** What is known of tasks that need not run. */
  readonly settled: readonly TaskEvent[];
  /** How this repository was found today: hints must lead there. */
  readonly found: PlaceFlags;
  /** The record so far: all of it for a batch that goes on. */
  readonly fold?: BatchFold;
}

/** Runs a batch with everything round it, and tells how it ended. */
export async function conductBatch(setup: Conducted): Promise<ExitCode> {
  const fold = setup.fold ?? new BatchFold(setup.name);
  refuseNewerCheckpoints(setup.settings.baseDir, setup.tasks.map(checkpointName));
  let storageTrouble: AgentOsError | null = null;
  let signal: StopSignal | null = null;
  {
    const opened: { house: BatchHouse | null } = { house: null };
    await using desk = await openDesk(setup, fold, () => opened.house);
    await using house = new BatchHouse({ ...setup, fold, desk });
    opened.house = house;
    using signals = listenToSignals(house, () => placeRecord(fold.record, setup.found));
    const judge = async () => {
      await house.journal.flushed();
      return judgeBatch(fold.record, false, signals.first);
    };
    try {
      const settled = [...house.notes, ...setup.settled];
      await runBatch({ ...setup, settled, engine: house.engine, append: (event) => house.append(event), judge });
    } catch (error) {
      storageTrouble = expectStorageTrouble(error);
    }
    signal = signals.first;
  }
  endOrphans(setup.mark);
  dropFinished(setup, fold.record);
  const judged = judgeBatch(fold.record, storageTrouble !== null, signal);
  if (storageTrouble !== null) announce(setup.door, storageTrouble.message);
  const record = placeRecord(fold.record, setup.found);
  const remarks = (await setup.follower?.finish(signal !== null, record)) ?? [];
  const isBehind = setup.follower?.isBehind ?? false;
  const exitCode = isBehind && judged === exitCodes.done ? exitCodes.failed : judged;
  printSummary(setup, record, exitCode);
  for (const remark of remarks) announce(setup.door, remark);
  return exitCode;
}

/** What asks no model loads nothing of it. */
async function openDesk(
  { models, repoDir, settings, door }: Conducted,
  { record }: BatchFold,
  house: () => BatchHouse | null,
): Promise<ModelDesk | null> {
  if (models === null) return null;
  const { ModelDesk } = await import('../models/model-desk.ts');
  return await ModelDesk.open({
    ...models,
    repoDir,
    settings,
    redaction: door.redaction,
    record,
    onBegin: async (entry) => await house()?.noteBegin(entry),
    onExchange: (entry) => house()?.noteExchange(entry),
    onNote(message) {
      const open = house();
      if (open === null) announce(door, message);
      else open.say(message);
    },
    onSpent: (reason) => house()?.engine.stop(reason),
  });
}

/** Whoever was to delete the checkpoint of a task that is done may have been killed. */
function dropFinished({ settings: { baseDir } }: Conducted, { started, tasks }: BatchRecord): void {
  const left = new Set(listCheckpoints(baseDir));
  for (const task of started?.tasks ?? []) {
    const isDone = tasks.get(task.id)?.fate.kind === 'done';
    if (isDone && left.has(checkpointName(task))) dropCheckpoint(baseDir, checkpointName(task));
  }
}

function listenToSignals(house: BatchHouse, record: () => BatchRecord): Signals {
  return new Signals({
    onFirst(signal) {
      const resume = renderResume(record());
      house.engine.stop(
        `${signal}. Running steps have 3 s to end; once more ends them now. Nothing is lost: \`${resume}\``,
      );
    },
    onAgain: (signal) => house.engine.kill(signal),
    onSuspend: () => house.screen.hide(),
    onContinue: () => house.screen.show(),
  });
}

/** A journal that cannot be written ends the batch; anything else is a defect. */
function expectStorageTrouble(error: unknown): AgentOsError {
  if (error instanceof AgentOsError && error.code === 'STORAGE_FAILED') return error;
  throw error;
}

function judgeBatch(record: BatchRecord, isStorageFailed: boolean, signal: StopSignal | null): ExitCode {
  const rejectedInputs = record.started?.rejected.length ?? 0;
  return exitCodeFor(record, { isStorageFailed, signal, rejectedInputs });
}

function printSummary(
  { door, view, repoDir, settings, name }: Conducted,
  record: BatchRecord,
  exitCode: ExitCode,
): void {
  const summary = makeSummary(record, {
    isRunning: false,
    exitCode,
    now: Date.now(),
    logPathOf: (task) => showPath(repoDir, logPath(settings.baseDir, name, task)),
    pullRequestOf: openPullRequests(settings.baseDir),
    answerOf: openAnswers(settings.baseDir),
  });
  if (view.isJson) print(door, renderJson(summary));
  else if (!view.isQuiet || exitCode !== exitCodes.done) {
    for (const line of renderSummary(summary, record)) announce(door, line);
  }
}
