import type { Block } from '../markdown.ts';

/** A one-line value and the line that it stands on. Lines count from 1 everywhere. */
export interface Located {
  readonly value: string;
  readonly line: number;
}

/** The `Key: value` lines before the title of a finalized document. */
export interface LldHeader {
  readonly path: Located | null;
  readonly status: Located | null;
  readonly reviews: Located | null;
  readonly base: Located | null;
}

/** The first heading, `# 137 - Title`; `number` is null when it names no issue. */
export interface LldTitle {
  readonly number: string | null;
  readonly text: string;
  readonly line: number;
}

export interface LldSection {
  /** `3` or `2.1`; null for a heading without a number. */
  readonly number: string | null;
  readonly title: string;
  readonly line: number;
  readonly endLine: number;
  /** The source below the heading and above the first subsection, trimmed. */
  readonly body: string;
  readonly blocks: readonly Block[];
  readonly subsections: readonly LldSection[];
}

/** The text below a heading that ends the numbered sections. */
interface Passage {
  readonly line: number;
  readonly text: string;
}

/** `text` is everything after the heading's line, verbatim: it is not ours to interpret. */
interface OriginalIssue extends Passage {
  readonly number: string | null;
}

/** The labelled facts of section 1, such as `* **Issue:** #137`. */
export interface LldContext {
  readonly issue: Located | null;
  readonly objective: Located | null;
  readonly status: Located | null;
  readonly related: Located | null;
}

export interface TableShape {
  readonly line: number;
  readonly columns: readonly string[];
}

/** Null where the document has no such table; a missing column shows as a name absent from `columns`. */
interface LldTables {
  readonly files: TableShape | null;
  readonly decisions: TableShape | null;
  readonly scenarios: TableShape | null;
  readonly risks: TableShape | null;
}

export interface FileChange {
  readonly path: string;
  /** As written; `changeTypeOf` knows what it means. */
  readonly change: string;
  readonly description: string;
  readonly line: number;
}

export interface Decision {
  readonly decision: string;
  readonly options: string;
  readonly choice: string;
  readonly rationale: string;
  readonly line: number;
}

export interface Requirement {
  /** Its number in the list. */
  readonly number: number;
  /** The number in a label before the text, `REQ-4:`; null without one. */
  readonly label: number | null;
  /** Without the label, if that agrees with the number. */
  readonly text: string;
  readonly line: number;
}

export interface Scenario {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly input: string;
  readonly expected: string;
  readonly passCriteria: string;
  /** Those named in the column Requirements, or in any cell of a table without that column; only what is seen counts. */
  readonly requirements: readonly number[];
  /** Those named in the column of that name alone. */
  readonly listedRequirements: readonly number[];
  readonly line: number;
}

export interface OpenQuestion {
  readonly text: string;
  /** Whether its box is ticked and there is an answer, or it says that there is none. */
  readonly isResolved: boolean;
  /** Whether its box is ticked; a question without a box counts as ticked when it is resolved. */
  readonly isTicked: boolean;
  readonly answer: string | null;
  readonly line: number;
}

export interface Risk {
  readonly risk: string;
  readonly impact: string;
  readonly likelihood: string;
  readonly mitigation: string;
  readonly line: number;
}

/** The frame of a document: what its headings say, before any table or list is read. */
export interface LldOutline {
  readonly header: LldHeader | null;
  readonly title: LldTitle | null;
  readonly sections: readonly LldSection[];
  /** The last line before the appendix, the original issue or the end of the text. */
  readonly sectionsEndLine: number;
  readonly appendix: Passage | null;
  readonly originalIssue: OriginalIssue | null;
}

export interface LldDocument extends LldOutline {
  readonly context: LldContext;
  readonly tables: LldTables;
  readonly files: readonly FileChange[];
  readonly decisions: readonly Decision[];
  readonly requirements: readonly Requirement[];
  readonly scenarios: readonly Scenario[];
  readonly openQuestions: readonly OpenQuestion[];
  /** What section 1 asks or leaves open in another form than a list of questions. */
  readonly strayQuestions: readonly Located[];
  readonly risks: readonly Risk[];
}

export function findSection(sections: readonly LldSection[], number: string): LldSection | null {
  for (const section of sections) {
    const found = section.number === number ? section : findSection(section.subsections, number);
    if (found !== null) return found;
  }
  return null;
}

/** The blocks of a section and then those of its subsections; none if the document lacks it. */
export function blocksOfSection(sections: readonly LldSection[], number: string): readonly Block[] {
  const section = findSection(sections, number);
  if (section === null) return [];
  return [...section.blocks, ...section.subsections.flatMap((subsection) => subsection.blocks)];
}
