import * as z from 'zod/mini';
import { readJsonReply } from '../reply-format.ts';
import type { LldDraft } from './draft.ts';

const prose = z.object({
  dependencies: z.string(),
  dataStructures: z.string(),
  functionSignatures: z.string(),
  logicFlow: z.string(),
  technicalApproach: z.string(),
  alternatives: z.string(),
  dataAndFixtures: z.string(),
  diagram: z.string(),
  securityAndSafety: z.string(),
  performanceAndCost: z.string(),
  legalAndCompliance: z.string(),
  testCommands: z.string(),
  manualTests: z.string(),
  definitionOfDone: z.string(),
});

/** What a drafter replies: the content of our template. What is ours to write (title, status, header) has no place here. */
export const draftSchema = z.object({
  objective: z.string(),
  related: z.string(),
  openQuestions: z.array(z.object({ question: z.string(), answer: z.nullable(z.string()) })),
  files: z.array(z.object({ path: z.string(), change: z.enum(['Add', 'Modify', 'Delete']), description: z.string() })),
  decisions: z.array(
    z.object({ decision: z.string(), options: z.string(), choice: z.string(), rationale: z.string() }),
  ),
  requirements: z.array(z.string()),
  scenarios: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      type: z.enum(['Auto', 'Auto-Live', 'Manual']),
      input: z.string(),
      expected: z.string(),
      passCriteria: z.string(),
      requirements: z.array(z.int()),
    }),
  ),
  risks: z.array(z.object({ risk: z.string(), impact: z.string(), likelihood: z.string(), mitigation: z.string() })),
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
