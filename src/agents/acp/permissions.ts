import type { PermissionOption, RequestPermissionOutcome, ToolCallUpdate, ToolKind } from '@agentclientprotocol/sdk';
import { fieldOf } from '../../model/json.ts';
import { findInWorktree } from './worktree-paths.ts';

/** Names by which agents tell of a path, where they do not say it in the protocol's own way. */
const pathNames = ['path', 'file_path', 'filePath', 'filepath', 'abs_path', 'absolute_path'];
const changing: readonly ToolKind[] = ['edit', 'delete', 'move'];

/**
 * Whether a tool may be used. Commands may be run: they are confined. Files may be changed in the worktree only, and an
 * agent that does not say which it means does not get it. Everything else, such as fetching pages, is refused.
 */
export function isAllowed(call: ToolCallUpdate, kind: ToolKind | null, worktree: string): boolean {
  const paths = [...listPaths(call)];
  const areOurs = paths.every((path) => findInWorktree(worktree, path) !== null);
  if (kind === 'execute' || kind === 'think') return true;
  if (kind === 'read' || kind === 'search') return areOurs;
  return kind !== null && changing.includes(kind) && areOurs && paths.length > 0;
}

function* listPaths({ locations, content, rawInput }: ToolCallUpdate): Generator<string> {
  for (const { path } of locations ?? []) yield path;
  for (const part of content ?? []) if (part.type === 'diff') yield part.path;
  for (const name of pathNames) {
    const value = fieldOf(rawInput, name);
    if (typeof value === 'string') yield value;
  }
}

/** For this once, if that is offered; an agent that offers no way to say so hears that nothing was chosen. */
export function choose(options: readonly PermissionOption[], isGranted: boolean): RequestPermissionOutcome {
  const kinds = isGranted ? ['allow_once', 'allow_always'] : ['reject_once', 'reject_always'];
  const chosen = kinds
    .map((kind) => options.find((option) => option.kind === kind))
    .find((option) => option !== undefined);
  return chosen === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId: chosen.optionId };
}
