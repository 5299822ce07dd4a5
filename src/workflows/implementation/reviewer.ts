import type { CodeReviewAsk, Provider } from '../../providers/provider.ts';
import { resolveProvider } from '../../providers/resolve-provider.ts';
import type { Surroundings } from '../../providers/surroundings.ts';
import { appendLine } from '../../store/append-line.ts';
import { readNamedInput } from '../../store/named-input.ts';
import type { AnsweredCall } from '../workflow.ts';
import { makeReviewCodePrompt } from './prompts/review-code-prompt.ts';
import type { Site } from './site.ts';

/** Asks the reviewer, one call a question. */
export type AskReviewer = (ask: CodeReviewAsk) => Promise<AnsweredCall>;

/** The provider is made when it is first asked; calls are counted over all replays alike. */
export function openReviewer({ context, order, workshop }: Pick<Site, 'context' | 'order' | 'workshop'>): AskReviewer {
  let calls = 0;
  let provider: Promise<Provider> | null = null;
  return async (ask) => {
    calls += 1;
    const occurrence = calls;
    return await context.call('review-code', async ({ triesEnded, repeatsUsed, signal, noteTry }) => {
      provider ??= resolveProvider(order.reviewer, 'reviewer', makeSurroundings(order, workshop));
      const asked = await provider;
      context.log(`review-code ${occurrence}: asking ${order.reviewer}`);
      const prompt = makeReviewCodePrompt(ask);
      return await asked.ask(ask, { prompt, triesEnded, repeatsUsed, occurrence, signal, noteTry });
    });
  };
}

function makeSurroundings({ repoDir, task, gateway }: Site['order'], { machine }: Site['workshop']): Surroundings {
  return {
    taskId: task.id,
    gateway,
    ...machine,
    readText: (path) => readNamedInput(repoDir, path),
    appendLine: (path, line) => appendLine(repoDir, path, line),
  };
}
