import type { LldSection } from './document.ts';
import { parseLld } from './parse-lld.ts';
import { splitLines } from './source-lines.ts';

/** One section with its own source, heading included; a section with subsections ends where they begin. */
export interface SectionText {
  /** Its number, or its title if it has none. */
  readonly name: string;
  readonly text: string;
}

/** Every section and subsection of a document, in order. */
export function readSectionTexts(text: string): SectionText[] {
  const lines = splitLines(text);
  const own = (section: LldSection): SectionText => ({
    name: section.number ?? section.title,
    text: lines
      .slice(section.line - 1, (section.subsections[0]?.line ?? section.endLine + 1) - 1)
      .join('\n')
      .trimEnd(),
  });
  return parseLld(text).sections.flatMap((section) => [own(section), ...section.subsections.map(own)]);
}

/** The sections that a document has in another wording than an earlier one, or that the earlier one had not. */
export function readChangedSections(before: string, after: string): SectionText[] {
  const known = new Map(readSectionTexts(before).map((section) => [section.name, section.text]));
  return readSectionTexts(after).filter((section) => known.get(section.name) !== section.text);
}
