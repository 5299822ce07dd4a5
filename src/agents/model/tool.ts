import * as z from 'zod/mini';
import { AgentOsError, errnoOf } from '../../model/errors.ts';
import { cutText, quoteSafely } from '../../model/text.ts';
import type { ToolCall } from '../../providers/ai-sdk/take-turn.ts';
import type { ToolOffer } from '../../providers/ai-sdk/tool-stream.ts';

/** Something that a model can have done in the worktree; what comes back is text for it. */
export interface Tool {
  readonly offer: ToolOffer;
  /** What it is about to do, for people: a path, a text; may be empty. */
  describe(input: unknown): string;
  /** Contract: throws AgentOsError for what cannot be done, with words that the model can act on. */
  use(input: unknown, signal: AbortSignal): Promise<string>;
}

interface ToolSetup<Schema extends z.core.$ZodType> {
  readonly name: string;
  readonly description: string;
  readonly schema: Schema;
  describe(input: z.output<Schema>): string;
  use(input: z.output<Schema>, signal: AbortSignal): string | Promise<string>;
}

/** A tool whose input is read by its schema before it is used. */
export function makeTool<Schema extends z.core.$ZodType>(setup: ToolSetup<Schema>): Tool {
  const { name, description, schema } = setup;
  return {
    offer: { name, description, schema: z.toJSONSchema(schema, { target: 'draft-7', io: 'input' }) },
    describe(input) {
      const read = z.safeParse(schema, input);
      return read.success ? setup.describe(read.data) : '';
    },
    async use(input, signal) {
      const read = z.safeParse(schema, input);
      if (read.success) return await setup.use(read.data, signal);
      const [issue] = read.error.issues;
      const place = issue?.path.map(String).join('.') ?? '';
      throw new AgentOsError(
        'TOOL_MISUSED',
        `the input of ${name} is wrong at ${quoteSafely(place)}: ${issue?.message}`,
      );
    },
  };
}

/** Texts longer than this are cut: a model asks again for what it needs. */
const longestResult = 24_000;

/** What a model is told of a tool that it wanted. Contract: never throws but for an abort or a defect. */
export async function useTool(
  tools: readonly Tool[],
  { name, input }: ToolCall,
  signal: AbortSignal,
): Promise<{ readonly text: string; readonly isError: boolean }> {
  const tool = tools.find(({ offer }) => offer.name === name);
  if (tool === undefined) return { text: `There is no tool ${quoteSafely(name)}`, isError: true };
  try {
    return { text: cutText((await tool.use(input, signal)).toWellFormed(), longestResult), isError: false };
  } catch (error) {
    return { text: cutText(explain(error), longestResult), isError: true };
  }
}

/** What nobody can explain is a defect, and what the disk refuses is no business of a model. */
function explain(error: unknown): string {
  if (error instanceof AgentOsError && error.code !== 'STORAGE_FAILED') return error.message;
  const errno = errnoOf(error);
  if (errno === null || error instanceof AgentOsError) throw error;
  return `The system refuses that (${errno})`;
}
