import * as z from 'zod/mini';
import { AgentOsError } from '../../model/errors.ts';
import { describeSchemaIssue } from '../../model/schema-issue.ts';
import { quoteSafely, showSafely } from '../../model/text.ts';
import type { Ask } from '../provider.ts';

const milliseconds = z.int().check(z.minimum(0), z.maximum(2_000_000_000));
const place = z.string().check(z.minLength(1));

/** What any play may hold; see docs/scripted.md. */
const playFields = {
  delayMs: z.optional(milliseconds),
  text: z.optional(z.string()),
  file: z.optional(place),
  edit: z.optional(z.array(z.strictObject({ find: z.string().check(z.minLength(1)), replace: z.string() }))),
  usd: z.optional(z.number().check(z.minimum(0))),
  model: z.optional(place),
  refuse: z.optional(z.enum(['limit', 'outage', 'auth', 'network'])),
  retryAfterMs: z.optional(milliseconds),
  message: z.optional(z.string()),
  hang: z.optional(z.literal(true)),
  crash: z.optional(z.enum(['exit', 'kill', 'memory', 'loop', 'throw'])),
  truncate: z.optional(z.int().check(z.minimum(0))),
  malformed: z.optional(z.literal(true)),
  print: z.optional(z.string()),
  printError: z.optional(z.string()),
};

const writingPlay = z.strictObject({ answer: z.optional(z.literal('offline')), ...playFields });
const reviewPlay = z.strictObject({
  answer: z.optional(z.enum(['offline', 'APPROVED', 'REVISE', 'DISCUSS'])),
  ...playFields,
});

const writingCalls = z.array(z.union([writingPlay, z.array(writingPlay).check(z.minLength(1))])).check(z.minLength(1));
const reviewCalls = z.array(z.union([reviewPlay, z.array(reviewPlay).check(z.minLength(1))])).check(z.minLength(1));

const scriptSchema = z.strictObject({
  schemaVersion: z.literal(1),
  ledger: z.optional(place),
  /** What coding agents do: src/agents/scripted reads it. */
  agents: z.optional(z.unknown()),
  tasks: z.record(
    z.string(),
    z.strictObject({
      'check-issue': z.optional(writingCalls),
      draft: z.optional(writingCalls),
      revise: z.optional(writingCalls),
      review: z.optional(reviewCalls),
      'review-code': z.optional(reviewCalls),
    }),
  ),
});

export type Script = z.infer<typeof scriptSchema>;
export type Play = z.infer<typeof reviewPlay>;

/** Reads a script. Throws SCRIPT_INVALID with the path of the file and the place in it. */
export function parseScript(text: string, path: string): Script {
  const parsed = scriptSchema.safeParse(parseJson(text, path));
  if (!parsed.success) throw invalid(path, describeSchemaIssue(parsed.error.issues));
  return parsed.data;
}

/**
 * The play of one call and one try; null where the script says nothing. A task's own entry stands instead of `*`. The
 * last element of each list goes on for ever.
 */
export function findPlay(script: Script, task: string, kind: Ask['kind'], call: number, attempt: number): Play | null {
  const key = Object.hasOwn(script.tasks, task) ? task : '*';
  const calls = Object.hasOwn(script.tasks, key) ? script.tasks[key]?.[kind] : undefined;
  const tries = calls === undefined ? undefined : calls[Math.min(call, calls.length) - 1];
  if (tries === undefined) return null;
  return Array.isArray(tries) ? (tries[Math.min(attempt, tries.length) - 1] ?? null) : tries;
}

export function invalid(path: string, why: string): AgentOsError {
  return new AgentOsError('SCRIPT_INVALID', `${showSafely(path)}: ${why}`);
}

export function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalid(path, `is not JSON: ${error instanceof Error ? showSafely(error.message) : quoteSafely(error)}`);
  }
}
