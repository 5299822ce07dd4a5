import { pickContent } from '../../src/governance/lld/draft-form.ts';
import { parseLld } from '../../src/governance/lld/parse-lld.ts';
import type { Prompt } from '../../src/providers/prompt.ts';
import type { Brief } from '../../src/providers/provider.ts';
import { makePrompt } from '../../src/workflows/requirements/prompts/make-prompt.ts';
import { readDraft } from '../../test/governance/lld/read-draft.ts';
import type { HeardCall } from './models/answer.ts';

/** One call of somebody who redraws: a prompt, and what is answered. */
export interface RedrawCall {
  readonly kind: 'draft' | 'review' | 'redraw';
  readonly prompt: Prompt;
  readonly answer: string;
}

/**
 * The same conversation without edits and without marks for a cache: the same issue, survey, documents, findings and
 * verdicts; but every review is shown the whole document as if for the first time, and every revision is the whole
 * content again, in the form of the first draft.
 */
export function redraw(heard: readonly HeardCall[]): RedrawCall[] {
  const reviews = heard.filter(({ kind }) => kind === 'review');
  return heard.flatMap((call): RedrawCall[] => {
    const brief = briefOf(call);
    if (call.kind === 'draft') {
      return [{ kind: 'draft', prompt: makePrompt({ kind: 'draft', brief, remark: null }), answer: call.text }];
    }
    const { document: text, findings } = call;
    if (text === null) return [];
    const document = { text, earlier: [] };
    const prompt = makePrompt({
      kind: 'review',
      brief,
      document,
      findings,
      raised: [],
      decisions: [],
      asked: [],
      remark: null,
    });
    if (call.kind === 'review') return [{ kind: 'review', prompt, answer: call.text }];
    const revised = reviews.find(({ number }) => number === call.number + 1)?.document ?? text;
    const drafting = makePrompt({ kind: 'draft', brief, remark: null });
    const asking = makePrompt({ kind: 'revise', brief, document, findings, decisions: [], asked: [], remark: null });
    // The rules of a first draft, and the document and the findings as a revision has them.
    const whole = { ...drafting, context: asking.context, question: asking.question };
    return [{ kind: 'redraw', prompt: whole, answer: JSON.stringify(pickContent(readDraft(parseLld(revised)))) }];
  });
}

function briefOf({ issue, title, issueText, survey }: HeardCall): Brief {
  return {
    id: issue,
    title,
    issueText,
    hidden: [],
    notes: [],
    decisions: [],
    survey,
    outputPath: `docs/lld/active/LLD-${issue}.md`,
    base: null,
    hasPath: () => false,
  };
}
