import { readableText } from '../hidden-text.ts';
import type { Block, ListItem } from '../markdown.ts';
import type { LldSection, OpenQuestion } from './document.ts';
import { itemText, listItems, readFact } from './section-lists.ts';

/** The deepest heading that questions may stand under; below section 1 only, for elsewhere it is a heading of prose. */
const deepestLevel = 4;

const noneWords = /^(?:none|n\/a|nothing|no (?:open |further |remaining |outstanding |more )?questions?|-)?$/;
const noneSuffix =
  / (?:at this time|at present|at the moment|currently|for now|so far|yet|known|open|left|remain(?:ing)?)$/;

/** The questions below each heading `Open Questions`, whatever follows those words. */
export function findOpenQuestions(sections: readonly LldSection[]): OpenQuestion[] {
  return sections.flatMap((section) => {
    const isFirst = section.number === '1';
    return [section, ...section.subsections].flatMap((part) => {
      if (isQuestionTitle(part.title)) return readOpenQuestions(part.blocks);
      return isFirst ? readOpenQuestions(blocksOfQuestions(part.blocks)) : [];
    });
  });
}

function isQuestionTitle(title: string): boolean {
  return /^[*_]*open questions\b/i.test(title);
}

function blocksOfQuestions(blocks: readonly Block[]): Block[] {
  let isInside = false;
  return blocks.filter((block) => {
    if (block.kind === 'heading' && block.level <= deepestLevel) isInside = isQuestionTitle(block.text);
    return isInside;
  });
}

/**
 * Task-list items at any depth; the answer is a nested item `**Answer:** …`. On the first level an item without a box is
 * a question too, and an open one, unless it says that there is none.
 */
function readOpenQuestions(blocks: readonly Block[], isNested = false): OpenQuestion[] {
  return listItems(blocks).flatMap((item) => {
    const nested = readOpenQuestions(item.blocks, true);
    const [, box, text = ''] = /^\[([ xX✓✔])\uFE0F?\](?:\s+|$)(.*)$/s.exec(itemText(item)) ?? [];
    if (box === undefined) return [...(isNested ? [] : readBareQuestion(item)), ...nested];
    const answer = readFact(item.blocks, 'Answer')?.value ?? null;
    const isTicked = box !== ' ';
    const isResolved = isTicked || (text !== '' && saysNone(text)) || isStruckAndResolved(text);
    return [{ text, isResolved, isTicked, answer, line: item.line }, ...nested];
  });
}

function readBareQuestion(item: ListItem): OpenQuestion[] {
  const text = itemText(item);
  if (saysNone(text)) return [];
  const isResolved = isStruckAndResolved(text);
  return [{ text, isResolved, isTicked: isResolved, answer: null, line: item.line }];
}

/** `None.`, `*None at this time.*`, `No open questions remain` */
function saysNone(text: string): boolean {
  const words = text.replace(/[*_.]/g, '').trim().toLowerCase();
  return noneWords.test(words.replace(noneSuffix, ''));
}

/** `~~Which format?~~ **RESOLVED:** JSON` */
function isStruckAndResolved(text: string): boolean {
  const readable = readableText(text);
  return readable !== text.trim() && /^[*_([]*resolved\b/i.test(readable);
}
