import { AgentOsError } from '../../model/errors.ts';
import { quoteSafely } from '../../model/text.ts';
import { countOf, type LldDraft, mapProse, reviewLogLevel, sectionProseLevel } from './draft.ts';
import { isIssueId } from './issue-id.ts';
import { normaliseProse } from './prose.ts';
import { joinWords } from './source-lines.ts';

/** Markdown reads no list number of more than nine digits. */
const maxRequirementNumber = 999_999_999;

/**
 * The draft as a document can hold it. Single-line fields become one line of words with single spaces; prose is closed
 * and its headings are pushed down (see `normaliseProse`); numbers that are no counts are dropped; a path of the files
 * table loses the backticks around it; the original issue is untouched. Nothing else changes.
 */
export function normaliseDraft(draft: LldDraft): LldDraft {
  if (!isIssueId(draft.issue)) throw new AgentOsError('ID_UNSAFE', `${quoteSafely(draft.issue)} is not an issue id`);
  const { header } = draft;
  return {
    issue: draft.issue,
    title: headingText(draft.title),
    objective: joinWords(draft.objective),
    status: joinWords(draft.status),
    related: joinWords(draft.related),
    header: header && {
      path: joinWords(header.path),
      status: joinWords(header.status),
      reviews: countOf(header.reviews),
      base: header.base === null ? null : joinWords(header.base),
    },
    openQuestions: draft.openQuestions.map(({ question, answer }) => ({
      question: joinWords(question),
      answer: answer === null ? null : joinWords(answer),
    })),
    ...normaliseRows(draft),
    prose: mapProse((field) => normaliseProse(draft.prose[field], sectionProseLevel)),
    reviewLog: normaliseProse(draft.reviewLog, reviewLogLevel),
    originalIssue: draft.originalIssue,
  };
}

function normaliseRows(
  draft: LldDraft,
): Pick<LldDraft, 'files' | 'decisions' | 'requirements' | 'scenarios' | 'risks'> {
  return {
    files: draft.files.map(({ path, change, description }) => ({
      path: pathText(path),
      change: joinWords(change),
      description: joinWords(description),
    })),
    decisions: draft.decisions.map(({ decision, options, choice, rationale }) => ({
      decision: joinWords(decision),
      options: joinWords(options),
      choice: joinWords(choice),
      rationale: joinWords(rationale),
    })),
    requirements: draft.requirements.map(joinWords),
    scenarios: draft.scenarios.map((scenario) => ({
      id: joinWords(scenario.id),
      title: joinWords(scenario.title),
      type: joinWords(scenario.type),
      input: joinWords(scenario.input),
      expected: joinWords(scenario.expected),
      passCriteria: joinWords(scenario.passCriteria),
      requirements: [...new Set(scenario.requirements.filter(isRequirementNumber))],
    })),
    risks: draft.risks.map(({ risk, impact, likelihood, mitigation }) => ({
      risk: joinWords(risk),
      impact: joinWords(impact),
      likelihood: joinWords(likelihood),
      mitigation: joinWords(mitigation),
    })),
  };
}

function isRequirementNumber(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= maxRequirementNumber;
}

/** The document writes the path as code, so backticks around it are not its own, nor spaces that they kept apart. */
function pathText(text: string): string {
  const chars = [...joinWords(text)];
  const isOwn = (char: string): boolean => char !== '`' && char !== ' ';
  return joinWords(chars.slice(Math.max(0, chars.findIndex(isOwn)), chars.findLastIndex(isOwn) + 1).join(''));
}

/** A heading cannot end in a word of hashes: Markdown takes it for decoration. */
function headingText(text: string): string {
  const words = joinWords(text).split(' ');
  const end = words.findLastIndex((word) => !/^#+$/.test(word)) + 1;
  return words.slice(0, end).join(' ');
}
