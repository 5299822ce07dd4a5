import { dropHidden } from '../../model/hidden-characters.ts';
import { readableText } from '../hidden-text.ts';
import type { Block } from '../markdown.ts';

/** A line as a reader of the page sees it. */
export interface VisibleLine {
  readonly text: string;
  /** Of the block that it is part of. */
  readonly line: number;
  /** It begins an item of a list, or is a heading, a cell, or a line of HTML: no sentence goes on with it. */
  readonly isHead: boolean;
}

/** Every line of blocks at any depth that is not blank; of a table every cell is one. */
export function* visibleLines(blocks: readonly Block[], isItem = false): Generator<VisibleLine> {
  for (const [at, block] of blocks.entries()) {
    if (block.kind === 'list') for (const item of block.items) yield* visibleLines(item.blocks, true);
    else if (block.kind === 'quote') yield* visibleLines(block.blocks);
    else if (block.kind === 'table') yield* cellsOf(block);
    else if (block.kind === 'fence') yield* linesOf(block.text, block.line, () => false);
    else if (block.kind !== 'rule') {
      const isParagraph = block.kind === 'paragraph';
      yield* linesOf(readableText(block.text), block.line, (place) => !isParagraph || (isItem && at + place === 0));
    }
  }
}

function* cellsOf({ columns, rows, line }: Extract<Block, { kind: 'table' }>): Generator<VisibleLine> {
  for (const row of [{ cells: columns, line }, ...rows]) {
    for (const cell of row.cells) yield* linesOf(readableText(cell), row.line, () => true);
  }
}

function* linesOf(source: string, line: number, isHead: (place: number) => boolean): Generator<VisibleLine> {
  for (const [place, written] of source.split('\n').entries()) {
    const text = dropHidden(written).trim();
    if (text !== '') yield { text, line, isHead: isHead(place) };
  }
}
