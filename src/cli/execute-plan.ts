import { randomBytes } from 'node:crypto';
import { isNamed, type Options } from '../config/options.ts';
import type { SettingKey } from '../config/settings.ts';
import { sequentialEngine } from '../engines/sequential.ts';
import { AgentOsError } from '../model/errors.ts';
import type { BatchEvent } from '../model/event.ts';
import type { Outcome } from '../model/outcome.ts';
import { renderJson, showSafely } from '../model/text.ts';
import type { Plan } from '../plan/plan.ts';
import { makeSummary, renderSummary } from '../report/summary.ts';
import { runBatch } from '../run.ts';
import { prepareBaseDir } from '../store/base-dir.ts';
import { openJournal } from '../store/journal.ts';
import { announce, type Door } from './door.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import type { WorkflowFlags } from './flags.ts';
import type { TextWorker } from './workers.ts';
import type { WorkflowTool } from './workflow-tool.ts';

export interface Execution {
  readonly tool: WorkflowTool;
  readonly door: Door;
  readonly plan: Plan;
  readonly options: Options;
  readonly flags: WorkflowFlags;
  readonly worker: TextWorker;
}

/** Settings that only a full engine can keep: set by anyone, they stop the batch instead of being ignored. */
const laterSettings: readonly SettingKey[] = [
  'agent',
  'maxIterations',
  'maxRetries',
  'maxAttempts',
  'maxWaitSeconds',
  'batchTimeoutSeconds',
  'budgetUsd',
  'taskBudgetUsd',
  'gate',
];

/** Runs the plan to its summary and exit code. */
export async function executePlan({ tool, door, plan, options, flags, worker }: Execution): Promise<ExitCode> {
  const { execute } = tool;
  if (execute === null) throw notYet(`running \`agentos ${tool.workflow}\``);
  refuseLater(options, flags);
  if (plan.tasks.length === 0 && !flags.json) announce(door, 'nothing to do');
  const startedAt = Date.now();
  const batch = nameBatch(startedAt);
  prepareBaseDir({ repoDir: options.repoDir, baseDir: options.settings.baseDir, isNamed: isNamed(options, 'baseDir') });
  using journal = openJournal(options.settings.baseDir, batch, Date.now);
  const emit = (event: BatchEvent) => {
    journal.append(event);
    if (!flags.quiet && !flags.json) printEvent(door, tool, event);
  };
  emit({ kind: 'batch-started', workflow: tool.workflow, tasks: plan.tasks.map(({ id }) => id) });
  const outcomes = await runBatch(plan, sequentialEngine, {
    repoDir: options.repoDir,
    execute: (task) => execute(task, options, worker),
    emit,
  });
  const exitCode = exitCodeOf(outcomes, plan);
  emit({ kind: 'batch-ended', exitCode });
  const summary = makeSummary({
    batch,
    plan,
    outcomes,
    startedAt,
    endedAt: Date.now(),
    exitCode,
    parallel: options.settings.parallel,
    places: listPlaces(flags),
  });
  if (flags.json) door.stdout.write(renderJson(summary));
  else for (const line of renderSummary(summary)) announce(door, line);
  return exitCode;
}

/** Computed from outcomes: storage before anything else, then any task or input that did not make it. */
function exitCodeOf(outcomes: readonly Outcome[], plan: Plan): ExitCode {
  const failed = outcomes.filter((outcome) => outcome.kind === 'failed');
  if (failed.some(({ code }) => code === 'STORAGE_FAILED')) return exitCodes.storage;
  return failed.length + plan.rejected.length > 0 ? exitCodes.failed : exitCodes.done;
}

function refuseLater(options: Options, flags: WorkflowFlags): void {
  const { settings, origins } = options;
  const early = origins.find(({ key, from }) => laterSettings.includes(key) && from !== 'default');
  if (early !== undefined) throw notYet(`${early.key} (from ${early.from})`);
  if (settings.parallel > 1) throw notYet('running more than one task at a time');
  if (settings.drafter !== 'offline:' || settings.reviewer !== 'offline:')
    throw notYet('a drafter or reviewer other than offline:');
  if (flags.events) throw notYet('--events');
}

function printEvent(door: Door, { prefix }: WorkflowTool, event: BatchEvent): void {
  if (event.kind === 'task-done') {
    for (const { path } of event.files) door.stdout.write(`[${prefix}-${event.task}] wrote ${showSafely(path)}\n`);
  }
  if (event.kind === 'task-failed') {
    door.stdout.write(`[${prefix}-${event.task}] failed: ${event.code}: ${showSafely(event.message)}\n`);
  }
}

/** The flags that say where things are: the retry line needs them, too. */
function listPlaces(flags: WorkflowFlags): string[] {
  const places = ['repo', 'config', 'issues', 'lld-dir'] as const;
  return places.flatMap((name) => (flags[name] === undefined ? [] : [`--${name}`, quoteWord(flags[name])]));
}

function quoteWord(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Sorts by time; the end keeps two batches of one second apart. */
function nameBatch(now: number): string {
  const time = new Date(now).toISOString().replace(/[-:]|\.\d+/g, '');
  return `${time}-${randomBytes(3).toString('hex')}`;
}

function notYet(what: string): AgentOsError {
  return new AgentOsError('NOT_YET', `${what} is planned, but not there yet; \`--dry-run\` shows what would run`);
}
