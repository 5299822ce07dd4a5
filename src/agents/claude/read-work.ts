import { isAbsolute } from 'node:path';
import * as z from 'zod/mini';
import { isRecord } from '../../model/json.ts';
import { isInside, showPath } from '../../model/paths.ts';
import { scanJsonLines } from '../../providers/agent-cli/json-lines.ts';
import { tellTrouble, type WorkReply } from '../cli/coding-cli.ts';

const resultSchema = z.object({
  type: z.literal('result'),
  subtype: z.string(),
  is_error: z.boolean(),
  result: z.optional(z.string()),
  errors: z.optional(z.array(z.string())),
  api_error_status: z.optional(z.nullable(z.number())),
  permission_denials: z.optional(z.array(z.unknown())),
});

/**
 * Only the parsed result counts. `subtype` says success for errors of the API as well, and a denied permission is no
 * error for it: one to write in the worktree is one for us. What else it was denied it had no business with.
 */
export function readClaudeWork(stdout: string, worktree: string): WorkReply {
  const results = [...scanJsonLines(stdout)].filter(({ type }) => type === 'result');
  const parsed = z.safeParse(resultSchema, results.at(-1));
  if (!parsed.success) return tellTrouble(results.length === 0 ? 'it printed no result' : 'its result cannot be read');
  const { subtype, is_error, result, errors, api_error_status, permission_denials = [] } = parsed.data;
  if (subtype === 'error_max_turns') return { kind: 'exhausted', message: 'it used up its turns' };
  if (is_error || subtype !== 'success') {
    return tellTrouble(result ?? errors?.join('; ') ?? subtype, api_error_status ?? null);
  }
  const denied = permission_denials.map((denial) => findDeniedFile(denial, worktree)).find((path) => path !== null);
  if (denied !== undefined) return tellTrouble(`it was not allowed to write ${denied}`);
  return { kind: 'answer', text: result ?? '' };
}

/** The file in the worktree that it was not allowed to write; null if it is about something else. */
function findDeniedFile(denial: unknown, worktree: string): string | null {
  if (!isRecord(denial) || !/^(Edit|MultiEdit|NotebookEdit|Write)$/.test(String(denial['tool_name']))) return null;
  const input = isRecord(denial['tool_input']) ? denial['tool_input'] : {};
  const path = input['file_path'] ?? input['notebook_path'];
  if (typeof path !== 'string') return 'a file';
  if (!isAbsolute(path)) return path;
  return isInside(worktree, path) ? showPath(worktree, path) : null;
}
