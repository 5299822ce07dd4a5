import type { Usage } from '../../../model/exchange.ts';
import { isRecord } from '../../../model/json.ts';
import { countAt, fieldAt, itemsAt, textAt } from '../fields.ts';
import { type Finish, isDearService, type Reader, type Reading } from './reading.ts';
import { splitInput } from './split-input.ts';

const terminal = ['response.completed', 'response.incomplete', 'response.failed'];

/** Tools that the caller has to run; others run at the provider. */
const callerTools = [
  'function_call',
  'custom_tool_call',
  'local_shell_call',
  'shell_call',
  'apply_patch_call',
  'computer_call',
];

export const readResponses: Reader = (data, soFar) => {
  if (textAt(data, 'object') === 'response') return { ...readResponse(data, soFar), isComplete: true };
  const type = textAt(data, 'type') ?? '';
  if (terminal.includes(type)) return { ...readResponse(fieldAt(data, 'response'), soFar), isComplete: true };
  if (type === 'response.output_item.done' && isCallerTool(fieldAt(data, 'item'))) return { finish: 'tool' };
  const model = textAt(data, 'response', 'model');
  return model === null ? {} : { model };
};

function readResponse(response: unknown, soFar: Reading): Partial<Reading> {
  return {
    usage: readUsage(fieldAt(response, 'usage')) ?? soFar.usage,
    model: textAt(response, 'model') ?? soFar.model,
    finish: readFinish(response, soFar),
    isDearer: isDearService(textAt(response, 'service_tier')),
  };
}

function readFinish(response: unknown, soFar: Reading): Finish | null {
  const status = textAt(response, 'status');
  if (status === 'incomplete') {
    return textAt(response, 'incomplete_details', 'reason') === 'content_filter' ? 'filter' : 'length';
  }
  if (status !== 'completed') return null;
  return soFar.finish === 'tool' || itemsAt(response, 'output').some(isCallerTool) ? 'tool' : 'stop';
}

function isCallerTool(item: unknown): boolean {
  return callerTools.includes(textAt(item, 'type') ?? '');
}

function readUsage(said: unknown): Usage | null {
  if (!isRecord(said)) return null;
  const cacheRead = countAt(said, 'input_tokens_details', 'cached_tokens') ?? 0;
  const cacheWrite = countAt(said, 'input_tokens_details', 'cache_write_tokens') ?? 0;
  return splitInput(countAt(said, 'input_tokens') ?? 0, cacheRead, cacheWrite, countAt(said, 'output_tokens') ?? 0);
}
