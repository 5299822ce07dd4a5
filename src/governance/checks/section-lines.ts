import { findSection, type LldSection } from '../lld/document.ts';
import type { Block } from '../markdown.ts';
import type { CheckInput } from './check.ts';

export interface SourceLine {
  readonly line: number;
  readonly text: string;
}

/** The source of a section with its subsections; nothing if the document lacks it. */
export function linesOfSection({ document, lines }: CheckInput, number: string): SourceLine[] {
  const section = findSection(document.sections, number);
  return section === null ? [] : sourceLines(lines, section.line, section.endLine);
}

/** Everything up to the appendix: header, title and sections, but no review log and no original issue. */
export function linesOfDesign({ document, lines }: CheckInput): SourceLine[] {
  return sourceLines(lines, 1, document.sectionsEndLine);
}

/** The lines that stand in fences, at any depth of lists and quotes. */
export function fencedLines(sections: readonly LldSection[]): Set<number> {
  const fenced = new Set<number>();
  for (const section of sections) {
    for (const { line, endLine } of fencesIn(section.blocks)) {
      for (let at = line; at <= endLine; at += 1) fenced.add(at);
    }
    for (const line of fencedLines(section.subsections)) fenced.add(line);
  }
  return fenced;
}

function* fencesIn(blocks: readonly Block[]): Iterable<Block> {
  for (const block of blocks) {
    if (block.kind === 'fence') yield block;
    if (block.kind === 'quote') yield* fencesIn(block.blocks);
    if (block.kind === 'list') for (const item of block.items) yield* fencesIn(item.blocks);
  }
}

function sourceLines(lines: readonly string[], from: number, to: number): SourceLine[] {
  return lines.slice(from - 1, to).map((text, index) => ({ line: from + index, text }));
}
