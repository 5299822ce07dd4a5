import type { TaskEvent } from './event.ts';
import { addTokens, endStep, tokensOf } from './spent-tokens.ts';
import type { TaskRecord } from './task-record.ts';

/** What a step tells is not counted twice. One that was found is of an attempt that is over. */
export function tellSpent(
  task: TaskRecord,
  { kind, usd }: { readonly kind: string; readonly usd: number | null },
): TaskRecord {
  const told = usd ?? 0;
  const without = (untold: number) => Math.max(0, untold - told);
  const spent = { ...spend(task, usd), tokens: endStep(task.tokens, usd) };
  return kind === 'step-found'
    ? { ...spent, lostUsd: without(task.lostUsd) }
    : { ...spent, untoldUsd: without(task.untoldUsd) };
}

export function recordExchange(
  task: TaskRecord,
  event: Extract<TaskEvent, { kind: 'exchange-begun' | 'exchange' }>,
): TaskRecord {
  const { [event.lease]: _, ...others } = task.begunUsd;
  const boundUsd = event.estimatedUsd ?? 0;
  if (event.kind === 'exchange-begun') return { ...task, begunUsd: { ...others, [event.lease]: boundUsd } };
  const untoldUsd = task.untoldUsd + (event.usd ?? boundUsd);
  const spent = isUnmeasured(event) ? spend(task, null) : task;
  return { ...spent, tokens: addTokens(spent.tokens, tokensOf(event)), begunUsd: others, untoldUsd };
}

/** Nobody will tell any more what was under way. What had begun and not ended is not measured. */
export function loseUntold(task: TaskRecord): TaskRecord {
  const begun = Object.values(task.begunUsd);
  const lostUsd = begun.reduce((sum, usd) => sum + usd, task.lostUsd + task.untoldUsd);
  const calls = task.tokens.calls + begun.length;
  const tokens = { ...task.tokens, calls, isWhole: task.tokens.isWhole && begun.length === 0 };
  return { ...(begun.length > 0 ? spend(task, null) : task), tokens, begunUsd: {}, untoldUsd: 0, lostUsd };
}

function spend(task: TaskRecord, usd: number | null): TaskRecord {
  const sum = task.usd === null || usd === null ? null : task.usd + usd;
  return { ...task, usd: sum, measuredUsd: task.measuredUsd + (usd ?? 0) };
}

/** Broken off, and perhaps paid for: no step will ever say so. What was refused costs nothing. */
function isUnmeasured({ usd, trouble }: Extract<TaskEvent, { kind: 'exchange' }>): boolean {
  return usd === null && (trouble === null || trouble === 'abandoned');
}
