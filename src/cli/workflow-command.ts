import { type Options, resolveOptions } from '../config/options.ts';
import { AgentOsError } from '../model/errors.ts';
import { type ExitCode, exitCodes } from '../model/exit-codes.ts';
import type { TaskId } from '../model/task.ts';
import type { Plan } from '../plan/plan.ts';
import { renderDryRun, renderDryRunJson } from '../report/dry-run.ts';
import { explainNothing } from '../report/nothing.ts';
import { renderQuote, saysSomething, warnOfBudgets, warnOfUnmeasured } from '../report/quote.ts';
import { listRoles } from '../report/roles.ts';
import { markJournals } from '../store/journal-reader.ts';
import { limitToLogin } from './agent-login.ts';
import { refuseOthersState } from './batch/refuse-others-state.ts';
import { collectFlags } from './collect-flags.ts';
import { announce, type Door, print } from './door.ts';
import type { WorkflowFlags } from './flags.ts';
import { wishOf } from './github/wish.ts';
import { foreseeRefusals } from './models/foresee-refusals.ts';
import { type Quoted, quotePlan } from './models/quote.ts';
import { listPlaces } from './places.ts';
import { readTaskId } from './task-id.ts';
import { listWarnings } from './warnings.ts';
import { evaluateModule, TextWorker } from './workers.ts';
import type { WorkflowTool } from './workflow-tool.ts';

/** The shared runner of both workflows: everything but "collect" and "execute". */
export async function runWorkflow(
  tool: WorkflowTool,
  door: Door,
  flags: WorkflowFlags,
  positionalIds: readonly string[],
): Promise<ExitCode> {
  refuseContradictions(flags);
  const ids = mintIds(flags.ids ?? [], positionalIds);
  if (flags.force && ids.length === 0) throw usage('--force needs the ids that it shall force: `--ids 137 --force`');
  const options = await resolveOptions({
    cwd: door.cwd,
    repo: flags.repo,
    config: flags.config,
    flags: collectFlags(flags),
    evaluate: evaluateModule,
  });
  const isForced = flags.force ?? false;
  return await runResolved({ tool, door, options, flags, ids, isForced, places: listPlaces(flags) });
}

/** A command whose options are decided. */
export interface Resolved {
  readonly tool: WorkflowTool;
  readonly door: Door;
  readonly options: Options;
  readonly flags: WorkflowFlags;
  readonly ids: readonly TaskId[];
  readonly isForced: boolean;
  /** See `listPlaces`. */
  readonly places: readonly string[];
}

/** Plans, and runs what was planned. */
export async function runResolved(resolved: Resolved): Promise<ExitCode> {
  const { tool, door, flags, places } = resolved;
  const options = limitToLogin(resolved.options, tool.workflow);
  refuseOthersState(options);
  using worker = new TextWorker();
  const planner = tool.openPlanner(options, worker, resolved);
  const makePlan = async () => await quotePlan(await planner.plan(), options);
  const planAgain = async () => (await makePlan()).plan;
  const plannedOn = markJournals(options.settings.baseDir);
  const quoted = await makePlan();
  const { plan } = quoted;
  refuseIdAsParallel(plan, options);
  if (flags.verbose) announce(door, describePlaces(options));
  if (!flags.quiet) for (const warning of listWarnings(tool, plan, options)) announce(door, warning);
  if (!flags.quiet) announceQuote(door, quoted, options, flags['dry-run'] ?? false);
  if (flags['dry-run'] && !flags.quiet) for (const line of explainNothing(plan, options)) announce(door, line);
  if (flags['dry-run']) return await printDryRun(tool, door, quoted, options, flags);
  const { executePlan } = await import('./batch/execute-plan.ts');
  return await executePlan({ tool, door, planner, worker, plan, plannedOn, planAgain, options, flags, places });
}

/** A dry run shows the quote itself. */
function announceQuote(door: Door, { plan, quote }: Quoted, { settings }: Options, isDryRun: boolean): void {
  if (quote === null) return;
  if (!isDryRun && saysSomething(quote)) announce(door, renderQuote(quote));
  const roles = listRoles({ workflow: plan.workflow, settings });
  const warnings = [...warnOfBudgets(quote, plan.tasks, settings), ...warnOfUnmeasured(roles, settings)];
  for (const warning of warnings) announce(door, warning);
}

async function printDryRun(
  tool: WorkflowTool,
  door: Door,
  { plan, quote }: Quoted,
  options: Options,
  flags: WorkflowFlags,
): Promise<ExitCode> {
  const { parallel } = options.settings;
  const remarks = tool.workflow === 'requirements' ? [] : describeWorkshop(options.settings);
  const isGithubAsked = tool.workflow !== 'implement' && wishOf(options) !== null;
  const asText = () => renderDryRun(plan, quote, parallel, { specs: tool.specsOf(options), remarks, isGithubAsked });
  if (!flags.quiet && plan.tasks.length > 0) await warnOfRefusals(door, plan, options);
  print(door, flags.json ? renderDryRunJson(plan, quote, parallel) : asText());
  return exitCodes.done;
}

/** A batch would end by these before it starts. */
async function warnOfRefusals(door: Door, { workflow }: Plan, options: Options): Promise<void> {
  const reasons = await foreseeRefusals(options, workflow, door.redaction);
  for (const reason of reasons) announce(door, `it would not start: ${reason}`);
}

export function refuseContradictions(flags: Pick<WorkflowFlags, 'json' | 'events' | 'dry-run'>): void {
  if (flags.json && flags.events) throw usage('--json and --events both want stdout: choose one');
  if (flags['dry-run'] && flags.events) throw usage('a dry run has no events: leave out --events');
}

function mintIds(flagged: readonly string[], positional: readonly string[]): TaskId[] {
  if (flagged.length > 0 && positional.length > 0) {
    throw usage(`ids were given twice: as words (${positional.join(' ')}) and with --ids. Use one of the two.`);
  }
  const ids = [...flagged, ...positional].map(readTaskId);
  const repeated = ids.find((id, at) => ids.indexOf(id) !== at);
  if (repeated !== undefined) throw usage(`id ${repeated} is given twice`);
  return ids;
}

/** `--parallel 137` with a task 137 is far more likely a forgotten `--ids`. */
function refuseIdAsParallel(plan: Plan, { requestedParallel, settings: { maxParallel }, origins }: Options): void {
  if (requestedParallel <= maxParallel || !plan.knownIds.has(String(requestedParallel))) return;
  const from = origins.find(({ key }) => key === 'parallel')?.from;
  if (from !== '--parallel') return;
  throw usage(
    `--parallel ${requestedParallel} is above the cap of ${maxParallel}; did you mean \`--ids ${requestedParallel}\`?`,
  );
}

function describePlaces({ repoDir, configPath, settings }: Options): string {
  return `repository ${repoDir} · config ${configPath ?? 'none'} · state ${settings.baseDir}`;
}

/** How agents work, where it is not said by their names. */
function describeWorkshop({ agentAuth, sandbox }: Options['settings']): string[] {
  return [...(agentAuth === 'login' ? ['agent by its own login'] : []), `sandbox ${sandbox}`];
}

function usage(message: string): AgentOsError {
  return new AgentOsError('USAGE', message);
}
