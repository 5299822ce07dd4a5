import { blankHiddenText } from '../blank-hidden.ts';
import type { Block } from '../markdown.ts';

export interface Line {
  readonly text: string;
  readonly line: number;
}

/** The non-empty lines of text, tables as one line a row. Fences, quotes, raw HTML and comments say nothing. */
export function visibleLines(blocks: readonly Block[]): Line[] {
  return blocks.flatMap((block) => {
    switch (block.kind) {
      case 'paragraph':
      case 'heading':
        return textLines(block);
      case 'list':
        return block.items.flatMap((item) => visibleLines(item.blocks));
      case 'table':
        return block.rows.map((row) => ({ text: row.cells.join(' | '), line: row.line }));
      default:
        return [];
    }
  });
}

function textLines({ text, line }: Line): Line[] {
  return blankHiddenText(text)
    .split('\n')
    .map((part, index) => ({ text: part.trim(), line: line + index }))
    .filter((part) => part.text !== '');
}

export interface Box {
  /** Null for a mark that is neither a tick nor empty. */
  readonly isTicked: boolean | null;
  readonly label: string;
}

/** A check box at the start of a line: `[x] label`, `[ ] label`, `☑ label`, `☐ label`. */
export function parseBox(text: string): Box | null {
  const match = /^[*_\s]*(?:\[([^[\]]{0,3})\]|([☐☑☒]))\s*(.*)$/s.exec(text);
  if (match === null) return null;
  const mark = (match[1] ?? match[2] ?? '').trim();
  if (mark.length > 1) return null;
  return { isTicked: readMark(mark), label: match[3] ?? '' };
}

function readMark(mark: string): boolean | null {
  if (mark === '' || mark === '☐') return false;
  return mark === 'x' || mark === 'X' || mark === '☑' ? true : null;
}

const verdictLabel =
  /^[*_`\s]*(?:\d{1,3}(?:\.\d{1,3}){0,3}\.?\s+)?(?:(?:final|governance|review|overall|lld)\s+){0,2}verdict[*_`\s]*(?:(:|[-–—]\s)(.*))?$/is;

/** What follows the colon of a `Verdict:` line, or null for any other line. */
export function afterVerdictLabel(text: string): string | null {
  const match = verdictLabel.exec(text);
  return match?.[1] === ':' ? stripMarks(match[2] ?? '') : null;
}

/** What a `Verdict` heading says itself: '' for the bare heading, null for any other heading. */
export function afterVerdictHeading(text: string): string | null {
  const match = verdictLabel.exec(text);
  return match === null ? null : stripMarks(match[2] ?? '');
}

/** Text that is emphasis marks only is empty text: the rest of `**Verdict:**`. */
function stripMarks(text: string): string {
  return /^[*_`\s]*$/.test(text) ? '' : text;
}
