import * as z from 'zod/mini';
import { makeTool, type Tool } from './tool.ts';

export const finishName = 'finish';

const schema = z.object({ summary: z.string() });

/** How a model says that it is done. */
export function makeFinish(): Tool {
  return makeTool({
    name: finishName,
    description: 'Ends the work. `summary` says in a few sentences what was done, and what was not.',
    schema,
    describe: () => '',
    use: () => 'Done.',
  });
}

export function readSummary(input: unknown): string {
  const read = schema.safeParse(input);
  return read.success ? read.data.summary : '';
}
