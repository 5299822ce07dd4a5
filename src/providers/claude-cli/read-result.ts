import * as z from 'zod/mini';
import type { CliReply } from '../agent-cli/agent-cli.ts';
import { scanJsonLines } from '../agent-cli/json-lines.ts';

const resultSchema = z.object({
  type: z.literal('result'),
  subtype: z.string(),
  is_error: z.boolean(),
  result: z.optional(z.string()),
  errors: z.optional(z.array(z.string())),
  structured_output: z.optional(z.record(z.string(), z.unknown())),
  permission_denials: z.optional(z.array(z.unknown())),
});

/**
 * Only the parsed result counts. `subtype` says success for errors of the API as well, and a denied permission is no
 * error for it.
 */
export function readClaudeResult(stdout: string): CliReply {
  const results = [...scanJsonLines(stdout)].filter(({ type }) => type === 'result');
  const parsed = z.safeParse(resultSchema, results.at(-1));
  if (!parsed.success) return trouble(results.length === 0 ? 'it printed no result' : 'its result cannot be read');
  const { subtype, is_error, result, errors, structured_output, permission_denials = [] } = parsed.data;
  if (is_error) return trouble(result ?? errors?.join('; ') ?? subtype);
  if (permission_denials.length > 0) return trouble('it wanted what it may not do');
  if (structured_output === undefined) return trouble('it answered in another form than the one that was asked for');
  return { kind: 'answer', text: JSON.stringify(structured_output) };
}

function trouble(message: string): CliReply {
  return { kind: 'trouble', message };
}
