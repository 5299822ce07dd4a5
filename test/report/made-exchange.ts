import type { TaskEvent } from '../../src/model/event.ts';

export type ExchangeEvent = Extract<TaskEvent, { kind: 'exchange' }>;

const usage = { inputTokens: 1000, cacheReadTokens: 200, cacheWriteTokens: 34, outputTokens: 500 };

/** A call of a drafter that was answered at once. */
export function makeExchange(task: string, more: Partial<ExchangeEvent> = {}): ExchangeEvent {
  const who = { role: 'drafter', provider: 'anthropic', model: 'm', answeredBy: 'm', credential: 'c' } as const;
  const lease = { scope: 's', lease: 'l', fence: 1, estimatedUsd: null, repeat: 0, waitedMs: 0 };
  const end = { status: 200, trouble: null, retryAt: null, firstByteMs: 10, ms: 4000, usage, usd: 0.02 };
  return { kind: 'exchange', task, ...who, ...lease, ...end, ...more };
}
