import type { Block } from '../markdown.ts';
import type { LldHeader, LldOutline, LldSection, LldTitle, Located } from './document.ts';
import { findIssueId, splitTitle } from './issue-id.ts';
import { splitLines, textAfterLine } from './source-lines.ts';

type Heading = Extract<Block, { kind: 'heading' }>;

/** The heading that stands above the header of a finalized document; it is not the title. */
export const finalizedHeading = 'LLD Finalized';

/** `Base: x`, `- Base: x`, `**Base:** x` and `**Base**: x`, in any letter case. */
const headerLine = /^(?:[-*+]\s+)?(\*\*)?(?<key>Path|Status|Reviews|Base)(?::\1|\1\s?:)(?<value>.*)$/i;

/** Only headings at the top level of the block tree count: none in a fence, quote, list or comment does. */
export function parseOutline(text: string, blocks: readonly Block[]): LldOutline {
  const lines = splitLines(text);
  const issueHeading = findHeading(blocks, isOriginalIssueHeading);
  const own = blocksBefore(blocks, issueHeading);
  const appendixHeading = findHeading(own, isAppendixHeading);
  const main = blocksBefore(own, appendixHeading);
  const issueLine = issueHeading?.line ?? lines.length + 1;
  const sectionsEndLine = (appendixHeading?.line ?? issueLine) - 1;
  const front = splitAtHeadings(main, 2).lead;
  return {
    ...readFront(front, lines),
    sections: makeSections(main, 2, sectionsEndLine, lines),
    sectionsEndLine,
    appendix: appendixHeading && {
      line: appendixHeading.line,
      text: sourceBetween(lines, appendixHeading.endLine, issueLine),
    },
    originalIssue: issueHeading && {
      number: findIssueId(issueHeading.text),
      line: issueHeading.line,
      text: textAfterLine(text, issueHeading.endLine),
    },
  };
}

/** Blocks that belong to the document itself: the quoted issue at its end may hold anything. */
export function ownBlocks(blocks: readonly Block[]): readonly Block[] {
  return blocksBefore(blocks, findHeading(blocks, isOriginalIssueHeading));
}

/** Splits `2.1 Files Changed` and `3. Requirements`. */
export function splitSectionHeading(heading: string): { number: string | null; title: string } {
  const match = /^(\d{1,3}(?:\.\d{1,3})?)\.?(?:\s+|$)/.exec(heading);
  if (match === null) return { number: null, title: heading };
  return { number: match[1] ?? null, title: heading.slice(match[0].length).trim() };
}

function isOriginalIssueHeading(heading: Heading): boolean {
  return heading.level === 2 && /^Original\b.*\bIssue\b/i.test(heading.text);
}

function isAppendixHeading(heading: Heading): boolean {
  return heading.level === 2 && /^Appendix\b/i.test(heading.text);
}

function findHeading(blocks: readonly Block[], isWanted: (heading: Heading) => boolean): Heading | null {
  return blocks.find((block): block is Heading => block.kind === 'heading' && isWanted(block)) ?? null;
}

function blocksBefore(blocks: readonly Block[], end: Block | null): readonly Block[] {
  return end === null ? blocks : blocks.slice(0, blocks.indexOf(end));
}

function readFront(front: readonly Block[], lines: readonly string[]): Pick<LldOutline, 'header' | 'title'> {
  const heading = findHeading(front, ({ level, text }) => level === 1 && text !== finalizedHeading);
  return { header: readHeader(blocksBefore(front, heading), lines), title: heading && readTitle(heading) };
}

function readTitle(heading: Heading): LldTitle {
  return { ...splitTitle(heading.text), line: heading.line };
}

function readHeader(front: readonly Block[], lines: readonly string[]): LldHeader | null {
  const found = new Map<string, Located>();
  for (const block of front) {
    if (block.kind !== 'paragraph' && block.kind !== 'list') continue;
    for (let line = block.line; line <= block.endLine; line += 1) {
      const { key = '', value = '' } = headerLine.exec(lines[line - 1]?.trim() ?? '')?.groups ?? {};
      const name = key.toLowerCase();
      if (name !== '' && !found.has(name)) found.set(name, { value: value.trim(), line });
    }
  }
  if (found.size === 0) return null;
  return {
    path: found.get('path') ?? null,
    status: found.get('status') ?? null,
    reviews: found.get('reviews') ?? null,
    base: found.get('base') ?? null,
  };
}

interface Part {
  readonly heading: Heading;
  readonly blocks: Block[];
}

function splitAtHeadings(blocks: readonly Block[], level: number): { lead: Block[]; parts: Part[] } {
  const lead: Block[] = [];
  const parts: Part[] = [];
  for (const block of blocks) {
    if (block.kind === 'heading' && block.level === level) parts.push({ heading: block, blocks: [] });
    else (parts.at(-1)?.blocks ?? lead).push(block);
  }
  return { lead, parts };
}

function makeSections(
  blocks: readonly Block[],
  level: 2 | 3,
  endLine: number,
  lines: readonly string[],
): readonly LldSection[] {
  const { parts } = splitAtHeadings(blocks, level);
  return parts.map((part, index) => {
    const next = parts[index + 1]?.heading.line ?? endLine + 1;
    return makeSection(part, level, next - 1, lines);
  });
}

function makeSection(part: Part, level: 2 | 3, endLine: number, lines: readonly string[]): LldSection {
  const subsections = level === 2 ? makeSections(part.blocks, 3, endLine, lines) : [];
  const bodyEnd = subsections[0]?.line ?? endLine + 1;
  return {
    ...splitSectionHeading(part.heading.text),
    line: part.heading.line,
    endLine,
    body: sourceBetween(lines, part.heading.endLine, bodyEnd),
    blocks: part.blocks.filter((block) => block.line < bodyEnd),
    subsections,
  };
}

/** The source of the lines strictly between two lines. */
function sourceBetween(lines: readonly string[], after: number, before: number): string {
  return lines
    .slice(after, before - 1)
    .join('\n')
    .trim();
}
