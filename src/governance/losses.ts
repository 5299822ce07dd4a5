import type { Finding } from './finding.ts';
import type { LldDocument, LldSection } from './lld/document.ts';
import { coversSection, readSectionNumbers } from './lld/section-name.ts';
import { foldTitle } from './lld/template.ts';
import { holdsDecision, type KeptDecision } from './losses-decisions.ts';
import { findUnmatched } from './losses-match.ts';

/** A finding of a review names this section, as its reviewer writes it: a change there was asked for. */
export interface License {
  readonly section: string;
}

export interface Comparison {
  readonly before: LldDocument;
  readonly after: LldDocument;
  readonly kept: readonly KeptDecision[];
  readonly licensed: readonly License[];
}

/** Less than this, and a text speaks of something else. */
const leastShared = 0.4;

/**
 * What a revision has lost. Revisions edit sections: a section that the draft before had may be rewritten but not left
 * out; a requirement, a decision or what answered a finding goes only where a review spoke of its section.
 */
export function findLosses(comparison: Comparison): Finding[] {
  const { before, after, kept, licensed } = comparison;
  const licences = readLicenses(licensed);
  const line = after.title?.line ?? 1;
  const losses = [
    ...lostSections(before, after),
    ...(coversSection(licences, '3') ? [] : lostRequirements(before, after)),
    ...(coversSection(licences, '2.7') ? [] : lostRows(before, after)),
    ...kept.filter((one) => !isLicensed(one, licences) && !holdsDecision(one, after)).map(describeDecision),
  ];
  return losses.map(({ check, message }) => ({ check, severity: 'error', line, message, fix: null }));
}

/** What later drafts are still held to: a decision that a review had changed is a check no more. */
export function carryDecisions(
  kept: readonly KeptDecision[],
  after: LldDocument,
  licensed: readonly License[],
): KeptDecision[] {
  const licences = readLicenses(licensed);
  return kept.filter((one) => !isLicensed(one, licences) || holdsDecision(one, after));
}

function readLicenses(licensed: readonly License[]): string[] {
  return licensed.flatMap(({ section }) => [...readSectionNumbers(section), foldTitle(section)]);
}

function isLicensed({ section }: KeptDecision, licences: readonly string[]): boolean {
  return coversSection(licences, section) || licences.includes(foldTitle(section));
}

interface Loss {
  readonly check: string;
  readonly message: string;
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

function lostRequirements(before: LldDocument, after: LldDocument): Loss[] {
  const lost = findUnmatched(before.requirements, after.requirements, ({ text }) => [text], leastShared);
  return lost.map(({ number, text }) => ({
    check: 'REQUIREMENT_LOST',
    message: `REQ-${number} of the draft before is gone, and no finding asked for that: "${text}"`,
  }));
}

/** A row that has another name is the same if it still says what the old one said. */
function lostRows(before: LldDocument, after: LldDocument): Loss[] {
  const textsOf = ({ decision, options, choice, rationale }: LldDocument['decisions'][number]) => [
    decision,
    [decision, options, choice, rationale].join(' '),
  ];
  return findUnmatched(before.decisions, after.decisions, textsOf, leastShared).map(({ decision }) => ({
    check: 'DECISION_LOST',
    message: `The decision "${decision}" of section 2.7 of the draft before is gone, and no finding asked for that`,
  }));
}

function describeDecision({ title, section, round }: KeptDecision): Loss {
  const place = /^\d/.test(section) ? `section ${section}` : `"${section}"`;
  return {
    check: 'DECISION_LOST',
    message: `What was written in ${place} to answer "${title}" of review ${round} is gone: put it back`,
  };
}

function allSections({ sections }: LldDocument): LldSection[] {
  return sections.flatMap((section) => [section, ...section.subsections]);
}

function nameOf({ number, title }: LldSection): string {
  return number ?? foldTitle(title);
}
