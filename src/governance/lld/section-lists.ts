import type { Block, ListItem } from '../markdown.ts';
import type { LldContext, Located, OpenQuestion, Requirement } from './document.ts';
import { joinWords } from './source-lines.ts';

/** Reads `1. text` and our own `1. REQ-1: text` alike. The list's number is the requirement's. */
export function readRequirements(blocks: readonly Block[]): Requirement[] {
  return listItems(blocks).flatMap((item) => {
    if (item.number === null) return [];
    const text = itemText(item);
    const label = `REQ-${item.number}:`;
    const statement = text.startsWith(label) ? text.slice(label.length).trim() : text;
    return [{ number: item.number, text: statement, line: item.line }];
  });
}

/**
 * Task-list items at any depth; the answer is a nested item `**Answer:** …`. On the first level an item without a box is
 * a question too, and an open one, unless it says that there is none.
 */
export function readOpenQuestions(blocks: readonly Block[], isNested = false): OpenQuestion[] {
  return listItems(blocks).flatMap((item) => {
    const nested = readOpenQuestions(item.blocks, true);
    const [, box, text = ''] = /^\[([ xX])\](?:\s+|$)(.*)$/s.exec(itemText(item)) ?? [];
    if (box === undefined) return [...(isNested ? [] : readBareQuestion(item)), ...nested];
    const answer = readFact(item.blocks, 'Answer')?.value ?? null;
    return [{ text, isResolved: box !== ' ', answer, line: item.line }, ...nested];
  });
}

function readBareQuestion(item: ListItem): OpenQuestion[] {
  const text = itemText(item);
  if (/^[*_]*(?:none|n\/a|no open questions|-)?[*_.]*$/i.test(text)) return [];
  return [{ text, isResolved: false, answer: null, line: item.line }];
}

export function readContext(blocks: readonly Block[]): LldContext {
  return {
    issue: readFact(blocks, 'Issue'),
    objective: readFact(blocks, 'Objective'),
    status: readFact(blocks, 'Status'),
    related: readFact(blocks, 'Related Issues'),
  };
}

function readFact(blocks: readonly Block[], label: string): Located | null {
  const marker = `**${label}:**`;
  for (const item of listItems(blocks)) {
    const text = itemText(item);
    if (text.startsWith(marker)) return { value: text.slice(marker.length).trim(), line: item.line };
  }
  return null;
}

function listItems(blocks: readonly Block[]): ListItem[] {
  return blocks.flatMap((block) => (block.kind === 'list' ? block.items : []));
}

function itemText(item: ListItem): string {
  const first = item.blocks[0];
  return first?.kind === 'paragraph' ? joinWords(first.text) : '';
}
