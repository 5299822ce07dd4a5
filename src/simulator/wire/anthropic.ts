import { parseJson } from '../json-reading.ts';
import { renderAdvice, renderRefusal, renderStreamError } from './anthropic-refusals.ts';
import { readMessages } from './anthropic-request.ts';
import { type Personality, renderEvent, type Said, splitText } from './personality.ts';

/** The Messages API. */
export const anthropic: Personality = {
  read: readMessages,
  renderDocument,
  renderEvents,
  renderRefusal,
  renderStreamError,
  renderAdvice,
  renderModels: (models) => ({
    data: models.map((id) => ({ type: 'model', id, display_name: id, created_at: '2026-01-01T00:00:00Z' })),
    has_more: false,
    first_id: models[0] ?? null,
    last_id: models.at(-1) ?? null,
  }),
  renderCount: (tokens) => ({ input_tokens: tokens }),
};

function renderDocument(said: Said): unknown {
  const input = said.toolName === null ? undefined : parseJson(said.text);
  const content =
    input === undefined
      ? { type: 'text', text: said.text }
      : { type: 'tool_use', id: `toolu_${said.id}`, name: said.toolName, input };
  return { ...renderHead(said), content: [content], stop_reason: stopOf(said), usage: renderUsage(said) };
}

function renderHead(said: Said): Record<string, unknown> {
  return { id: `msg_${said.id}`, type: 'message', role: 'assistant', model: said.model, stop_sequence: null };
}

function stopOf({ isCutShort, toolName }: Said): string {
  if (isCutShort) return 'max_tokens';
  return toolName === null ? 'end_turn' : 'tool_use';
}

function renderUsage({ usage }: Said): Record<string, unknown> {
  return {
    input_tokens: usage.input - usage.cacheRead - usage.cacheWrite,
    cache_creation_input_tokens: usage.cacheWrite,
    cache_read_input_tokens: usage.cacheRead,
    output_tokens: usage.output,
    service_tier: 'standard',
  };
}

function renderEvents(said: Said): readonly string[] {
  const usage = { ...renderUsage(said), output_tokens: 1 };
  const message = { ...renderHead(said), content: [], stop_reason: null, usage };
  const block =
    said.toolName === null
      ? { type: 'text', text: '' }
      : { type: 'tool_use', id: `toolu_${said.id}`, name: said.toolName, input: {} };
  const deltaOf = (piece: string) =>
    said.toolName === null ? { type: 'text_delta', text: piece } : { type: 'input_json_delta', partial_json: piece };
  const delta = { stop_reason: stopOf(said), stop_sequence: null };
  const data = [
    { type: 'message_start', message },
    { type: 'content_block_start', index: 0, content_block: block },
    { type: 'ping' },
    ...splitText(said.text).map((piece) => ({ type: 'content_block_delta', index: 0, delta: deltaOf(piece) })),
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta, usage: { output_tokens: said.usage.output } },
    { type: 'message_stop' },
  ];
  return data.map((event) => renderEvent(event.type, event));
}
