import { readPrompt } from '../../../src/cli/models/simulated-answers.ts';
import type { DraftContent } from '../../../src/governance/lld/draft-form.ts';
import type { DesignAsk as Ask } from '../../../src/providers/provider.ts';
import { revise } from './drafter.ts';
import { countRevisions, review } from './reviewer.ts';

/** How the models behave for one issue. */
export interface Behaviour {
  readonly content: DraftContent;
  /** How often the reviewer sends the design back. */
  readonly sendsBack: number;
}

/** One call as the models saw it, and what they said. */
export interface HeardCall {
  readonly kind: Ask['kind'];
  /** Of its kind in its task, from 1. */
  readonly number: number;
  readonly issue: string;
  readonly title: string;
  readonly issueText: string;
  readonly survey: string;
  /** Null where none was shown. */
  readonly document: string | null;
  readonly findings: readonly string[];
  readonly text: string;
}

/** What a simulated drafter and reviewer say to one of our prompts. Throws for any other. */
export function answerPrompt(prompt: string, behaviourOf: (issue: string) => Behaviour): HeardCall {
  const ask = readPrompt(prompt);
  if (ask === null) throw new Error(`this is none of our prompts: ${prompt.slice(-200)}`);
  const { id: issue, title, issueText, survey } = ask.brief;
  const document = 'document' in ask ? ask.document.text : null;
  return {
    kind: ask.kind,
    number: countRevisions(document ?? '') + 1,
    issue,
    title,
    issueText,
    survey,
    document,
    findings: 'findings' in ask ? ask.findings : [],
    text: JSON.stringify(makeReply(ask, behaviourOf(issue))),
  };
}

function makeReply(ask: Ask, { content, sendsBack }: Behaviour): unknown {
  switch (ask.kind) {
    case 'check-issue':
      return { contradictions: [], untestable: [] };
    case 'draft':
      return content;
    case 'revise':
      return revise(ask.document.text, ask.findings);
    case 'review':
      return review(ask.document.text, { issue: ask.brief.id, title: ask.brief.title }, sendsBack);
  }
}
