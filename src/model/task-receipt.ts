import type { TaskRecord } from './task-record.ts';

/** What a task took in its batch so far; null for what was not measured, which is not nothing. */
export interface TaskReceipt {
  readonly usd: number | null;
  /** Answered, or perhaps paid for. */
  readonly calls: number;
  readonly tokens: { readonly input: number; readonly cached: number; readonly output: number } | null;
}

export function makeTaskReceipt({ usd, tokens }: Pick<TaskRecord, 'usd' | 'tokens'>): TaskReceipt {
  const { input, cached, output, calls, isWhole } = tokens;
  // Sums of fractions end in noise that nobody measured.
  return {
    usd: usd === null ? null : Number(usd.toFixed(6)),
    calls,
    tokens: isWhole ? { input, cached, output } : null,
  };
}
