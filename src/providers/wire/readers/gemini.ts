import type { Usage } from '../../../model/exchange.ts';
import { isRecord } from '../../../model/json.ts';
import { countAt, fieldAt, itemsAt, textAt } from '../fields.ts';
import { type Finish, type Reader, type Reading, toFinish } from './reading.ts';
import { splitInput } from './split-input.ts';

const finishes: Readonly<Record<string, Finish>> = {
  STOP: 'stop',
  MAX_TOKENS: 'length',
  SAFETY: 'filter',
  RECITATION: 'filter',
  LANGUAGE: 'filter',
  BLOCKLIST: 'filter',
  PROHIBITED_CONTENT: 'filter',
  SPII: 'filter',
  IMAGE_SAFETY: 'filter',
};

/** A stream has no last event of its own: the reason to stop is the end. */
export const readGemini: Reader = (data, soFar) => {
  const word = textAt(itemsAt(data, 'candidates')[0], 'finishReason');
  const isBlocked = textAt(data, 'promptFeedback', 'blockReason') !== null;
  return {
    usage: readUsage(fieldAt(data, 'usageMetadata')) ?? soFar.usage,
    model: textAt(data, 'modelVersion') ?? soFar.model,
    finish: isBlocked ? 'filter' : readFinish(data, word, soFar),
    isComplete: soFar.isComplete || isBlocked || word !== null,
  };
};

/** Calls of tools come before the end, and it does not mention them. */
function readFinish(data: unknown, word: string | null, soFar: Reading): Finish | null {
  const parts = itemsAt(fieldAt(itemsAt(data, 'candidates')[0], 'content'), 'parts');
  if (soFar.finish === 'tool' || parts.some((part) => fieldAt(part, 'functionCall') !== null)) return 'tool';
  return toFinish(finishes, word) ?? soFar.finish;
}

function readUsage(said: unknown): Usage | null {
  if (!isRecord(said)) return null;
  const count = (name: string) => countAt(said, name) ?? 0;
  const input = count('promptTokenCount') + count('toolUsePromptTokenCount');
  const output = count('candidatesTokenCount') + count('thoughtsTokenCount');
  return splitInput(input, count('cachedContentTokenCount'), 0, output);
}
