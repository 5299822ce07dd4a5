import type { LldDocument, LldSection } from './lld/document.ts';
import type { AppliedEdit } from './lld/edits.ts';
import { splitLines } from './lld/source-lines.ts';
import { foldTitle } from './lld/template.ts';
import { sharedPart, significantWords } from './significant-words.ts';

/** What an accepted finding brought into a document: a check for every later draft. */
export interface KeptDecision {
  /** Of the finding. */
  readonly title: string;
  /** The number of a section, or the title of one without. */
  readonly section: string;
  readonly lines: readonly string[];
  /** The review that found it, from 1. */
  readonly round: number;
}

/** Less than this of its words, and it was taken back. */
const leastKept = 0.5;
/** A line with fewer words, such as a rule or a bracket, could stand anywhere. */
const leastWords = 2;

/** `edits` are those that answer the finding; what only takes away leaves nothing to hold on to. */
export function keepDecisions(
  { title }: { readonly title: string },
  edits: readonly AppliedEdit[],
  round: number,
): KeptDecision[] {
  const lines = new Map<string, string[]>();
  for (const { section, before, after } of edits) {
    const old = new Set(splitLines(before).map((line) => line.trim()));
    const added = splitLines(after).filter(
      (line) => !old.has(line.trim()) && significantWords(line).size >= leastWords,
    );
    lines.set(section, [...(lines.get(section) ?? []), ...added]);
  }
  return [...lines]
    .filter(([, added]) => added.length > 0)
    .map(([section, added]) => ({ title, section, round, lines: added }));
}

/** Whether a document still says, in that section, at least half of what was accepted. */
export function holdsDecision({ section, lines }: KeptDecision, document: LldDocument): boolean {
  const words = significantWords(lines.join('\n'));
  const body = significantWords(bodyOf(section, document), Number.POSITIVE_INFINITY);
  return sharedPart(words, body) >= leastKept;
}

/** The source of a section with what stands below it; empty if there is none. */
function bodyOf(name: string, { sections }: LldDocument): string {
  const all = sections.flatMap((section) => [section, ...section.subsections]);
  const found = all.filter(
    ({ number, title }) => number === name || (number === null && foldTitle(title) === foldTitle(name)),
  );
  return found.flatMap(wholeBody).join('\n');
}

function wholeBody({ body, subsections }: LldSection): string[] {
  return [body, ...subsections.flatMap(wholeBody)];
}
