import type { Usage } from '../../../model/exchange.ts';
import { isRecord } from '../../../model/json.ts';
import { countAt, fieldAt, itemsAt, textAt } from '../fields.ts';
import { type Finish, isDearService, type Reader, toFinish } from './reading.ts';
import { splitInput } from './split-input.ts';

const finishes: Readonly<Record<string, Finish>> = {
  stop: 'stop',
  eos: 'stop',
  length: 'length',
  tool_calls: 'tool',
  function_call: 'tool',
  content_filter: 'filter',
};

/** The last word of a choice is an end, too: not everybody sends `[DONE]`. */
export const readChat: Reader = (data, soFar) => {
  const words = itemsAt(data, 'choices').map((choice) => textAt(choice, 'finish_reason'));
  const word = words.find((said) => said !== null) ?? null;
  return {
    usage: readUsage(fieldAt(data, 'usage') ?? fieldAt(data, 'x_groq', 'usage')) ?? soFar.usage,
    model: textAt(data, 'model') ?? soFar.model,
    finish: toFinish(finishes, word) ?? soFar.finish,
    isDearer: soFar.isDearer || isDearService(textAt(data, 'service_tier')),
    isComplete: soFar.isComplete || word !== null,
  };
};

/** Some leave thoughts out of the completion, but not out of the total: what is no prompt is output. */
function readUsage(said: unknown): Usage | null {
  if (!isRecord(said)) return null;
  const prompt = countAt(said, 'prompt_tokens') ?? 0;
  const cached = countAt(said, 'prompt_tokens_details', 'cached_tokens') ?? countAt(said, 'prompt_cache_hit_tokens');
  const written = countAt(said, 'prompt_tokens_details', 'cache_write_tokens') ?? 0;
  const output = Math.max(countAt(said, 'completion_tokens') ?? 0, (countAt(said, 'total_tokens') ?? 0) - prompt);
  return splitInput(prompt, cached ?? 0, written, output);
}
