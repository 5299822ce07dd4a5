import { randomBytes } from 'node:crypto';
import { isNamed, type Options } from '../config/options.ts';
import type { SettingKey } from '../config/settings.ts';
import { sequentialEngine } from '../engines/sequential.ts';
import { AgentOsError } from '../model/errors.ts';
import type { BatchEvent } from '../model/event.ts';
import type { ExitCode } from '../model/exit-codes.ts';
import type { WorkflowTask } from '../model/task.ts';
import { renderJson, showSafely } from '../model/text.ts';
import type { Plan } from '../plan/plan.ts';
import { makeSummary, renderSummary, type Summary } from '../report/summary.ts';
import { runBatch } from '../run.ts';
import { prepareBaseDir } from '../store/base-dir.ts';
import { openJournal } from '../store/journal.ts';
import { announce, type Door } from './door.ts';
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

/** Runs the plan to its summary and exit code. A plan without tasks leaves no trace. */
export async function executePlan(execution: Execution): Promise<ExitCode> {
  const { tool, door, plan, options, flags } = execution;
  const { execute } = tool;
  if (execute === null) throw notYet(`running \`agentos ${tool.workflow}\``);
  refuseLater(options, flags);
  const summary = plan.tasks.length === 0 ? summariseNothing(execution) : await runTasks(execution, execute);
  if (flags.json) door.stdout.write(renderJson(summary));
  else for (const line of renderSummary(summary)) announce(door, line);
  return summary.exitCode;
}

async function runTasks(
  { tool, door, plan, options, flags, worker }: Execution,
  execute: NonNullable<WorkflowTool['execute']>,
): Promise<Summary> {
  const { baseDir, parallel } = options.settings;
  prepareBaseDir({ repoDir: options.repoDir, baseDir, isNamed: isNamed(options, 'baseDir') });
  const name = nameBatch(Date.now());
  using journal = openJournal(baseDir, name, Date.now);
  const emit = (event: BatchEvent) => {
    journal.append(event);
    if (!flags.quiet && !flags.json) printEvent(door, tool, event);
  };
  const house = { repoDir: options.repoDir, execute: (task: WorkflowTask) => execute(task, options, worker), emit };
  return await runBatch({
    name,
    plan,
    parallel,
    engine: sequentialEngine,
    house,
    places: listPlaces(flags),
    now: Date.now,
  });
}

function summariseNothing({ plan, options }: Execution): Summary {
  const now = Date.now();
  const { parallel } = options.settings;
  return makeSummary({ batch: null, plan, outcomes: [], parallel, startedAt: now, endedAt: now, places: [] });
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
  const named = places.flatMap((name) => (flags[name] === undefined ? [] : [`--${name}`, quoteWord(flags[name])]));
  return flags.force ? [...named, '--force'] : named;
}

function quoteWord(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Sorts by time; the end keeps two batches of one second apart. */
function nameBatch(now: number): string {
  const time = new Date(now).toISOString().replace(/[-:.]/g, '');
  return `${time}-${randomBytes(3).toString('hex')}`;
}

function notYet(what: string): AgentOsError {
  return new AgentOsError('NOT_YET', `${what} is planned, but not there yet; \`--dry-run\` shows what would run`);
}
