import type { Decision, FileChange, Risk, Scenario } from './document.ts';

/** The level below which no heading of a section's or of the review log's own prose may rise. */
export const sectionProseLevel = 4;
export const reviewLogLevel = 3;

/**
 * The content of an LLD in our template. Single-line fields hold one line of words; prose fields hold Markdown; the
 * original issue is kept byte for byte. `normaliseDraft` says exactly what survives the way to text and back.
 */
export interface LldDraft {
  /** An issue id, see `isIssueId`. */
  readonly issue: string;
  readonly title: string;
  readonly objective: string;
  readonly status: string;
  readonly related: string;
  readonly header: DraftHeader | null;
  readonly openQuestions: readonly DraftQuestion[];
  readonly files: readonly DraftFile[];
  readonly decisions: readonly DraftDecision[];
  /** In order: the first is REQ-1. */
  readonly requirements: readonly string[];
  readonly scenarios: readonly DraftScenario[];
  readonly risks: readonly DraftRisk[];
  readonly prose: DraftProse;
  readonly reviewLog: string;
  readonly originalIssue: string | null;
}

export interface DraftHeader {
  readonly path: string;
  readonly status: string;
  readonly reviews: number;
  readonly base: string | null;
}

/** A question without an answer is open. */
interface DraftQuestion {
  readonly question: string;
  readonly answer: string | null;
}

type DraftFile = Omit<FileChange, 'line'>;
type DraftDecision = Omit<Decision, 'line'>;
type DraftScenario = Omit<Scenario, 'line' | 'listedRequirements'>;
type DraftRisk = Omit<Risk, 'line'>;

export interface DraftProse {
  readonly dependencies: string;
  readonly dataStructures: string;
  readonly functionSignatures: string;
  readonly logicFlow: string;
  readonly technicalApproach: string;
  readonly alternatives: string;
  readonly dataAndFixtures: string;
  readonly diagram: string;
  readonly securityAndSafety: string;
  readonly performanceAndCost: string;
  readonly legalAndCompliance: string;
  readonly testCommands: string;
  readonly manualTests: string;
  readonly definitionOfDone: string;
}

/** Each prose field and the section of the template that holds it. */
export const proseSections: readonly (readonly [field: keyof DraftProse, section: string])[] = [
  ['dependencies', '2.2'],
  ['dataStructures', '2.3'],
  ['functionSignatures', '2.4'],
  ['logicFlow', '2.5'],
  ['technicalApproach', '2.6'],
  ['alternatives', '4'],
  ['dataAndFixtures', '5'],
  ['diagram', '6'],
  ['securityAndSafety', '7'],
  ['performanceAndCost', '8'],
  ['legalAndCompliance', '9'],
  ['testCommands', '10.2'],
  ['manualTests', '10.3'],
  ['definitionOfDone', '12'],
];

/** Makes each prose field by its name. */
export function mapProse(make: (field: keyof DraftProse) => string): DraftProse {
  return {
    dependencies: make('dependencies'),
    dataStructures: make('dataStructures'),
    functionSignatures: make('functionSignatures'),
    logicFlow: make('logicFlow'),
    technicalApproach: make('technicalApproach'),
    alternatives: make('alternatives'),
    dataAndFixtures: make('dataAndFixtures'),
    diagram: make('diagram'),
    securityAndSafety: make('securityAndSafety'),
    performanceAndCost: make('performanceAndCost'),
    legalAndCompliance: make('legalAndCompliance'),
    testCommands: make('testCommands'),
    manualTests: make('manualTests'),
    definitionOfDone: make('definitionOfDone'),
  };
}

/** A number as a count; what is none counts as zero. */
export function countOf(value: number): number {
  return Number.isSafeInteger(value) && value > 0 ? value : 0;
}
