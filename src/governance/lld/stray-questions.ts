import { readableText } from '../hidden-text.ts';
import type { Block } from '../markdown.ts';
import type { LldSection, Located, OpenQuestion } from './document.ts';
import { questionParts, saysNone } from './open-questions.ts';
import { asksSomething } from './question-marks.ts';
import { listItems } from './section-lists.ts';
import { visibleLines } from './visible-lines.ts';

/** A box that is not ticked, at the start of a line. */
const openBox = /^[\s*_`>|+-]*(?:\[\s{0,3}\]|☐)/;

/**
 * Questions that are asked in another form than ours: boxes that are left open anywhere in section 1, and, below a heading of
 * questions, whatever is neither a list nor says that there is none.
 */
export function findStrayQuestions(sections: readonly LldSection[], known: readonly OpenQuestion[]): Located[] {
  const knownLines = new Set(known.map(({ line }) => line));
  const first = sections.filter(({ number }) => number === '1').flatMap((one) => [one, ...one.subsections]);
  const boxes = first.flatMap(({ blocks }) => [...openBoxes(blocks)].filter(({ line }) => !knownLines.has(line)));
  const asked = questionParts(sections).flatMap(findAsked);
  const found = new Map([...boxes, ...asked].map((one) => [one.line, one]));
  return [...found.values()].sort((a, b) => a.line - b.line);
}

function* openBoxes(blocks: readonly Block[]): Generator<Located> {
  for (const { text, line } of visibleLines(blocks)) if (openBox.test(text)) yield { value: text, line };
  for (const { text, line } of blocks.filter((block) => block.kind === 'html' || block.kind === 'paragraph')) {
    if (/<input[\s>]/i.test(text) && !/\schecked[\s=/>]/i.test(text)) yield { value: 'an empty check box', line };
  }
}

function findAsked(blocks: readonly Block[]): Located[] {
  const hasList = listItems(blocks).length > 0;
  return blocks.flatMap((block) => {
    const text = block.kind === 'paragraph' ? readableText(block.text) : '';
    if (block.kind === 'paragraph') {
      const isQuestion = asksSomething(text) || (!hasList && !beginsWithNone(text));
      return isQuestion && text !== '' ? [{ value: text, line: block.line }] : [];
    }
    if (block.kind !== 'table' && block.kind !== 'quote' && block.kind !== 'html' && block.kind !== 'fence') return [];
    const shown = [...visibleLines([block])].map((line) => line.text).join(' ');
    return shown === '' ? [] : [{ value: shown, line: block.line }];
  });
}

function beginsWithNone(text: string): boolean {
  const [sentence = ''] = text.split(/[.;:,–—]/, 1);
  return saysNone(text) || saysNone(sentence) || /^[*_]*(?:none|no (?:\w+ )?questions?)\b/i.test(text);
}
