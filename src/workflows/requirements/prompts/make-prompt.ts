import type { Ask } from '../provider.ts';
import { makeDraftPrompt } from './draft-prompt.ts';
import type { Prompt } from './prompt.ts';
import { makeReviewPrompt } from './review-prompt.ts';
import { makeRevisePrompt } from './revise-prompt.ts';

/** The prompt for what is asked; the same question gives the same prompt. `spec` is who is asked. */
export function makePrompt(ask: Ask, spec: string): Prompt {
  switch (ask.kind) {
    case 'draft':
      return makeDraftPrompt(ask);
    case 'revise':
      return makeRevisePrompt(ask);
    case 'review':
      return makeReviewPrompt(ask, spec);
  }
}
