import { type Options, resolveOptions } from '../../config/options.ts';
import { restoreOptions } from '../../config/restore.ts';
import type { BatchRecord } from '../../model/batch-record.ts';
import { AgentOsError } from '../../model/errors.ts';
import type { BatchStarted } from '../../model/event.ts';
import { type ExitCode, exitCodes } from '../../model/exit-codes.ts';
import type { BatchWorkflow } from '../../model/task.ts';
import { isFinal } from '../../model/task-record.ts';
import { listRoles } from '../../report/roles.ts';
import { limitToLogin } from '../agent-login.ts';
import { lookForChanges } from '../batch/changed-inputs.ts';
import { type Conducted, conductBatch } from '../batch/conduct-batch.ts';
import { readEarlierBatches } from '../batch/earlier-batches.ts';
import { viewOf } from '../batch/execute-plan.ts';
import { findBatch, hasOwner, readBatch, readIfSound } from '../batch/find-batch.ts';
import { openFollow } from '../batch/follow-designs.ts';
import { type HeldRepository, holdRepository } from '../batch/hold-repository.ts';
import { refuseOutputs } from '../batch/preflight.ts';
import { prepareWorkshop } from '../batch/prepare-workshop.ts';
import { printStatus } from '../batch/print-status.ts';
import { refuseOthersState } from '../batch/refuse-others-state.ts';
import { chooseLeft, settleEnded } from '../batch/settle-ended.ts';
import { dropLeftCheckpoints, listLeftCheckpoints, tidyUp } from '../batch/tidy-up.ts';
import type { ResumeFlags } from '../batch-flags.ts';
import { collectFlags } from '../collect-flags.ts';
import { announce, type Door } from '../door.ts';
import { type BatchFollower, followBatch, tellLeftovers } from '../github/follow-batch.ts';
import { prepareModels } from '../models/prepare-models.ts';
import { placeRecord } from '../places.ts';
import { evaluateModule, TextWorker } from '../workers.ts';
import { refuseContradictions } from '../workflow-command.ts';

/** A batch that is to go on, and who asks for it. */
interface Resuming {
  readonly door: Door;
  readonly flags: ResumeFlags;
  /** As they are today. */
  readonly current: Options;
  readonly record: BatchRecord;
  readonly started: BatchStarted;
}

type OwnOptions = ReturnType<typeof restoreOptions>;

/** Goes on with a batch where it was, under its own settings. */
export async function resume(door: Door, flags: ResumeFlags, given: string | undefined): Promise<ExitCode> {
  refuseContradictions(flags);
  const { repo, config } = flags;
  const current = await resolveOptions({ cwd: door.cwd, repo, config, flags: new Map(), evaluate: evaluateModule });
  refuseOthersState(current);
  const { baseDir } = current.settings;
  const record = readBatch(
    baseDir,
    findBatch(baseDir, given, (one) => isOpen(readIfSound(door, baseDir, one))),
  );
  const resuming = { door, flags, current, record, started: expectStarted(record) };
  return isFinished(record) ? await endFinished(resuming) : await resumeOpen(resuming);
}

/** Nothing is left to run; something may be left to remove, or to tell. */
async function endFinished({ door, flags, current, record, started }: Resuming): Promise<ExitCode> {
  dropLeftovers(current, record.name);
  const own = restoreOptions(current, started, new Map(), door.cwd);
  const hold = () => holdRepository(current, record.name);
  const isTold = await tellLeftovers(own, door, [placeRecord(record, flags)], hold);
  const exitCode = sayFinished(door, current, record, flags);
  return isTold ? exitCode : exitCodes.failed;
}

async function resumeOpen(resuming: Resuming): Promise<ExitCode> {
  const { door, flags, current, record, started } = resuming;
  const options = limitToLogin(restoreOptions(current, started, collectFlags(flags), door.cwd), started.workflow);
  const { settings } = options;
  for (const warning of options.warnings) announce(door, warning);
  const workshop = await prepareWorkshop(options, started.workflow);
  const models = await prepareModels({ ...current, settings }, listRoles({ ...started, settings }), door.redaction);
  const follower = await followIfPossible(options, door, started.workflow);
  using held = holdRepository(current, record.name);
  return await resumeHeld(resuming, options, { models, follower, workshop }, held.mark);
}

