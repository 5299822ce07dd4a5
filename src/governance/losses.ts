import { cutText } from '../model/text.ts';
import type { Finding } from './finding.ts';
import type { LldDocument, LldSection } from './lld/document.ts';
import { saysNone } from './lld/open-questions.ts';
import { isQuestionTitle } from './lld/question-titles.ts';
import { coversSection, readSectionNumbers } from './lld/section-name.ts';
import { foldTitle } from './lld/template.ts';
import { holdsDecision, type KeptDecision } from './losses-decisions.ts';
import { foldSeen, matchItems } from './losses-match.ts';
import { findStaleProofs } from './losses-proofs.ts';

/**
 * What somebody asked for, and may therefore go: a section's content, by the name that a reviewer gives it; a requirement.
 * An answer to a question changes its section, and takes no question away.
 */
export type License =
  | { readonly kind: 'section' | 'answer'; readonly section: string }
  | { readonly kind: 'requirement'; readonly requirement: number }
  | { readonly kind: 'everything' };

export interface Comparison {
  readonly before: LldDocument;
  readonly after: LldDocument;
  readonly kept: readonly KeptDecision[];
  readonly licensed: readonly License[];
  /** Losses that were told before: to ask for something back is no leave to go on without it. */
  readonly owed: ReadonlySet<string>;
}

const longestQuote = 300;
const longestId = 20;

/** Less than this, and a text speaks of something else. */
const leastShared = 0.4;

/**
 * What a revision has lost. Revisions edit sections: a section that the draft before had may be rewritten but not left
 * out, and a scenario that stays goes on proving what it proved; a requirement, a decision, a question or what answered a
 * finding goes only where a review spoke of its section. Other words for a requirement or a choice are a warning: whoever
 * reviews sees whether they mean the same.
 */
export function findLosses(comparison: Comparison): Finding[] {
  const { before, after, licensed, owed } = comparison;
  const line = after.title?.line ?? 1;
  const changes = isFree(licensed)
    ? []
    : listChanges(comparison).filter(({ isAskedFor, message }) => !isAskedFor || owed.has(message));
  const losses = [...lostSections(before, after), ...lostProofs(before, after), ...changes];
  return losses.map(({ check, message }) => ({
    check,
    severity: check.endsWith('_LOST') ? 'error' : 'warning',
    line,
    message,
    fix: null,
  }));
}

function listChanges({ before, after, kept, licensed }: Comparison): Change[] {
  const licences = readLicenses(licensed);
  const isRowAskedFor = coversSection(licences, '2.7');
  return [
    ...lostRequirements(before, after, licensed, licences),
    ...[...lostRows(before, after), ...changedChoices(before, after)].map((loss) => ({
      ...loss,
      isAskedFor: isRowAskedFor,
    })),
    ...lostQuestions(before, after).map((loss) => ({ ...loss, isAskedFor: areQuestionsAskedFor(licensed) })),
    ...kept
      .filter((one) => !holdsDecision(one, after))
      .map((one) => ({ ...describeDecision(one), isAskedFor: isLicensed(one, licences) })),
  ];
}

/** What later drafts are still held to: a decision that a review had changed is a check no more. */
export function carryDecisions(
  kept: readonly KeptDecision[],
  { after, licensed, owed }: Pick<Comparison, 'after' | 'licensed' | 'owed'>,
): KeptDecision[] {
  const licences = readLicenses(licensed);
  const isStillOwed = (one: KeptDecision) => owed.has(describeDecision(one).message) || !isLicensed(one, licences);
  return kept.filter((one) => holdsDecision(one, after) || (!isFree(licensed) && isStillOwed(one)));
}

function readLicenses(licensed: readonly License[]): string[] {
  return licensed.flatMap((one) =>
    one.kind === 'section' || one.kind === 'answer' ? [...readSectionNumbers(one.section), foldTitle(one.section)] : [],
  );
}

function isFree(licensed: readonly License[]): boolean {
  return licensed.some(({ kind }) => kind === 'everything');
}

function isLicensed({ section }: KeptDecision, licences: readonly string[]): boolean {
  return coversSection(licences, section) || licences.includes(foldTitle(section));
}

interface Loss {
  readonly check: string;
  readonly message: string;
}

interface Change extends Loss {
  readonly isAskedFor: boolean;
}

