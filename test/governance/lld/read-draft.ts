import { findSection, type LldDocument, type LldSection } from '../../../src/governance/lld/document.ts';
import {
  countOf,
  type DraftHeader,
  type LldDraft,
  mapProse,
  proseSections,
  reviewLogLevel,
  sectionProseLevel,
} from '../../../src/governance/lld/draft.ts';
import { normaliseProse } from '../../../src/governance/lld/prose.ts';

/** The content of a document in our template: with it the way to text and back is measured. */
export function readDraft(document: LldDocument): LldDraft {
  const { context, title, appendix, originalIssue } = document;
  const sections = new Map(proseSections);
  return {
    issue: title?.number ?? '',
    title: title?.text ?? '',
    objective: context.objective?.value ?? '',
    status: context.status?.value ?? '',
    related: context.related?.value ?? '',
    header: readHeader(document),
    openQuestions: document.openQuestions.map(({ text, isTicked, answer }) => ({
      question: text,
      answer: isTicked ? (answer ?? '') : null,
    })),
    files: document.files.map(({ line, ...file }) => file),
    decisions: document.decisions.map(({ line, ...decision }) => decision),
    requirements: document.requirements.map((requirement) => requirement.text),
    scenarios: document.scenarios.map(({ line, listedRequirements, ...scenario }) => ({
      ...scenario,
      requirements: listedRequirements,
    })),
    risks: document.risks.map(({ line, ...risk }) => risk),
    prose: mapProse((field) => readProse(document, sections.get(field) ?? '')),
    reviewLog: normaliseProse(appendix?.text ?? '', reviewLogLevel),
    originalIssue: originalIssue?.text ?? null,
  };
}

function readHeader({ header }: LldDocument): DraftHeader | null {
  if (header === null) return null;
  return {
    path: header.path?.value ?? '',
    status: header.status?.value ?? '',
    reviews: countOf(Number(header.reviews?.value)),
    base: header.base?.value ?? null,
  };
}

function readProse(document: LldDocument, number: string): string {
  const section = findSection(document.sections, number);
  return section === null ? '' : normaliseProse(wholeBody(section), sectionProseLevel);
}

/** A section of a foreign document may have subsections where our template has prose. */
function wholeBody(section: LldSection): string {
  const subsections = section.subsections.map(({ number, title, body }) =>
    [`### ${[number, title].filter(Boolean).join(' ')}`, body].join('\n\n'),
  );
  return [section.body, ...subsections].join('\n\n');
}
