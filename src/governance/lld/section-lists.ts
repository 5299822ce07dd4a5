import type { Block, ListItem } from '../markdown.ts';
import type { LldContext, Located, Requirement } from './document.ts';
import { joinWords } from './source-lines.ts';

/** `REQ-1:` and `REQ-1 -`, `(REQ-1)`, and either in bold type. Other text may begin with the name of a requirement. */
const labelPatterns: readonly RegExp[] = [
  /^REQ-0*(?<number>\d{1,9})(?:\s*:|\s+[-–—](?=\s|$))/,
  /^\(REQ-0*(?<number>\d{1,9})\):?/,
  /^(\*\*|__)\(?REQ-0*(?<number>\d{1,9})\)?\s?:?\1(?:\s*:|\s+[-–—](?=\s|$))?/,
];

/** Reads `1. text` and our own `1. REQ-1: text` alike. The list's number is the requirement's. */
export function readRequirements(blocks: readonly Block[]): Requirement[] {
  return listItems(blocks).flatMap((item) => {
    if (item.number === null) return [];
    const text = itemText(item);
    const { label, rest } = splitLabel(text);
    return [{ number: item.number, label, text: label === item.number ? rest : text, line: item.line }];
  });
}

function splitLabel(text: string): { label: number | null; rest: string } {
  for (const pattern of labelPatterns) {
    const match = pattern.exec(text);
    const number = match?.groups?.['number'];
    if (match === null || number === undefined) continue;
    return { label: Number(number), rest: text.slice(match[0].length).trim() };
  }
  return { label: null, rest: text };
}

export function readContext(blocks: readonly Block[]): LldContext {
  return {
    issue: readFact(blocks, 'Issue'),
    objective: readFact(blocks, 'Objective'),
    status: readFact(blocks, 'Status'),
    related: readFact(blocks, 'Related Issues'),
  };
}

/** The first item `**Label:** value`, `**Label**: value` or `Label: value`. */
export function readFact(blocks: readonly Block[], label: string): Located | null {
  const marker = new RegExp(`^(\\*\\*)?${label}(?::\\1|\\1\\s?:)`, 'i');
  for (const item of listItems(blocks)) {
    const text = itemText(item);
    const match = marker.exec(text);
    if (match !== null) return { value: text.slice(match[0].length).trim(), line: item.line };
  }
  return null;
}

export function listItems(blocks: readonly Block[]): ListItem[] {
  return blocks.flatMap((block) => (block.kind === 'list' ? block.items : []));
}

export function itemText(item: ListItem): string {
  const first = item.blocks[0];
  return first?.kind === 'paragraph' ? joinWords(first.text) : '';
}
