import type { BatchStarted, JournalEntry, PublishedFile, TaskEvent } from '../model/event.ts';
import type { Exchange, TroubleKind } from '../model/exchange.ts';
import type { Failure } from '../model/failure.ts';
import { showSafely } from '../model/text.ts';
import { renderCount, renderDuration, renderTime, renderUsd, shorten, shortenCommit } from './figures.ts';
import { isUnmeasured } from './quote.ts';
import { listRoles } from './roles.ts';

/** One line without its newline. Tasks speak on stdout, the coordinator on stderr. */
export interface OutputLine {
  readonly stream: 'stdout' | 'stderr';
  readonly line: string;
}

export interface EventView {
  /** How every line of a task starts: `[LLD-137] `. */
  prefixOf(task: string): string;
  /** Where the batch keeps its state, relative to the repository. */
  readonly statePath: string;
  /** Also steps. */
  readonly isVerbose: boolean;
}

/** What an event says to a person. Of a kind that we do not know: nothing. */
export function renderEvent(entry: JournalEntry, view: EventView): OutputLine[] {
  if ('task' in entry) {
    const prefix = view.prefixOf(entry.task);
    return describeTaskEvent(entry, view.isVerbose).map((line) => ({
      stream: 'stdout',
      line: showSafely(`${prefix}${line}`),
    }));
  }
  return describeBatchEvent(entry, view).map((line) => ({
    stream: 'stderr',
    line: showSafely(`[COORDINATOR] ${line}`),
  }));
}

function describeBatchEvent(entry: Exclude<JournalEntry, { task: string }>, { statePath }: EventView): string[] {
  switch (entry.kind) {
    case 'batch-started':
      return [renderPlan(entry, statePath)];
    case 'batch-resumed':
      return [`goes on · ${entry.parallel} at a time · state ${statePath}`];
    case 'batch-stopping':
      return [`nothing new starts: ${entry.reason}`];
    case 'note':
      return [entry.message];
    default:
      return [];
  }
}

/** `12 tasks · 4 at a time · drafter offline: · reviewer offline: · state .agentos/batches/…`. */
function renderPlan(started: BatchStarted, statePath: string): string {
  return [
    renderCount(started.tasks.length, 'task'),
    `${started.parallel} at a time`,
    ...listRoles(started).map(({ role, spec }) => `${role} ${spec}${renderTerms(role, spec, started)}`),
    `state ${statePath}`,
  ].join(' · ');
}

/** By the user's own login: no pool, no price. What nobody measures is said where a budget could be relied on. */
function renderTerms(role: string, spec: string, { settings }: BatchStarted): string {
  if (role === 'agent' && settings['agentAuth'] === 'login') return ' (own login)';
  const isBudgeted = [settings['budgetUsd'], settings['taskBudgetUsd']].some((usd) => typeof usd === 'number');
  return isBudgeted && isUnmeasured(spec) ? ' (unmeasured: no budget holds it)' : '';
}

/** The same lines without a prefix. */
export function describeTaskEvent(event: TaskEvent, isVerbose: boolean): string[] {
  switch (event.kind) {
    case 'task-started':
      return [event.attempt > 1 ? `started (attempt ${event.attempt})` : 'started'];
    case 'checkpoint-reset':
      return [`checkpoint reset: ${shorten(event.reason)}`];
    case 'step-done':
      return isVerbose ? [renderStep(event)] : [];
    case 'exchange':
      return isVerbose || event.trouble !== null ? [renderExchange(event)] : [];
    case 'call-failed':
      return [`${event.step}: no answer: ${renderFailure(event.failure)}`];
    case 'published':
      return renderWritten(event.files);
    case 'attempt-failed':
      return [`attempt ${event.attempt} failed: ${renderFailure(event.failure)}; trying again`];
    case 'task-parked':
      return [renderParking(event)];
    case 'workflow-done':
      return [...renderWritten(event.files), `designed; goes on to code`];
    case 'task-done':
      return [...renderWritten(event.files), renderDone(event)];
    case 'task-failed':
      return [`failed: ${renderFailure(event.failure)}`];
    case 'task-rejected':
      return [`rejected: ${shorten(event.reason)}`];
    case 'task-cancelled':
      return ['cancelled'];
    default:
      return [];
  }
}

function renderDone({ code }: Extract<TaskEvent, { kind: 'task-done' }>): string {
  return code === undefined ? 'done' : `done: commit ${shortenCommit(code.commit)} on branch ${code.branch}`;
}

function renderStep({ step, ms, usd }: Extract<TaskEvent, { kind: 'step-done' }>): string {
  const cost = usd === 0 ? '' : ` · ${renderUsd(usd)}`;
  return `${step}: done in ${renderDuration(ms)}${cost}`;
}

/** `drafter: anthropic-1 answered in 4.2 s · 1200 tokens in, 800 out · $0.02`. */
function renderExchange(event: Extract<TaskEvent, { kind: 'exchange' }>): string {
  const { role, credential, trouble, status, ms, usage, usd } = event;
  if (trouble !== null) return `${role}: ${credential}${renderTrouble({ trouble, status, why: findWhy(event) })}`;
  const read = usage === null ? 0 : usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;
  const tokens = usage === null ? 'tokens unmeasured' : `${read} tokens in, ${usage.outputTokens} out`;
  return `${role}: ${credential} answered in ${renderDuration(ms)} · ${tokens} · ${renderUsd(usd)}`;
}

/** Trouble that is no refusal: nobody said no. */
const mishaps: Partial<Record<TroubleKind, string>> = {
  abandoned: ': cut off by us',
  overload: ': the provider is overloaded',
  transient: ': no whole answer',
};

/** In the words of whoever saw it, if there are any. */
function renderTrouble({ trouble, status, why }: { trouble: TroubleKind; status: number | null; why: string | null }) {
  if (why !== null) return `: ${shorten(why)}`;
  return `${mishaps[trouble] ?? ` refused: ${trouble}`}${status === null ? '' : ` (${status})`}`;
}

/** Journals of older versions have none. */
function findWhy(event: Exchange & { readonly why?: unknown }): string | null {
  return typeof event.why === 'string' ? event.why : null;
}

function renderParking(event: Extract<TaskEvent, { kind: 'task-parked' }>): string {
  const reason = shorten(event.reason);
  if (event.for === 'person') return `parked for a person: ${reason}`;
  return `parked until ${renderTime(event.untilAt ?? Number.NaN)}: ${reason}`;
}

function renderWritten(files: readonly PublishedFile[]): string[] {
  return files.map(({ path }) => `wrote ${path}`);
}

function renderFailure({ code, message }: Failure): string {
  return `${code}: ${shorten(message)}`;
}
