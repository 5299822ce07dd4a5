import type { Api } from '../door.ts';
import { asList, asText, pick } from '../json-reading.ts';
import { charactersToTokens } from '../tokens.ts';
import type { PromptBlock } from './prompt-block.ts';

/** Everything in a request that is counted as input. */
export function readBlocks(api: Api | null, body: unknown): PromptBlock[] {
  const blocks = api === null ? [] : readers[api](body);
  const last = blocks.at(-1);
  // Whoever marks the request as a whole wants all of it kept.
  const keptMinutes = readMark(body);
  return last === undefined || keptMinutes === null ? blocks : [...blocks.slice(0, -1), { ...last, keptMinutes }];
}

export function countInput(blocks: readonly PromptBlock[]): number {
  return charactersToTokens(blocks.reduce((sum, { text }) => sum + text.length, 0));
}

const readers: Readonly<Record<Api, (body: unknown) => PromptBlock[]>> = {
  'anthropic-messages': (body) => [
    ...readParts('tools', pick(body, 'tools')),
    ...readWhole('format', pick(body, 'output_config', 'format') ?? pick(body, 'output_format')),
    ...readParts('system', pick(body, 'system')),
    ...readMessages(pick(body, 'messages'), 'content'),
  ],
  'openai-responses': (body) => [
    ...readParts('tools', pick(body, 'tools')),
    ...readFormat(pick(body, 'text', 'format'), 'schema'),
    ...readParts('system', pick(body, 'instructions')),
    ...readInput(pick(body, 'input')),
  ],
  'openai-chat': (body) => [
    ...readParts('tools', pick(body, 'tools')),
    ...readFormat(pick(body, 'response_format'), 'json_schema'),
    ...readMessages(pick(body, 'messages'), 'content'),
  ],
  gemini: (body) => [
    ...readParts('tools', pick(body, 'tools')),
    ...readWhole(
      'format',
      pick(body, 'generationConfig', 'responseJsonSchema') ?? pick(body, 'generationConfig', 'responseSchema'),
    ),
    ...readParts('system', pick(body, 'systemInstruction', 'parts') ?? pick(body, 'system_instruction', 'parts')),
    ...readMessages(pick(body, 'contents'), 'parts'),
  ],
};

function readInput(input: unknown): PromptBlock[] {
  return typeof input === 'string' ? readParts('user', input) : readMessages(input, 'content');
}

/** What is no message, such as the call of a tool, is a piece as a whole. */
function readMessages(messages: unknown, key: string): PromptBlock[] {
  return asList(messages).flatMap((message) => {
    const content = pick(message, key);
    const role = asText(pick(message, 'role'));
    return content === undefined || content === null ? readParts(role, [message]) : readParts(role, content);
  });
}

/** A text, or a list of parts: those that are no text are read as they are written. */
function readParts(from: string, content: unknown): PromptBlock[] {
  if (typeof content === 'string') return content === '' ? [] : [{ from, text: content, keptMinutes: null }];
  return asList(content).map((part) => {
    const text = pick(part, 'text');
    return { from, text: typeof text === 'string' ? text : renderPart(part), keptMinutes: readMark(part) };
  });
}

/** The names of a form cost nothing, and plain text has none. */
function readFormat(format: unknown, key: string): PromptBlock[] {
  return readWhole('format', pick(format, key));
}

function readWhole(from: string, value: unknown): PromptBlock[] {
  return value === undefined || value === null ? [] : [{ from, text: JSON.stringify(value), keptMinutes: null }];
}

/** A mark is no part of what it marks. */
function renderPart(part: unknown): string {
  return JSON.stringify(part, (key, value: unknown) => (key === 'cache_control' ? undefined : value)) ?? '';
}

const shortMinutes = 5;
const longMinutes = 60;

function readMark(part: unknown): number | null {
  const mark = pick(part, 'cache_control');
  if (pick(mark, 'type') !== 'ephemeral') return null;
  return pick(mark, 'ttl') === '1h' ? longMinutes : shortMinutes;
}
