import { isNamed, type Options } from '../../config/options.ts';
import type { BatchRecord } from '../../model/batch-record.ts';
import type { BatchStarted } from '../../model/event.ts';
import { type ExitCode, exitCodes } from '../../model/exit-codes.ts';
import { isFinal, type TaskRecord } from '../../model/task-record.ts';
import { renderJson } from '../../model/text.ts';
import type { Plan } from '../../plan/plan.ts';
import { renderResume } from '../../report/command-line.ts';
import { explainNothing } from '../../report/nothing.ts';
import { renderSummary } from '../../report/render-summary.ts';
import { listRoles } from '../../report/roles.ts';
import { findAnswer, summariseNothing } from '../../report/summary.ts';
import { nameBatch } from '../../store/batch-name.ts';
import { listBatches, markJournals } from '../../store/journal-reader.ts';
import { announce, type Door, print } from '../door.ts';
import type { WorkflowFlags } from '../flags.ts';
import { followBatch, tellLeftovers } from '../github/follow-batch.ts';
import { prepareModels } from '../models/prepare-models.ts';
import { placeRecord } from '../places.ts';
import type { TextWorker } from '../workers.ts';
import type { Planner, WorkflowTool } from '../workflow-tool.ts';
import { checkScripts } from './check-scripts.ts';
import { type Conducted, conductBatch } from './conduct-batch.ts';
import { type EarlierBatches, readEarlierBatches } from './earlier-batches.ts';
import { openFollow } from './follow-designs.ts';
import { openAnswers } from './given-answer.ts';
import { type HeldRepository, holdRepository } from './hold-repository.ts';
import { refuseOutputs } from './preflight.ts';
import { inspectCheckout, prepareWorkshop } from './prepare-workshop.ts';
import { tidyUp } from './tidy-up.ts';

export interface Execution {
  readonly tool: WorkflowTool;
  readonly door: Door;
  readonly planner: Planner;
  readonly worker: TextWorker;
  readonly plan: Plan;
  /** What journals said when it was made. */
  readonly plannedOn: string;
  /** For when another batch ran between the plan and the lock. */
  planAgain(): Promise<Plan>;
  readonly options: Options;
  readonly flags: WorkflowFlags;
  /** The flags that say where things are and how it was asked for: the line that retries needs them. */
  readonly places: readonly string[];
}

/** Runs the plan to its summary and exit code. A plan without tasks leaves no trace. */
export async function executePlan(execution: Execution): Promise<ExitCode> {
  const { plan, options } = execution;
  if (plan.tasks.length === 0) {
    if (plan.workflow !== 'requirements') await inspectCheckout(options);
    await checkScripts(options.repoDir, listRoles(beginBatch(execution)));
    return await endWithNothing(execution);
  }
  refuseOutputs(options.repoDir, plan.tasks);
  const workshop = await prepareWorkshop(options, plan.workflow);
  await checkScripts(options.repoDir, listRoles(beginBatch(execution)));
  const models = await prepareModels(options, listRoles(beginBatch(execution)), execution.door.redaction);
  const { baseDir } = options.settings;
  const follower = await followBatch(options, execution.door, plan.workflow);
  const name = nameBatch(Date.now(), listBatches(baseDir).at(-1));
  using held = holdRepository(options, name);
  const isStale = markJournals(baseDir) !== execution.plannedOn;
  const current = isStale ? { ...execution, plan: await execution.planAgain() } : execution;
  return await executeHeld(current, { models, follower, workshop }, name, held.mark);
}

/** From here on the repository is ours. */
async function executeHeld(
  execution: Execution,
  parts: Pick<Conducted, 'models' | 'follower' | 'workshop'>,
  name: string,
  mark: HeldRepository['mark'],
): Promise<ExitCode> {
  const { door, plan, options, flags } = execution;
  if (plan.tasks.length === 0) return printNothing(execution);
  execution.planner.keep(plan.tasks);
  const { baseDir } = options.settings;
  const earlier = readEarlierBatches(baseDir);
  await tidyUp(options, earlier, mark);
  parts.follower?.begin(earlier.folds.map(({ record }) => record));
  for (const warning of [...earlier.warnings, ...tellInterrupted(earlier, execution)]) announce(door, warning);
  return await conductBatch({
    name,
    door,
    repoDir: options.repoDir,
    roots: rootsOf(options),
    settings: options.settings,
    ...parts,
    follow: await followDesigns(plan, options, execution.worker),
    known: earlier.known,
    resumed: null,
    settled: [],
    isFresh: flags.fresh ?? false,
    mayDiffer: new Set(),
    view: viewOf(flags),
    mark,
    found: flags,
    begin: { ...beginBatch(execution), stretch: earlier.lastStretch + 1 },
    tasks: plan.tasks,
  });
}

