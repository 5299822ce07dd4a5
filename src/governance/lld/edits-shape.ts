import { quoteSafely } from '../../model/text.ts';
import { type Block, parseBlocks } from '../markdown.ts';
import { splitLines } from './source-lines.ts';

type Heading = Extract<Block, { kind: 'heading' }>;

/** The deepest heading that makes a section. */
const sectionLevel = 3;

/**
 * Why a new body may not take the place of an old one; null if it may. The heading that follows it is read with it:
 * nothing that a body holds may swallow what comes after, or make a section of its own.
 */
export function checkBody(old: string, body: string, followedBy: string | null): string | null {
  if (body.trim() === '') return 'it would leave the section empty: say why nothing stands there instead';
  const lead = followedBy === null ? `${body}\n\n` : body;
  const blocks = parseBlocks(`${lead}${followedBy ?? '# End'}`);
  const next = blocks.at(-1);
  if (next?.kind !== 'heading' || next.line !== splitLines(lead).length) {
    return 'it leaves a code fence, a comment or an HTML block open, or runs into the next heading';
  }
  const headings = sectionHeadings(blocks.slice(0, -1));
  const had = new Set(headings.length === 0 ? [] : sectionHeadings(parseBlocks(old)).map(nameOf));
  const made = headings.find((heading) => !had.has(nameOf(heading)));
  if (made === undefined) return null;
  return `it would make the heading ${quoteSafely(made.text)}: inside a section headings begin at level ${sectionLevel + 1}`;
}

function sectionHeadings(blocks: readonly Block[]): Heading[] {
  return blocks.filter((block) => block.kind === 'heading').filter(({ level }) => level <= sectionLevel);
}

function nameOf({ level, text }: Heading): string {
  return `${level} ${text}`;
}
