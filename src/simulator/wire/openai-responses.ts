import { asList, asNumber, asText, pick, textOfParts } from '../json-reading.ts';
import { renderAdvice, renderRefusal, renderResponsesError } from './openai-refusals.ts';
import { renderCall, renderCallEvents, type WireEvent } from './openai-tool-call.ts';
import { type Asked, type Personality, renderEvent, type Said, splitText } from './personality.ts';

/** The Responses API. */
export const openaiResponses: Personality = {
  read,
  renderDocument: (said) => ({ ...renderHead(said), ...renderEnd(said) }),
  renderEvents,
  renderRefusal,
  renderStreamError: renderResponsesError,
  renderAdvice,
  renderModels: renderOpenaiModels,
  renderCount: (tokens) => ({ object: 'response.input_tokens', input_tokens: tokens }),
};

export function renderOpenaiModels(models: readonly string[]): unknown {
  return {
    object: 'list',
    data: models.map((id) => ({ id, object: 'model', created: 1_767_225_600, owned_by: 'simulator' })),
  };
}

function read(body: unknown): Asked {
  const input = pick(body, 'input');
  const items = typeof input === 'string' ? [{ role: 'user', content: input }] : asList(input);
  const textOf = (...roles: readonly string[]) =>
    items
      .filter((item) => roles.includes(asText(pick(item, 'role'))))
      .map((item) => textOfParts(pick(item, 'content')))
      .join('\n');
  const system = [asText(pick(body, 'instructions')), textOf('system', 'developer')].filter(Boolean).join('\n');
  const model = asText(pick(body, 'model'));
  return {
    model,
    isStream: pick(body, 'stream') === true,
    system,
    prompt: textOf('user'),
    schema: findSchema(pick(body, 'text', 'format')),
    toolName: null,
    maxOutputTokens: asNumber(pick(body, 'max_output_tokens')),
    toolResults: readToolResults(items),
    problem: findProblem(model, items),
  };
}

/** What a tool says is a text, or a list of parts. */
function readToolResults(items: readonly unknown[]): string[] {
  return items
    .filter((item) => /_call_output$/.test(asText(pick(item, 'type'))))
    .map((item) => textOfParts(pick(item, 'output')));
}

function findProblem(model: string, items: readonly unknown[]): string | null {
  if (model === '') return "Missing required parameter: 'model'.";
  return items.length === 0 ? "Missing required parameter: 'input'." : null;
}

function findSchema(format: unknown): unknown {
  if (pick(format, 'type') === 'json_object') return { type: 'object' };
  return pick(format, 'type') === 'json_schema' ? (pick(format, 'schema') ?? null) : null;
}

function renderHead(said: Said): Record<string, unknown> {
  return {
    id: `resp_${said.id}`,
    object: 'response',
    created_at: Math.floor(said.createdAt / 1000),
    status: 'in_progress',
    background: false,
    error: null,
    incomplete_details: null,
    model: said.model,
    output: [],
    service_tier: 'default',
    usage: null,
  };
}

function renderEnd(said: Said): Record<string, unknown> {
  return {
    status: said.isCutShort ? 'incomplete' : 'completed',
    incomplete_details: said.isCutShort ? { reason: 'max_output_tokens' } : null,
    output: [said.toolName === null ? renderItem(said, said.text) : renderCall(said, said.text)],
    usage: {
      input_tokens: said.usage.input,
      input_tokens_details: { cached_tokens: said.usage.cacheRead },
      output_tokens: said.usage.output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: said.usage.input + said.usage.output,
    },
  };
}

function renderItem(said: Said, text: string | null): Record<string, unknown> {
  const content = text === null ? [] : [renderPart(text)];
  const status = text === null ? 'in_progress' : 'completed';
  return { id: `msg_${said.id}`, type: 'message', status, role: 'assistant', content };
}

function renderPart(text: string): Record<string, unknown> {
  return { type: 'output_text', annotations: [], logprobs: [], text };
}

function renderEvents(said: Said): readonly string[] {
  const response = renderHead(said);
  const events = [
    { type: 'response.created', response },
    { type: 'response.in_progress', response },
    ...(said.toolName === null ? renderTextEvents(said) : renderCallEvents(said)),
    {
      type: said.isCutShort ? 'response.incomplete' : 'response.completed',
      response: { ...response, ...renderEnd(said) },
    },
  ];
  return events.map((event, at) => renderEvent(event.type, { ...event, sequence_number: at }));
}

function renderTextEvents(said: Said): readonly WireEvent[] {
  const place = { item_id: `msg_${said.id}`, output_index: 0, content_index: 0 };
  return [
    { type: 'response.output_item.added', output_index: 0, item: renderItem(said, null) },
    { type: 'response.content_part.added', ...place, part: renderPart('') },
    ...splitText(said.text).map((delta) => ({ type: 'response.output_text.delta', ...place, delta, logprobs: [] })),
    { type: 'response.output_text.done', ...place, text: said.text, logprobs: [] },
    { type: 'response.content_part.done', ...place, part: renderPart(said.text) },
    { type: 'response.output_item.done', output_index: 0, item: renderItem(said, said.text) },
  ];
}