/** Only a batch of both workflows goes on from one to the other. */
async function followDesigns(plan: Plan, options: Options, worker: TextWorker): Promise<Conducted['follow']> {
  if (plan.workflow !== 'run') return null;
  const { repoDir, settings } = options;
  return await openFollow(
    { repoDir, roots: rootsOf(options), maxInputBytes: settings.maxInputBytes },
    worker,
    plan.tasks,
  );
}

/** Work that was begun elsewhere is not forgotten in silence. */
function tellInterrupted({ folds }: EarlierBatches, { plan, flags, options }: Execution): string[] {
  const planned = new Set<string>(plan.tasks.map(({ id }) => id));
  const isLeft = ({ id, fate }: TaskRecord) => planned.has(id) && !isFinal(fate);
  const left = folds.findLast(({ record }) => [...record.tasks.values()].some(isLeft));
  if (left === undefined) return [];
  const resume = renderResume(placeRecord(left.record, flags));
  const answerOf = openAnswers(options.settings.baseDir);
  const answered = [...left.record.tasks.values()].filter(
    (task) => isLeft(task) && findAnswer(task, answerOf) !== null,
  );
  const ids = answered.map(({ id }) => id).join(', ');
  const effect = flags.fresh ? 'does not count with --fresh' : 'counts where its steps are kept';
  return [
    `batch ${left.record.name} is not finished; \`${resume}\` would go on with it, this is a new one`,
    ...(ids === '' ? [] : [`what was answered there ${effect}: ${ids}`]),
  ];
}

export function viewOf({ quiet, verbose, json, events }: Partial<WorkflowFlags>) {
  return { isQuiet: quiet ?? false, isVerbose: verbose ?? false, isJson: json ?? false, isEvents: events ?? false };
}

function beginBatch({ plan, options, places, flags }: Execution): BatchStarted {
  return {
    kind: 'batch-started',
    workflow: plan.workflow,
    parallel: options.settings.parallel,
    tasks: plan.tasks,
    skipped: plan.skipped,
    rejected: plan.rejected.map(({ path, code, message }) => ({ path, code, message })),
    settings: options.settings,
    places,
    repoDir: options.repoDir,
    roots: rootsOf(options),
    isFresh: flags.fresh ?? false,
  };
}

/** Folders in which inputs may lie. */
function rootsOf(options: Options): string[] {
  const named = (['issuesDir', 'lldDir'] as const).filter((key) => isNamed(options, key));
  return [options.repoDir, ...named.map((key) => options.settings[key])];
}

/** Also then there may be something to tell. */
async function endWithNothing(execution: Execution): Promise<ExitCode> {
  const { planner, options, door } = execution;
  planner.keep([]);
  const exitCode = printNothing(execution);
  const hold = () => holdRepository(options, nameBatch(Date.now(), undefined));
  const isTold = await tellLeftovers(options, door, readRecords(execution), hold);
  return isTold ? exitCode : exitCodes.failed;
}

function readRecords({ options }: Execution): BatchRecord[] {
  return readEarlierBatches(options.settings.baseDir).folds.map(({ record }) => record);
}

function printNothing({ door, plan, options, flags }: Execution): ExitCode {
  const summary = summariseNothing(plan, options.settings.parallel, Date.now());
  if (flags.json) print(door, renderJson(summary));
  else for (const line of renderSummary(summary, null)) announce(door, line);
  if (!flags.quiet) for (const line of explainNothing(plan, options)) announce(door, line);
  return plan.rejected.length === 0 ? exitCodes.done : exitCodes.failed;
}
