import { type Said, splitText } from './personality.ts';

/** The call of a tool as an item of the Responses API; null: it has only begun. */
export function renderCall(said: Said, text: string | null): Record<string, unknown> {
  const { kind, key } = formOf(said);
  return {
    id: `${kind === 'custom_tool_call' ? 'ctc' : 'fc'}_${said.id}`,
    type: kind,
    status: text === null ? 'in_progress' : 'completed',
    call_id: `call_${said.id}`,
    name: said.toolName,
    [key]: text ?? '',
  };
}

export interface WireEvent {
  readonly type: string;
  readonly [key: string]: unknown;
}

export function renderCallEvents(said: Said): readonly WireEvent[] {
  const { kind, key } = formOf(said);
  const stem = `response.${kind}_${key}`;
  const begun = renderCall(said, null);
  const place = { item_id: begun['id'], output_index: 0 };
  return [
    { type: 'response.output_item.added', output_index: 0, item: begun },
    ...splitText(said.text).map((delta) => ({ type: `${stem}.delta`, ...place, delta })),
    { type: `${stem}.done`, ...place, [key]: said.text },
    { type: 'response.output_item.done', output_index: 0, item: renderCall(said, said.text) },
  ];
}

function formOf({ isFreeform }: Said): { readonly kind: string; readonly key: string } {
  return isFreeform ? { kind: 'custom_tool_call', key: 'input' } : { kind: 'function_call', key: 'arguments' };
}
