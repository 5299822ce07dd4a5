import MarkdownIt, { type Token } from 'markdown-it';
import { firstLines } from '../model/line-limit.ts';

/** One block of a Markdown document. Lines count from 1; `endLine` is the last line of the block. */
export type Block =
  | { kind: 'heading'; level: number; text: string; line: number; endLine: number }
  | { kind: 'paragraph'; text: string; line: number; endLine: number }
  | { kind: 'fence'; info: string; text: string; line: number; endLine: number }
  | { kind: 'html'; text: string; line: number; endLine: number }
  | { kind: 'rule'; line: number; endLine: number }
  | { kind: 'list'; isOrdered: boolean; items: ListItem[]; line: number; endLine: number }
  | { kind: 'quote'; blocks: Block[]; line: number; endLine: number }
  | { kind: 'table'; columns: string[]; rows: TableRow[]; line: number; endLine: number };

export interface ListItem {
  /** As written, or as Markdown counts where every item is written with the same number; null for bullets. */
  number: number | null;
  blocks: Block[];
  line: number;
  endLine: number;
}

interface TableRow {
  cells: string[];
  line: number;
}

/** Block structure only: inline syntax stays text, so no document can make inline parsing explode. */
const blockParser = new MarkdownIt('default', { html: true });
blockParser.core.ruler.enableOnly(['normalize', 'block']);

/** Lines beyond `mostLines` are not read; whoever decides by what a document says refuses one that has more. */
export function parseBlocks(text: string): Block[] {
  return readBlocks({ tokens: blockParser.parse(firstLines(text), {}), at: 0 });
}

/** A block of code that says to be JSON, or does not say what it is and begins like an object. */
export function isJsonFence({ info, text }: Extract<Block, { kind: 'fence' }>): boolean {
  return info.toLowerCase() === 'json' || (info === '' && text.trimStart().startsWith('{'));
}

interface Cursor {
  readonly tokens: readonly Token[];
  at: number;
}

/** Reads blocks up to the closing token of the container that the cursor stands in. */
function readBlocks(cursor: Cursor): Block[] {
  const blocks: Block[] = [];
  for (;;) {
    const token = cursor.tokens[cursor.at];
    if (token === undefined || token.nesting === -1) return blocks;
    cursor.at += 1;
    const block = readBlock(token, cursor);
    if (block !== null) blocks.push(block);
  }
}

function readBlock(token: Token, cursor: Cursor): Block | null {
  const lines = linesOf(token);
  switch (token.type) {
    case 'heading_open':
      return { kind: 'heading', level: Number(token.tag.slice(1)), text: readInline(cursor), ...lines };
    case 'paragraph_open':
      return { kind: 'paragraph', text: readInline(cursor), ...lines };
    case 'fence':
    case 'code_block':
      return { kind: 'fence', info: token.info.trim(), text: token.content, ...lines };
    case 'html_block':
      return { kind: 'html', text: token.content, ...lines };
    case 'hr':
      return { kind: 'rule', ...lines };
    case 'bullet_list_open':
    case 'ordered_list_open':
      return { kind: 'list', isOrdered: token.type === 'ordered_list_open', items: readItems(cursor), ...lines };
    case 'blockquote_open':
      return { kind: 'quote', blocks: readContainer(cursor), ...lines };
    case 'table_open':
      return readTable(cursor, lines);
    default:
      return null;
  }
}

function readContainer(cursor: Cursor): Block[] {
  const blocks = readBlocks(cursor);
  cursor.at += 1;
  return blocks;
}

function readInline(cursor: Cursor): string {
  const text = cursor.tokens[cursor.at]?.content ?? '';
  cursor.at += 2;
  return text;
}

function readItems(cursor: Cursor): ListItem[] {
  const items: ListItem[] = [];
  for (;;) {
    const token = cursor.tokens[cursor.at];
    cursor.at += 1;
    if (token?.type !== 'list_item_open') return countItems(items);
    const number = token.info === '' ? null : Number(token.info);
    items.push({ number, blocks: readContainer(cursor), ...linesOf(token) });
  }
}

/** `1. 1. 1.` is a common way to write 1, 2, 3. */
function countItems(items: ListItem[]): ListItem[] {
  const first = items[0]?.number ?? null;
  if (first === null || items.length < 2 || items.some(({ number }) => number !== first)) return items;
  return items.map((item, place) => ({ ...item, number: first + place }));
}

function readTable(cursor: Cursor, lines: { line: number; endLine: number }): Block {
  const rows: TableRow[] = [];
  for (;;) {
    const token = cursor.tokens[cursor.at];
    cursor.at += 1;
    if (token === undefined || token.type === 'table_close') break;
    if (token.type === 'tr_open') rows.push({ cells: [], line: linesOf(token).line });
    if (token.type === 'inline') rows.at(-1)?.cells.push(token.content.trim());
  }
  const [head, ...body] = rows;
  return { kind: 'table', columns: head?.cells ?? [], rows: body, ...lines };
}

function linesOf(token: Token): { line: number; endLine: number } {
  const [start, end] = token.map ?? [0, 0];
  return { line: start + 1, endLine: Math.max(start + 1, end) };
}
