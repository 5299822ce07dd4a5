import * as z from 'zod/mini';
import { describeSchemaIssue } from '../../model/schema-issue.ts';
import { invalid, parseJson } from '../../providers/scripted/script.ts';
import type { JobKind } from '../agent.ts';

const milliseconds = z.int().check(z.minimum(0), z.maximum(2_000_000_000));
const path = z.string().check(z.minLength(1));

const editFields = {
  /** `file` is one of the repository, by its path in there. */
  write: z.optional(
    z
      .strictObject({ path, content: z.optional(z.string()), file: z.optional(path) })
      .check(z.refine(({ content, file }) => (content === undefined) !== (file === undefined), 'content or file')),
  ),
  replace: z.optional(z.strictObject({ path, find: z.string().check(z.minLength(1)), replace: z.string() })),
  delete: z.optional(z.strictObject({ path })),
  chmod: z.optional(z.strictObject({ path, mode: z.string().check(z.regex(/^[0-7]{3}$/)) })),
  link: z.optional(z.strictObject({ path, target: path })),
};

const edit = z
  .strictObject(editFields)
  .check(z.refine((value) => Object.keys(value).length === 1, `one of ${Object.keys(editFields).join(', ')}`));

const endFields = {
  finish: z.optional(
    z.strictObject({
      text: z.optional(z.string()),
      usd: z.optional(z.number().check(z.minimum(0))),
      model: z.optional(path),
    }),
  ),
  fail: z.optional(
    z.strictObject({
      code: z.enum(['limit', 'outage', 'network', 'auth', 'request', 'budget', 'unreadable']),
      message: z.optional(z.string()),
      retryAfterMs: z.optional(milliseconds),
    }),
  ),
  park: z.optional(z.strictObject({ forMs: milliseconds, cause: z.optional(z.enum(['limit', 'outage'])) })),
  crash: z.optional(z.enum(['kill', 'memory', 'loop', 'throw'])),
  hang: z.optional(z.literal(true)),
  silent: z.optional(z.literal(true)),
};

const turn = z
  .strictObject({
    say: z.optional(z.string()),
    edits: z.optional(z.array(edit)),
    waitMs: z.optional(milliseconds),
    run: z.optional(z.strictObject({ argv: z.array(z.string()).check(z.minLength(1)) })),
    ...endFields,
  })
  .check(
    z.refine(
      (value) => Object.keys(value).filter((key) => Object.hasOwn(endFields, key)).length <= 1,
      `at most one of ${Object.keys(endFields).join(', ')}`,
    ),
  );

/** The n-th is for the n-th job of its kind: a turn, or one for each try of that job. */
const turns = z.array(z.union([turn, z.array(turn).check(z.minLength(1))])).check(z.minLength(1));

const schema = z.strictObject({
  schemaVersion: z.literal(1),
  /** For models that are asked for text: src/providers/scripted reads these. */
  ledger: z.optional(z.unknown()),
  tasks: z.optional(z.unknown()),
  agents: z.record(
    z.string(),
    z.strictObject({ 'write-tests': z.optional(turns), implement: z.optional(turns) } satisfies Record<
      JobKind,
      unknown
    >),
  ),
});

export type AgentScript = z.infer<typeof schema>;
export type Turn = z.infer<typeof turn>;
export type Edit = z.infer<typeof edit>;

/** Reads a script for agents. Throws SCRIPT_INVALID with the path of the file and the place in it. */
export function parseAgentScript(text: string, path: string): AgentScript {
  const parsed = schema.safeParse(parseJson(text, path));
  if (!parsed.success) throw invalid(path, describeSchemaIssue(parsed.error.issues));
  return parsed.data;
}

/**
 * What is done for one try of one job; null past the end of the list, or where there is none. A task's own entry stands
 * instead of `*`. The last turn of a job goes on for its later tries.
 */
export function findTurn(
  { agents }: AgentScript,
  task: string,
  kind: JobKind,
  occurrence: number,
  attempt: number,
): Turn | null {
  const key = Object.hasOwn(agents, task) ? task : '*';
  const jobs = Object.hasOwn(agents, key) ? agents[key]?.[kind] : undefined;
  const tries = jobs?.[occurrence - 1];
  if (tries === undefined) return null;
  return Array.isArray(tries) ? (tries[Math.min(attempt, tries.length) - 1] ?? null) : tries;
}
