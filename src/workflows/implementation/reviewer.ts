import type { CodeReviewAsk } from '../../providers/provider.ts';
import { openAsking } from '../asking.ts';
import type { AnsweredCall } from '../workflow.ts';
import { makeReviewCodePrompt } from './prompts/review-code-prompt.ts';
import type { Site } from './site.ts';

/** Asks the reviewer, one call a question. */
export type AskReviewer = (ask: CodeReviewAsk) => Promise<AnsweredCall>;

export function openReviewer({ context, order, workshop }: Pick<Site, 'context' | 'order' | 'workshop'>): AskReviewer {
  const askWhom = openAsking(context, order, workshop.machine);
  const reviewer = { role: 'reviewer', spec: order.reviewer } as const;
  return async (ask) => await askWhom(ask, { ...reviewer, makePrompt: () => makeReviewCodePrompt(ask) });
}
