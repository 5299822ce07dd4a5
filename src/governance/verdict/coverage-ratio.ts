import type { Block } from '../markdown.ts';
import type { Section } from './section.ts';
import { visibleLines } from './verdict-line.ts';

/** The coverage that the document claims, by calculation and by table; the lower one where they differ. */
export function readCoverageRatio(sections: readonly Section[]): number | null {
  const blocks = sections.filter(({ zone }) => zone.kind === 'coverage').flatMap((section) => section.blocks);
  const ratios = blocks.map(readRatio).filter((ratio) => ratio !== null);
  const lowest = ratios.length === 0 ? null : ratios.reduce((least, ratio) => Math.min(least, ratio));
  return (lowest ?? 1) >= 1 && saysFail(blocks) ? 0 : lowest;
}

/** Its own "Verdict: FAIL" outweighs numbers that say otherwise. */
function saysFail(blocks: readonly Block[]): boolean {
  return visibleLines(blocks).some(({ text }) => /\bverdict\b[^:]{0,9}:[*_\s]*fail/i.test(text));
}

function readRatio(block: Block): number | null {
  if (block.kind === 'table') return readTable(block);
  const lines = visibleLines([block]).filter(({ text }) => /coverage/i.test(text));
  const ratios = lines.map(({ text }) => readCalculation(text)).filter((ratio) => ratio !== null);
  return ratios.length === 0 ? null : Math.min(...ratios);
}

/** Reads "8 requirements covered / 8 total = **100%**", or the percentage where there is no fraction. */
function readCalculation(text: string): number | null {
  const [, covered, total] = /(\d{1,6})[a-z\s]{0,40}\/\s{0,5}(\d{1,6})/i.exec(text) ?? [];
  if (covered !== undefined && total !== undefined) return makeRatio(Number(covered), Number(total));
  const [, percent] = /(\d{1,3}(?:\.\d{1,3})?)\s?%/.exec(text) ?? [];
  return percent === undefined ? null : makeRatio(Number(percent), 100);
}

/** Only a status that says so is missing: a status that we do not know is no proof of a gap. */
function readTable({ columns, rows }: Extract<Block, { kind: 'table' }>): number | null {
  const status = columns.findIndex((column) => /status|covered/i.test(column));
  if (status === -1) return null;
  const missing = rows.filter(({ cells }) =>
    /✗|✘|✖|❌|missing|^\W*not?\b|\bnot covered\b|uncovered|\bgap\b|partial/i.test(cells[status] ?? ''),
  );
  return makeRatio(rows.length - missing.length, rows.length);
}

function makeRatio(covered: number, total: number): number | null {
  return total === 0 ? null : Math.min(1, covered / total);
}
