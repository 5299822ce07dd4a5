import { isRecord } from '../../model/json.ts';
import { tellAction, tellText } from '../cli/tell.ts';

/** What the model says, what it runs and which files it changes. */
export function describeCodexEvent(
  { type, item }: Readonly<Record<string, unknown>>,
  worktree: string,
): readonly string[] {
  if (!isRecord(item)) return [];
  if (type === 'item.started' && item['type'] === 'command_execution') {
    return tellAction('exec', readCommand(item['command']), worktree);
  }
  if (type !== 'item.completed') return [];
  if (item['type'] === 'agent_message') return tellText(item['text']);
  return item['type'] === 'file_change' && item['status'] !== 'failed'
    ? describeChanges(item['changes'], worktree)
    : [];
}

/** Without the shell that it is handed to. */
function readCommand(command: unknown): unknown {
  return typeof command === 'string' ? command.replace(/^\S*sh -l?c (['"]?)(.*)\1$/s, '$2') : command;
}

function describeChanges(changes: unknown, worktree: string): string[] {
  if (!Array.isArray(changes)) return [];
  return changes.filter(isRecord).flatMap(({ kind, path }) => tellAction(kind ?? 'change', path, worktree));
}
