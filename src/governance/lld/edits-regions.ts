import { parseBlocks } from '../markdown.ts';
import type { LldSection } from './document.ts';
import { blankFrontMatter } from './front-matter.ts';
import { parseOutline } from './outline.ts';
import { readSectionNumbers } from './section-name.ts';
import { listLineStarts, splitLines } from './source-lines.ts';
import { foldTitle } from './template.ts';

/** The own body of a section: what stands below its heading and above the next heading of a section. */
export interface Region {
  readonly section: Pick<LldSection, 'number' | 'title'>;
  /** The section that it is part of, for a subsection. */
  readonly parent: string | null;
  /** Its place among the pieces. */
  readonly piece: number;
  /** The source of the heading that comes next, without its line end; null at the end of the text. */
  readonly followedBy: string | null;
}

/** Joined, the pieces are the text; every region is one of them. */
export interface SplitText {
  readonly pieces: string[];
  readonly regions: readonly Region[];
}

export function splitRegions(text: string): SplitText {
  const blocks = parseBlocks(blankFrontMatter(text));
  const outline = parseOutline(text, blocks);
  const headings = new Map(blocks.map((block) => [block.line, block.kind === 'heading' ? block.endLine : block.line]));
  const starts = listLineStarts(text);
  const startOf = (line: number): number => starts[line - 1] ?? text.length;
  const pieces: string[] = [];
  const regions: Region[] = [];
  let done = 0;
  for (const { section, parent, end } of outline.sections.flatMap(ownParts)) {
    const from = startOf((headings.get(section.line) ?? section.line) + 1);
    const to = startOf(end + 1);
    pieces.push(text.slice(done, from), text.slice(from, to));
    const heading = text.slice(to, startOf((headings.get(end + 1) ?? end + 1) + 1));
    const followedBy = to < text.length ? splitLines(heading).join('\n').trimEnd() : null;
    regions.push({ section, parent, piece: pieces.length - 1, followedBy });
    done = to;
  }
  return { pieces: [...pieces, text.slice(done)], regions };
}

interface Part {
  readonly section: LldSection;
  readonly parent: string | null;
  /** The last line of its own body. */
  readonly end: number;
}

function ownParts(section: LldSection): Part[] {
  const end = (section.subsections[0]?.line ?? section.endLine + 1) - 1;
  const nested = section.subsections.map((part) => ({ section: part, parent: section.number, end: part.endLine }));
  return [{ section, parent: null, end }, ...nested];
}

/**
 * `own` are the regions that are named, `nested` those below them that have no number by which to name them, `numbered`
 * those that have one: their text is part of the section, too.
 */
export interface Addressed {
  readonly own: readonly Region[];
  readonly nested: readonly Region[];
  readonly numbered: readonly Region[];
}

/** Finds `2.1`, `§2.1`, `## 2.1 Files Changed`, `Files Changed`, `Open Questions` and `1. Open Questions`. */
export function addressRegions(written: string, regions: readonly Region[]): Addressed {
  const [number, ...others] = readSectionNumbers(written);
  const title = foldTitle(written.slice(0, 500).replace(/^[\s#*§]*(?:section\b)?[\d.\s]*/i, ''));
  const titled = regions.filter(
    ({ section, parent }) =>
      section.number === null && foldTitle(section.title) === title && (!/\d/.test(written) || parent === number),
  );
  if (titled.length > 0) return { own: titled, nested: [], numbered: [] };
  if (number === undefined || others.length > 0) return { own: [], nested: [], numbered: [] };
  const below = regions.filter(({ parent }) => parent === number);
  return {
    own: regions.filter(({ section }) => section.number === number),
    nested: below.filter(({ section }) => section.number === null),
    numbered: below.filter(({ section }) => section.number !== null),
  };
}