function lostSections(before: LldDocument, after: LldDocument): Loss[] {
  const kept = new Set(allSections(after).map(nameOf));
  return allSections(before)
    .filter((section) => !kept.has(nameOf(section)))
    .map(({ number, title }) => ({
      check: 'SECTION_LOST',
      message: `The section "${[number, title].filter(Boolean).join(' ')}" of the draft before is gone`,
    }));
}

function lostProofs(before: LldDocument, after: LldDocument): Loss[] {
  return findStaleProofs(before, after).map(({ scenario, named, requirement: { number, text } }) => ({
    check: 'PROOF_LOST',
    message: `Scenario ${cutText(scenario, longestId)} names REQ-${named} as before, and what it proved is REQ-${number} now: "${cutText(text, longestQuote)}"`,
  }));
}

function lostRequirements(
  before: LldDocument,
  after: LldDocument,
  licensed: readonly License[],
  licences: readonly string[],
): Change[] {
  const free = new Set(licensed.flatMap((one) => (one.kind === 'requirement' ? [one.requirement] : [])));
  const isSectionFree = coversSection(licences, '3');
  const { lost, reworded } = matchItems(before.requirements, after.requirements, ({ text }) => [text], leastShared);
  const changes = [
    ...lost.map((requirement) => ({ requirement, check: 'REQUIREMENT_LOST', became: 'is gone' })),
    ...reworded.map(([requirement]) => ({ requirement, check: 'REQUIREMENT_REWORDED', became: 'has other words now' })),
  ];
  return changes.map(({ requirement: { number, text }, check, became }) => ({
    check,
    message: `REQ-${number} of the draft before ${became}, and no finding asked for that: "${cutText(text, longestQuote)}"`,
    isAskedFor: isSectionFree || free.has(number),
  }));
}

/** A row that has another name is the same if it still says what the old one said. */
function lostRows(before: LldDocument, after: LldDocument): Loss[] {
  const textsOf = ({ decision, options, choice, rationale }: LldDocument['decisions'][number]) => [
    decision,
    [decision, options, choice, rationale].join(' '),
  ];
  const { lost } = matchItems(before.decisions, after.decisions, textsOf, leastShared);
  return lost.map(({ decision }) => ({
    check: 'DECISION_LOST',
    message: `The decision "${cutText(decision, longestQuote)}" of section 2.7 of the draft before is gone, and no finding asked for that`,
  }));
}

/** Whether it is another choice or the same in other words is for the reviewer to see. */
function changedChoices(before: LldDocument, after: LldDocument): Loss[] {
  const rows = Map.groupBy(after.decisions, ({ decision }) => foldSeen(decision));
  const changed = before.decisions.filter(({ decision, choice }) =>
    rows.get(foldSeen(decision))?.every((row) => foldSeen(row.choice) !== foldSeen(choice)),
  );
  return changed.map(({ decision, choice }) => ({
    check: 'DECISION_REWORDED',
    message: `The choice of "${cutText(decision, longestQuote)}" in section 2.7 of the draft before has other words now, and no finding asked for that: "${cutText(choice, longestQuote)}"`,
  }));
}

/** A question that is gone is not answered: nobody knows what holds. */
function lostQuestions(before: LldDocument, after: LldDocument): Loss[] {
  const asked = before.openQuestions.filter(({ text }) => !saysNone(text));
  const { lost } = matchItems(asked, after.openQuestions, ({ text }) => [text], leastShared);
  return lost.map(({ text, isResolved }) => ({
    check: 'QUESTION_LOST',
    message: `The question "${cutText(text, longestQuote)}" of section 1 of the draft before is gone, and no finding asked for that: put it back with ${isResolved ? 'its' : 'an'} answer`,
  }));
}

function areQuestionsAskedFor(licensed: readonly License[]): boolean {
  const licences = readLicenses(licensed.filter(({ kind }) => kind !== 'answer'));
  return coversSection(licences, '1') || licences.some((title) => isQuestionTitle(title, true));
}

function describeDecision({ title, section, round }: KeptDecision): Loss {
  const place = /^\d/.test(section) ? `section ${section}` : `"${section}"`;
  return {
    check: 'DECISION_LOST',
    message: `What was written in ${place} to answer "${cutText(title, longestQuote)}" of ${round} is gone: put it back`,
  };
}

function allSections({ sections }: LldDocument): LldSection[] {
  return sections.flatMap((section) => [section, ...section.subsections]);
}

function nameOf({ number, title }: LldSection): string {
  return number ?? foldTitle(title);
}