/** From here on the repository is ours. */
async function resumeHeld(
  { door, flags, record: { name }, started }: Resuming,
  options: OwnOptions,
  parts: Pick<Conducted, 'models' | 'follower' | 'workshop'>,
  mark: HeldRepository['mark'],
): Promise<ExitCode> {
  const { repoDir, roots, settings } = options;
  const earlier = readEarlierBatches(settings.baseDir);
  const fold = earlier.folds.find((one) => one.record.name === name);
  if (fold === undefined) throw new AgentOsError('JOURNAL_DAMAGED', earlier.warnings.join('; '));
  using worker = new TextWorker();
  const planned = expectStarted(fold.record).tasks;
  const follow = started.workflow === 'run' ? await openFollow(placeOf(options), worker, planned) : null;
  const settled = await settleEnded(planned, fold, options, follow);
  await tidyUp(options, earlier, mark);
  parts.follower?.begin(earlier.folds.map(({ record }) => record));
  const left = chooseLeft(planned, fold, settled);
  const { tasks, failed, mayDiffer } = lookForChanges(left, options, flags['on-changed'] ?? 'fail');
  refuseOutputs(repoDir, tasks);
  return await conductBatch({
    ...{ name, door, repoDir, roots, settings, ...parts, follow, fold, mayDiffer, mark, tasks },
    known: earlier.known,
    resumed: fold.record,
    isFresh: started.isFresh,
    view: viewOf(flags),
    found: flags,
    begin: {
      kind: 'batch-resumed',
      parallel: settings.parallel,
      settings,
      inputs: Object.fromEntries(tasks.map(({ id, inputSha256 }) => [id, inputSha256])),
      stretch: earlier.lastStretch + 1,
    },
    settled: [...settled, ...failed],
  });
}

/** To go on is more than to tell: without a token, for one, the batch goes on all the same. */
async function followIfPossible(options: Options, door: Door, workflow: BatchWorkflow): Promise<BatchFollower | null> {
  try {
    return await followBatch(options, door, workflow);
  } catch (error) {
    if (!(error instanceof AgentOsError)) throw error;
    announce(door, `issues on GitHub are not told: ${error.message}`);
    return null;
  }
}

/** What `resume` without a name goes on with: the last batch that is not over. */
function isOpen(record: BatchRecord | null): boolean {
  return record !== null && record.started !== null && !isFinished(record);
}

function expectStarted({ started, name }: BatchRecord): BatchStarted {
  if (started !== null) return started;
  throw new AgentOsError('BATCH_EMPTY', `batch ${name} was stopped before it began: nothing to go on with`);
}

function isFinished({ tasks, exitCode }: BatchRecord): boolean {
  return exitCode !== null && [...tasks.values()].every(({ fate }) => isFinal(fate));
}

/** It may have been killed right after its last word; whoever runs now tidies up instead. */
function dropLeftovers(options: Options, name: string): void {
  const { baseDir } = options.settings;
  const earlier = readEarlierBatches(baseDir);
  if (listLeftCheckpoints(baseDir, earlier).length === 0 && !hasOwner(options.repoDir, baseDir)) return;
  try {
    using _held = holdRepository(options, name);
    dropLeftCheckpoints(baseDir, earlier);
  } catch (error) {
    if (!(error instanceof AgentOsError)) throw error;
  }
}

function sayFinished(door: Door, { repoDir, settings }: Options, record: BatchRecord, flags: ResumeFlags): ExitCode {
  announce(door, `batch ${record.name} is finished: nothing to go on with`);
  if (flags.json) printStatus(door, repoDir, settings.baseDir, placeRecord(record, flags), true);
  const failed = [...record.tasks.values()].filter(({ fate }) => fate.kind !== 'done').length;
  if (failed > 0)
    announce(door, `${failed} of its tasks are not done; \`agentos retry ${record.name}\` runs them again`);
  return exitCodes.done;
}

function placeOf({ repoDir, roots, settings }: OwnOptions) {
  return { repoDir, roots, maxInputBytes: settings.maxInputBytes };
}
