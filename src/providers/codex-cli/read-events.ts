import { isRecord } from '../../model/json.ts';
import type { CliReply } from '../agent-cli/agent-cli.ts';
import { scanJsonLines } from '../agent-cli/json-lines.ts';

/**
 * A turn that was completed, and what was said last in it. Warnings come as items of type `error`, and are none; other
 * errors count if no turn was completed after all.
 */
export function readCodexEvents(stdout: string): CliReply {
  let text: string | null = null;
  let isCompleted = false;
  let told: string | null = null;
  for (const { type, item, error, message } of scanJsonLines(stdout)) {
    if (type === 'item.completed') text = readMessage(item) ?? text;
    if (type === 'turn.completed') isCompleted = true;
    if (type === 'error') told = asText(message) ?? told;
    if (type === 'turn.failed')
      return trouble((isRecord(error) ? asText(error['message']) : told) ?? 'its turn failed');
  }
  if (!isCompleted) return trouble(told ?? 'it did not complete its turn');
  return text === null ? trouble('it said nothing') : { kind: 'answer', text };
}

function trouble(message: string): CliReply {
  return { kind: 'trouble', message };
}

function readMessage(item: unknown): string | null {
  return isRecord(item) && item['type'] === 'agent_message' ? asText(item['text']) : null;
}

function asText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
