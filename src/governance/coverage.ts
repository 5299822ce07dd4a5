import { cutText } from '../model/text.ts';
import type { LldDocument } from './lld/document.ts';
import { renderTable } from './lld/render-table.ts';

/** Which scenarios of section 10.1 name which requirement of section 3. */
export interface Coverage {
  readonly requirements: number;
  readonly covered: number;
  /** From 0 to 1; a document without requirements has nothing covered. */
  readonly ratio: number;
  readonly matrix: readonly CoverageRow[];
}

interface CoverageRow {
  readonly requirement: number;
  readonly text: string;
  /** The ids of the scenarios that name it, cut short; of many the first ones, and how many more there are. */
  readonly scenarios: readonly string[];
}

/** An id has three digits; one that has more is a finding, and no reason to write a book. */
const longestId = 20;
const mostIds = 50;

/** A number that is given twice is one requirement: its first text counts. */
export function measureCoverage(document: LldDocument): Coverage {
  const scenarios = scenariosByRequirement(document);
  const texts = new Map(document.requirements.toReversed().map(({ number, text }) => [number, text]));
  const numbers = new Set(document.requirements.map(({ number }) => number));
  const matrix = [...numbers].map((number) => ({
    requirement: number,
    text: texts.get(number) ?? '',
    scenarios: limitIds(scenarios.get(number) ?? []),
  }));
  const covered = matrix.filter((row) => row.scenarios.length > 0).length;
  const ratio = matrix.length === 0 ? 0 : covered / matrix.length;
  return { requirements: matrix.length, covered, ratio, matrix };
}

export function renderMatrix(coverage: Coverage): string {
  const rows = coverage.matrix.map(({ requirement, text, scenarios }) => [
    `REQ-${requirement}`,
    text,
    scenarios.length === 0 ? '-' : scenarios.join(', '),
    scenarios.length === 0 ? 'missing' : 'covered',
  ]);
  const percent = Math.floor(coverage.ratio * 100);
  const total = `**Coverage:** ${coverage.covered} of ${coverage.requirements} requirements = ${percent} %`;
  return `${renderTable(['#', 'Requirement', 'Scenarios', 'Status'], rows)}\n\n${total}\n`;
}

function scenariosByRequirement(document: LldDocument): Map<number, string[]> {
  const found = new Map<number, string[]>();
  for (const scenario of document.scenarios) {
    for (const number of scenario.requirements) {
      const ids = found.get(number) ?? [];
      ids.push(cutText(scenario.id, longestId));
      found.set(number, ids);
    }
  }
  return found;
}

function limitIds(ids: readonly string[]): readonly string[] {
  return ids.length <= mostIds ? ids : [...ids.slice(0, mostIds), `and ${ids.length - mostIds} more`];
}
