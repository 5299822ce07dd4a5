import { asList, asNumber, asText, pick, textOfParts } from '../json-reading.ts';
import { renderAdvice, renderChatError, renderRefusal } from './openai-refusals.ts';
import { renderOpenaiModels } from './openai-responses.ts';
import { type Asked, type Personality, renderEvent, type Said, splitText } from './personality.ts';

/** Chat Completions. */
export const openaiChat: Personality = {
  read,
  renderDocument: (said) => ({
    ...renderHead(said, 'chat.completion'),
    choices: [
      {
        index: 0,
        message: { role: 'assistant', refusal: null, annotations: [], ...renderContent(said) },
        logprobs: null,
        finish_reason: finishOf(said),
      },
    ],
    usage: renderUsage(said),
  }),
  renderEvents,
  renderRefusal,
  renderStreamError: renderChatError,
  renderAdvice,
  renderModels: renderOpenaiModels,
  renderCount: (tokens) => ({ input_tokens: tokens }),
};

function read(body: unknown): Asked {
  const messages = asList(pick(body, 'messages'));
  const textOf = (...roles: readonly string[]) =>
    messages
      .filter((message) => roles.includes(asText(pick(message, 'role'))))
      .map((message) => textOfParts(pick(message, 'content')))
      .join('\n');
  const system = textOf('system', 'developer');
  const model = asText(pick(body, 'model'));
  return {
    model,
    isStream: pick(body, 'stream') === true,
    system,
    prompt: textOf('user'),
    schema: findSchema(pick(body, 'response_format')),
    toolName: null,
    maxOutputTokens: asNumber(pick(body, 'max_completion_tokens')) ?? asNumber(pick(body, 'max_tokens')),
    toolResults: messages
      .filter((message) => pick(message, 'role') === 'tool')
      .map((message) => textOfParts(pick(message, 'content'))),
    problem: findProblem(model, messages),
  };
}

function findProblem(model: string, messages: readonly unknown[]): string | null {
  if (model === '') return 'you must provide a model parameter';
  return messages.length === 0 ? "Missing required parameter: 'messages'." : null;
}

function findSchema(format: unknown): unknown {
  if (pick(format, 'type') === 'json_object') return { type: 'object' };
  return pick(format, 'type') === 'json_schema' ? (pick(format, 'json_schema', 'schema') ?? null) : null;
}

function renderHead(said: Said, object: string): Record<string, unknown> {
  return { id: `chatcmpl-${said.id}`, object, created: Math.floor(said.createdAt / 1000), model: said.model };
}

function renderContent(said: Said): Record<string, unknown> {
  if (said.toolName === null) return { content: said.text };
  return { content: null, tool_calls: [renderCall(said, said.text)] };
}

function renderCall({ id, toolName }: Said, text: string): Record<string, unknown> {
  return { id: `call_${id}`, type: 'function', function: { name: toolName, arguments: text } };
}

function finishOf({ isCutShort, toolName }: Said): string {
  if (isCutShort) return 'length';
  return toolName === null ? 'stop' : 'tool_calls';
}

function renderUsage({ usage }: Said): Record<string, unknown> {
  return {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.input + usage.output,
    prompt_tokens_details: { cached_tokens: usage.cacheRead },
    completion_tokens_details: { reasoning_tokens: 0 },
  };
}

/** The usage comes in a chunk of its own, whether it was asked for or not: nobody is hurt by it. */
function renderEvents(said: Said): readonly string[] {
  const head = renderHead(said, 'chat.completion.chunk');
  const chunk = (delta: unknown, reason: string | null) => ({
    ...head,
    choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }],
    usage: null,
  });
  const chunks = [
    ...deltasOf(said).map((delta) => chunk(delta, null)),
    chunk({}, finishOf(said)),
    { ...head, choices: [], usage: renderUsage(said) },
    '[DONE]',
  ];
  return chunks.map((data) => renderEvent(null, data));
}

function deltasOf(said: Said): object[] {
  const role = { role: 'assistant', refusal: null };
  if (said.toolName === null)
    return [{ ...role, content: '' }, ...splitText(said.text).map((content) => ({ content }))];
  const begun = { ...role, content: null, tool_calls: [{ index: 0, ...renderCall(said, '') }] };
  const pieces = splitText(said.text).map((piece) => ({ tool_calls: [{ index: 0, function: { arguments: piece } }] }));
  return [begun, ...pieces];
}
