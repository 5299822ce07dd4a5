import { hasTooManyLines, mostLines } from '../../model/line-limit.ts';
import { quoteSafely } from '../../model/text.ts';
import { type Block, parseBlocks } from '../markdown.ts';
import type { Region } from './edits-regions.ts';
import { splitLines } from './source-lines.ts';

type Heading = Extract<Block, { kind: 'heading' }>;

/** The deepest heading that makes a section. */
const sectionLevel = 3;

export const emptied = 'it would leave the section empty: say why nothing stands there instead';

/** What edits that do not fit may cost, in characters that are read: beyond it they are not gone through one by one. */
const mostRead = 2 * 1024 * 1024;

/** Looks at bodies that shall take the place of others. */
export class BodyGuard {
  readonly #regions: readonly Region[];
  readonly #old: readonly string[];
  #read = 0;

  constructor(regions: readonly Region[], pieces: readonly string[]) {
    this.#regions = regions;
    this.#old = [...pieces];
  }

  /** The pieces whose new bodies may not take their places. */
  findWrong(pieces: readonly string[]): Set<number> {
    const changed = this.#regions.filter(({ piece }) => pieces[piece] !== this.#old[piece]);
    const wrong = changed.filter(({ piece, followedBy }) =>
      checkBody(this.#old[piece] ?? '', pieces[piece] ?? '', followedBy),
    );
    return new Set(wrong.map(({ piece }) => piece));
  }

  /** Why a new body may not take the place of the first one; null if it may. */
  check({ piece, followedBy }: Region, body: string): string | null {
    this.#read += body.length;
    if (this.#read > mostRead)
      return 'some edits of this section do not fit, and it is too long to tell which: give fewer';
    return checkBody(this.#old[piece] ?? '', body, followedBy);
  }
}

/**
 * Why a new body may not take the place of an old one; null if it may. The heading that follows it is read with it:
 * nothing that a body holds may swallow what comes after, or make a section of its own.
 */
function checkBody(old: string, body: string, followedBy: string | null): string | null {
  if (body.trim() === '') return emptied;
  if (hasTooManyLines(body)) return `the section has more than ${mostLines} lines`;
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
