import * as z from 'zod/mini';
import { listOf, longText, namedNumber, oneOf, shortText } from '../reply-bounds.ts';
import { readJsonReply } from '../reply-format.ts';
import type { LldDraft } from './draft.ts';

const prose = z.object({
  dependencies: longText(),
  dataStructures: longText(),
  functionSignatures: longText(),
  logicFlow: longText(),
  technicalApproach: longText(),
  alternatives: longText(),
  dataAndFixtures: longText(),
  diagram: longText(),
  securityAndSafety: longText(),
  performanceAndCost: longText(),
  legalAndCompliance: longText(),
  testCommands: longText(),
  manualTests: longText(),
  definitionOfDone: longText(),
});

/** How much of each a design holds, if it comes as a reply. */
export const mostInDraft = { questions: 100, files: 1000, requirements: 500, scenarios: 999 } as const;

/** What a drafter replies: the content of our template. What is ours to write (title, status, header) has no place here. */
export const draftSchema = z.object({
  objective: shortText(),
  related: shortText(),
  openQuestions: listOf(z.object({ question: shortText(), answer: z.nullable(shortText()) }), mostInDraft.questions),
  files: listOf(
    z.object({ path: shortText(), change: oneOf(['Add', 'Modify', 'Delete']), description: shortText() }),
    mostInDraft.files,
  ),
  decisions: listOf(
    z.object({ decision: shortText(), options: shortText(), choice: shortText(), rationale: shortText() }),
    200,
  ),
  requirements: listOf(shortText(), mostInDraft.requirements),
  scenarios: listOf(
    z.object({
      id: shortText(),
      title: shortText(),
      type: oneOf(['Auto', 'Auto-Live', 'Manual']),
      input: shortText(),
      expected: shortText(),
      passCriteria: shortText(),
      requirements: listOf(namedNumber(), mostInDraft.requirements),
    }),
    mostInDraft.scenarios,
  ),
  risks: listOf(
    z.object({ risk: shortText(), impact: shortText(), likelihood: shortText(), mitigation: shortText() }),
    200,
  ),
  prose,
});

export type DraftContent = z.infer<typeof draftSchema>;

export type DraftReading = { readonly content: DraftContent } | { readonly reason: string };

export function readDraftContent(reply: string): DraftReading {
  const reading = readJsonReply(reply, draftSchema);
  return 'reason' in reading ? reading : { content: reading.data };
}

/** A draft of that content for an issue; `renderLld` writes it. */
export function makeDraft(content: DraftContent, { issue, title }: Pick<LldDraft, 'issue' | 'title'>): LldDraft {
  return {
    ...content,
    requirements: content.requirements.map((text, index) => dropLabel(text, index + 1)),
    issue,
    title,
    status: 'Draft',
    header: null,
    reviewLog: '',
    originalIssue: null,
  };
}

/** What of a draft is its drafter's own. */
export function pickContent(draft: LldDraft): Pick<LldDraft, keyof DraftContent> {
  const { objective, related, openQuestions, files, decisions, requirements, scenarios, risks } = draft;
  return { objective, related, openQuestions, files, decisions, requirements, scenarios, risks, prose: draft.prose };
}

/** We write the label of a requirement: where the drafter wrote the same one, it would stand there twice. */
function dropLabel(text: string, number: number): string {
  return text.replace(new RegExp(`^\\s*(?:REQ-0*${number}\\s*[:–—-]|\\(REQ-0*${number}\\):?)\\s*`, 'i'), '');
}
