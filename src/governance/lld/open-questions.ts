import { dropHidden } from '../../model/hidden-characters.ts';
import { readableText } from '../hidden-text.ts';
import type { Block, ListItem } from '../markdown.ts';
import type { LldSection, OpenQuestion } from './document.ts';
import { afterQuestions } from './question-marks.ts';
import { isQuestionTitle } from './question-titles.ts';
import { itemText, listItems, readFact } from './section-lists.ts';
import { visibleLines } from './visible-lines.ts';

const noneWords = /^(?:none|n\/a|nothing|no (?:open |further |remaining |outstanding |more )?questions?|-)?$/;
const noneSuffix =
  / (?:at this time|at present|at the moment|currently|for now|so far|yet|known|open|left|remain(?:ing)?)$/;

/** The questions below each heading that stands over some. */
export function findOpenQuestions(sections: readonly LldSection[]): OpenQuestion[] {
  return questionParts(sections).flatMap((blocks) => readOpenQuestions(blocks));
}

/** What stands below each heading of questions, in order. */
export function questionParts(sections: readonly LldSection[]): Block[][] {
  return sections.flatMap((section) => {
    const isFirst = section.number === '1';
    return [section, ...section.subsections].map((part) => {
      if (isQuestionTitle(part.title, isFirst)) return [...part.blocks];
      return isFirst ? blocksOfQuestions(part.blocks) : [];
    });
  });
}

/** Below section 1 only: elsewhere such a heading is one of prose. */
function blocksOfQuestions(blocks: readonly Block[]): Block[] {
  let isInside = false;
  return blocks.filter((block) => {
    if (block.kind === 'heading') isInside = isQuestionTitle(block.text, true);
    return isInside;
  });
}

/** A box; whatever mark we do not know ticks none. */
const boxed = /^\[\s?([xX✓✔☑?~oO-]?)\uFE0F?\s?\](?:\s+|$)(.*)$/s;

/**
 * Task-list items at any depth; the answer is a nested item `**Answer:** …`. On the first level an item without a box is
 * a question too, and an open one, unless it says that there is none.
 */
function readOpenQuestions(blocks: readonly Block[], isNested = false): OpenQuestion[] {
  return listItems(blocks).flatMap((item) => {
    const nested = readOpenQuestions(item.blocks, true);
    const [, box, text = ''] = boxed.exec(itemText(item)) ?? boxed.exec(dropHidden(itemText(item))) ?? [];
    if (box === undefined) return [...(isNested ? [] : readBareQuestion(item)), ...nested];
    const answer = readFact(item.blocks, 'Answer')?.value ?? null;
    const isTicked = /[xX✓✔☑]/.test(box);
    const isSettled = (text !== '' && saysNone(text)) || isStruckAndResolved(text);
    const isResolved = isTicked ? isAnswered(item, text, answer) : isSettled;
    return [{ text, isResolved, isTicked, answer, line: item.line }, ...nested];
  });
}

function readBareQuestion(item: ListItem): OpenQuestion[] {
  const text = itemText(item);
  if (saysNone(text)) return [];
  const isResolved = isStruckAndResolved(text);
  return [{ text, isResolved, isTicked: isResolved, answer: null, line: item.line }];
}

/** A tick alone answers nothing. The answer may also stand behind the last question mark, or in whatever stands below. */
function isAnswered({ blocks }: ListItem, text: string, answer: string | null): boolean {
  if (answer !== null) return saysSomething(answer);
  if (saysSomething(afterQuestions(readableText(text)))) return true;
  return visibleLines(blocks.slice(1)).some((line) => saysSomething(line.text));
}

function saysSomething(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(dropHidden(readableText(text)));
}

/** `None.`, `*None at this time.*`, `No open questions remain` */
export function saysNone(text: string): boolean {
  const words = dropHidden(text).replace(/[*_.]/g, '').trim().toLowerCase();
  return noneWords.test(words.replace(noneSuffix, ''));
}

/** `~~Which format?~~ **RESOLVED:** JSON` */
function isStruckAndResolved(text: string): boolean {
  const readable = readableText(text);
  return readable !== text.trim() && /^[*_([]*resolved\b/i.test(readable);
}
