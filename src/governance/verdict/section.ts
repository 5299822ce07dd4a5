import type { Block } from '../markdown.ts';
import { parseStatement } from './statement.ts';
import type { Tier } from './verdict.ts';
import { blockingCategories, highPriorityCategories } from './verdict.ts';
import { afterVerdictHeading, parseBox } from './verdict-line.ts';

type Heading = Extract<Block, { kind: 'heading' }>;

/** `aside` is where free text stands or others are quoted: summaries, questions, logs and earlier rounds. */
type Zone = { kind: 'verdict' | 'coverage' | 'aside' | 'other' } | { kind: 'tier'; tier: Tier };

/** A heading (null for the text above the first one) with the blocks up to the next heading of any level. */
export interface Section {
  readonly heading: Heading | null;
  readonly zone: Zone;
  readonly blocks: Block[];
}

export function splitSections(blocks: readonly Block[]): Section[] {
  const sections: Section[] = [{ heading: null, zone: { kind: 'other' }, blocks: [] }];
  /** The last heading that set a zone for the deeper headings under it. */
  let parent: { level: number; zone: Zone } = { level: 0, zone: { kind: 'other' } };
  for (const block of blocks) {
    if (block.kind !== 'heading' || isUnderlinedText(block)) {
      sections.at(-1)?.blocks.push(block);
      continue;
    }
    const inherited = block.level > parent.level || isCategory(block) ? parent.zone : null;
    const zone = zoneOf(block, inherited);
    if (zone !== inherited) parent = { level: block.level, zone: zone.kind === 'verdict' ? { kind: 'other' } : zone };
    sections.push({ heading: block, zone, blocks: [] });
  }
  return sections;
}

/** The title of a review; what follows it names what was reviewed, in words that are not the reviewer's. */
export function isReviewTitle(text: string): boolean {
  return /^[*_\s]*LLD Review\b/i.test(text);
}

function zoneOf({ text, level }: Heading, inherited: Zone | null): Zone {
  if (isReviewTitle(text)) return { kind: 'other' };
  const tier = readTier(text);
  if (tier !== null) return { kind: 'tier', tier };
  if (inherited?.kind === 'coverage' && level > 2) return inherited;
  if (inherited?.kind === 'aside') return inherited;
  if (afterVerdictHeading(text) !== null) return { kind: 'verdict' };
  if (inherited?.kind === 'tier') return inherited;
  if (/^[*_\s]*(?:requirements? |test )?coverage\b/i.test(text)) return { kind: 'coverage' };
  if (
    /^[*_\s]*(?:open )?questions?\b|\breview (?:log|history)\b|\bappendix\b|\b(?:previous|earlier|prior)\b|^[*_\s]*(?:identity|review summary|summary)\b/i.test(
      text,
    )
  )
    return { kind: 'aside' };
  return inherited ?? { kind: 'other' };
}

function readTier(text: string): Tier | null {
  const [, digit] = /\btier[\s-]{0,3}([123])\b/i.exec(text) ?? [];
  if (digit === undefined) return null;
  if (digit === '1') return 1;
  return digit === '2' ? 2 : 3;
}

const categories: ReadonlySet<string> = new Set([...blockingCategories, ...highPriorityCategories]);

function isCategory({ text }: Heading): boolean {
  return categories.has(text.replaceAll('*', '').trim());
}

/** Check boxes or a verdict above a `---` are parsed as a heading, and are still meant as text. */
function isUnderlinedText({ text, line, endLine }: Heading): boolean {
  return endLine > line && (text.includes('\n') || parseBox(text) !== null || parseStatement(text).word !== null);
}
