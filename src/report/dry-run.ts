import { askedModelOf } from '../model/asked-model.ts';
import { schemeOf, schemes } from '../model/spec.ts';
import type { WorkflowTask } from '../model/task.ts';
import { renderJson, showSafely } from '../model/text.ts';
import type { Plan, Quote } from '../plan/plan.ts';
import { renderEstimate, renderQuote } from './quote.ts';

const schemaVersion = 1;

/** The plan as one JSON document; `docs/formats.md` describes it. */
export function renderDryRunJson(plan: Plan, quote: Quote | null, parallel: number): string {
  const { workflow, tasks, skipped, rejected } = plan;
  const estimate = quote === null ? null : pickQuote(quote);
  const shown = tasks.map((task) =>
    workflow === 'run' ? { ...pickTask(task), workflow: task.workflow } : pickTask(task),
  );
  return renderJson({ schemaVersion, workflow, parallel, estimate, tasks: shown, skipped, rejected });
}

function pickQuote({ seconds, usd, usdMost, basis, pastTasks }: Quote) {
  return { seconds, usd, ...(usdMost === null ? {} : { usdMost }), basis, pastTasks };
}

function pickTask({ id, title, reason, inputPath, outputPath, estimate, conflictsWith }: WorkflowTask) {
  return { id, title, reason, inputPath, outputPath, estimate, conflictsWith };
}

export interface DryRunView {
  /** Who would do the work. */
  readonly specs: readonly string[];
  readonly remarks: readonly string[];
  /** Issues came from there. */
  readonly isGithubAsked: boolean;
}

/** The plan for a person. */
export function renderDryRun(
  plan: Plan,
  quote: Quote | null,
  parallel: number,
  { specs, remarks, isGithubAsked }: DryRunView,
): string {
  const lines = [
    [renderPlanLine(plan, parallel, specs), ...(plan.tasks.length === 0 ? [] : remarks)].join(' · '),
    ...plan.tasks.flatMap(renderTask),
    ...renderList(
      'Skipped',
      plan.skipped.map(({ id, reason }) => `${id}  ${reason}`),
    ),
    ...renderList(
      'Rejected',
      plan.rejected.map(({ path, code, message }) => `${showSafely(path)}  ${code}  ${showSafely(message)}`),
    ),
    ...(quote === null ? [] : [renderQuote(quote)]),
    isGithubAsked
      ? 'Dry run: nothing was run or written; nobody was called but GitHub, for its issues.'
      : 'Dry run: nothing was run, written or called.',
  ];
  return `${lines.join('\n')}\n`;
}

function renderPlanLine(plan: Plan, parallel: number, specs: readonly string[]): string {
  if (plan.tasks.length === 0) return `${plan.workflow}: nothing to do`;
  const count = plan.tasks.length === 1 ? '1 task' : `${plan.tasks.length} tasks`;
  return `${plan.workflow}: ${count} · ${parallel} at a time · ${renderNeeds(specs)}`;
}

function renderNeeds(specs: readonly string[]): string {
  if (specs.length === 0) return 'no agent chosen yet (--agent)';
  const needed = new Set(specs.flatMap(listNeeds));
  const who = [...new Set(specs)].map(showSafely).join(', ');
  return `by ${who} · ${needed.size === 0 ? 'needs no credential' : `needs credentials of ${[...needed].join(', ')}`}`;
}

/** Whose key is wanted: of `model:anthropic:…` and of `claude-cli:…` that of Anthropic. */
function listNeeds(spec: string): string[] {
  const asked = askedModelOf(spec);
  if (asked !== null) return [asked.provider];
  const scheme = schemeOf(spec);
  return scheme !== null && schemes[scheme].needsCredential ? [scheme] : [];
}

function renderTask(task: WorkflowTask): string[] {
  const conflicts =
    task.conflictsWith.length === 0 ? [] : [`      not beside ${task.conflictsWith.join(', ')}: same files`];
  return [
    `  ${task.id}  ${showSafely(task.title)}`,
    `      ${task.reason} · ${showSafely(task.inputPath)} → ${showSafely(placeOf(task))} · ${renderEstimate(task.estimate)}`,
    ...conflicts,
  ];
}

/** Code goes to a branch of its own, as git spells it. */
function placeOf({ id, workflow, outputPath }: WorkflowTask): string {
  return workflow === 'implement' ? `agentos/${id}:${outputPath}` : outputPath;
}

function renderList(title: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [`${title}: ${items.length}`, ...items.map((item) => `  ${item}`)];
}
