import { AgentOsError } from '../../model/errors.ts';
import type { WorkflowContext } from '../workflow.ts';

/** A job, and what is made of what it left. */
interface KeptJob<T> {
  /** `refused` says why what the job before left cannot be committed. */
  give(refused: readonly string[]): Promise<{ readonly isEarlier: boolean }>;
  /** Of the step that commits it. */
  readonly name: string;
  keep(signal: AbortSignal): Promise<T>;
}

const mostJobs = 2;

/**
 * What an agent leaves and git cannot take is told to it like any other finding, once in a batch. Throws
 * CONTENT_REFUSED if it is there still: whoever takes it away by hand need not pay for another job.
 */
export async function untilKept<T extends object>(
  context: WorkflowContext,
  { give, name, keep }: KeptJob<T>,
): Promise<T & { readonly isEarlier: boolean }> {
  let refused: readonly string[] = [];
  for (let jobs = 0; ; ) {
    const { isEarlier } = await give(refused);
    if (!isEarlier) jobs += 1;
    const isLast = jobs === mostJobs;
    const kept = await context.step(name, async ({ signal }) => {
      return await keep(signal).catch((error: unknown) => (isLast ? Promise.reject(error) : orRefusal(error)));
    });
    if (!('refused' in kept)) return { ...kept, isEarlier };
    refused = [`What you left cannot be committed: ${kept.refused}`];
  }
}

function orRefusal(error: unknown): { readonly refused: string } {
  if (error instanceof AgentOsError && error.code === 'CONTENT_REFUSED') return { refused: error.message };
  throw error;
}
