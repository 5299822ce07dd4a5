import type { Usage } from '../../../model/exchange.ts';
import { isRecord } from '../../../model/json.ts';
import { countAt, type Fields, fieldAt, itemsAt, textAt } from '../fields.ts';
import { type Finish, type Reader, type Reading, toFinish } from './reading.ts';

const finishes: Readonly<Record<string, Finish>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  pause_turn: 'stop',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  tool_use: 'tool',
  refusal: 'filter',
};

export const readAnthropic: Reader = (data, soFar) => {
  const type = textAt(data, 'type');
  if (type === 'message') return { ...readMessage(data, soFar), isComplete: true };
  if (type === 'message_start') return readMessage(fieldAt(data, 'message'), soFar);
  if (type === 'message_stop') return { isComplete: true };
  if (type !== 'message_delta') return {};
  return {
    usage: mergeUsage(soFar.usage, fieldAt(data, 'usage')),
    finish: toFinish(finishes, textAt(data, 'delta', 'stop_reason')) ?? soFar.finish,
  };
};

function readMessage(message: unknown, soFar: Reading): Partial<Reading> {
  return {
    usage: mergeUsage(soFar.usage, fieldAt(message, 'usage')),
    model: textAt(message, 'model') ?? soFar.model,
    finish: toFinish(finishes, textAt(message, 'stop_reason')) ?? soFar.finish,
  };
}

/**
 * The counts of a stream are sums so far, and some events leave some out: the highest is the last. While none is of the
 * input, nobody has counted: servers that only speak like Anthropic begin with zeros, and some leave it at that.
 */
function mergeUsage(usage: Usage | null, said: unknown): Usage | null {
  if (!isRecord(said)) return usage;
  const highest = (name: string, before: number | undefined) => Math.max(before ?? 0, readCount(said, name));
  const hour = Math.max(
    usage?.hourCacheWriteTokens ?? 0,
    countAt(said, 'cache_creation', 'ephemeral_1h_input_tokens') ?? 0,
  );
  const inputTokens = highest('input_tokens', usage?.inputTokens);
  const cacheReadTokens = highest('cache_read_input_tokens', usage?.cacheReadTokens);
  const cacheWriteTokens = highest('cache_creation_input_tokens', usage?.cacheWriteTokens);
  if (inputTokens + cacheReadTokens + cacheWriteTokens === 0) return null;
  return {
    ...(hour === 0 ? {} : { hourCacheWriteTokens: hour }),
    inputTokens,
    cacheReadTokens,
    cacheWriteTokens,
    outputTokens: highest('output_tokens', usage?.outputTokens),
  };
}

/** Where the context was made shorter on the way, that was paid for as well, and only the list of all rounds has it. */
function readCount(said: Fields, name: string): number {
  const rounds = itemsAt(said, 'iterations').map((round) => countAt(round, name) ?? 0);
  return Math.max(
    countAt(said, name) ?? 0,
    rounds.reduce((sum, count) => sum + count, 0),
  );
}
