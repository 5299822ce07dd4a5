import { readableText } from './hidden-text.ts';
import type { LldDocument } from './lld/document.ts';
import type { AppliedEdit } from './lld/edits.ts';
import { splitLines } from './lld/source-lines.ts';
import { foldTitle } from './lld/template.ts';
import { visibleLines } from './lld/visible-lines.ts';
import { sharedPart, significantWords } from './significant-words.ts';

/** What an accepted finding brought into a document: a check for every later draft. */
export interface KeptDecision {
  /** Of the finding. */
  readonly title: string;
  /** The number of a section, or the title of one without. */
  readonly section: string;
  readonly lines: readonly string[];
  /** What found it, such as `review 2`. */
  readonly round: string;
}

/** Less than this of its words, and it was taken back. */
const leastKept = 0.5;
/** A line with fewer words, such as a rule or a bracket, could stand anywhere. */
const leastWords = 2;

/** More than any answer to a finding has. */
const mostLines = 1000;

/** `edits` are those that answer the finding; what only takes away leaves nothing to hold on to. */
export function keepDecisions(
  { title }: { readonly title: string },
  edits: readonly AppliedEdit[],
  round: string,
): KeptDecision[] {
  const lines = new Map<string, string[]>();
  for (const edit of edits) {
    const known = lines.get(edit.section) ?? [];
    lines.set(edit.section, [...known, ...addedBy(edit)].slice(0, mostLines));
  }
  return [...lines]
    .filter(([, added]) => added.length > 0)
    .map(([section, added]) => ({ title, section, round, lines: added }));
}

/** One edit may answer many findings. */
const knownAdditions = new WeakMap<AppliedEdit, readonly string[]>();

/** The lines that are new for whoever reads the page. */
function addedBy(edit: AppliedEdit): readonly string[] {
  const known = knownAdditions.get(edit) ?? findAdded(edit);
  knownAdditions.set(edit, known);
  return known;
}

function findAdded({ before, after }: AppliedEdit): string[] {
  const old = new Set(readableLines(before));
  const isNew = (line: string) => !old.has(line) && significantWords(line, leastWords).size >= leastWords;
  return readableLines(after).filter(isNew).slice(0, mostLines);
}

function readableLines(text: string): string[] {
  return splitLines(readableText(text)).map((line) => line.trim());
}

/** Whether a document still says, in that section, at least half of what was accepted. */
export function holdsDecision({ section, lines }: KeptDecision, document: LldDocument): boolean {
  return sharedPart(significantWords(lines.join('\n')), wordsOf(section, document)) >= leastKept;
}

const knownWords = new WeakMap<LldDocument, Map<string, ReadonlySet<string>>>();

/** The words that a reader sees in a section and in what stands below it; none if there is no such section. */
function wordsOf(name: string, document: LldDocument): ReadonlySet<string> {
  const known = knownWords.get(document) ?? new Map<string, ReadonlySet<string>>();
  knownWords.set(document, known);
  const words = known.get(name) ?? significantWords(seenIn(name, document), Number.POSITIVE_INFINITY);
  known.set(name, words);
  return words;
}

function seenIn(name: string, { sections }: LldDocument): string {
  const all = sections.flatMap((section) => [section, ...section.subsections]);
  const found = all.filter(
    ({ number, title }) => number === name || (number === null && foldTitle(title) === foldTitle(name)),
  );
  const blocks = found.flatMap((section) => [section, ...section.subsections]).flatMap((part) => part.blocks);
  return [...visibleLines(blocks)].map(({ text }) => text).join('\n');
}
