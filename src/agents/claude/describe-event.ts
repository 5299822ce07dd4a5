import { isRecord } from '../../model/json.ts';
import { tellAction, tellText } from '../cli/tell.ts';

/** What the model says, and which tools it calls with what. What they say is for the model. */
export function describeClaudeEvent(
  { type, message }: Readonly<Record<string, unknown>>,
  worktree: string,
): readonly string[] {
  const content = isRecord(message) ? message['content'] : null;
  if (type !== 'assistant' || !Array.isArray(content)) return [];
  return content.filter(isRecord).flatMap((part) => describePart(part, worktree));
}

function describePart(part: Readonly<Record<string, unknown>>, worktree: string): string[] {
  if (part['type'] === 'text') return tellText(part['text']);
  if (part['type'] !== 'tool_use') return [];
  const input = isRecord(part['input']) ? part['input'] : {};
  const target = input['file_path'] ?? input['notebook_path'] ?? input['command'] ?? input['pattern'];
  return tellAction(part['name'], target, worktree);
}
