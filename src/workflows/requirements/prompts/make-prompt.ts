import type { Prompt } from '../../../providers/prompt.ts';
import type { DesignAsk } from '../../../providers/provider.ts';
import { makeCheckIssuePrompt } from './check-issue-prompt.ts';
import { makeDraftPrompt } from './draft-prompt.ts';
import { makeReviewPrompt } from './review-prompt.ts';
import { makeRevisePrompt } from './revise-prompt.ts';

/** The prompt for what is asked; the same question gives the same prompt, whoever is asked. */
export function makePrompt(ask: DesignAsk): Prompt {
  switch (ask.kind) {
    case 'check-issue':
      return makeCheckIssuePrompt(ask);
    case 'draft':
      return makeDraftPrompt(ask);
    case 'revise':
      return makeRevisePrompt(ask);
    case 'review':
      return makeReviewPrompt(ask);
  }
}
