import { readableText } from '../hidden-text.ts';
import type { LldSection } from '../lld/document.ts';
import type { Block } from '../markdown.ts';
import { makeCheck } from './check.ts';
import { nameOf, templateSections } from './template-sections.ts';

/** A drawing says something without words. */
const picture = /<(?:img|picture|svg|video)[\s>]/i;

export const sectionEmpty = makeCheck({
  id: 'SECTION_EMPTY',
  severity: 'error',
  description: 'Every numbered section says something; a comment or a ruler is nothing.',
  *find({ document }) {
    for (const { section, known } of templateSections(document)) {
      if (!isEmpty(section)) continue;
      yield { line: section.line, message: `Section ${nameOf(section)} is empty. ${known.guidance}` };
    }
  },
});

function isEmpty(section: LldSection): boolean {
  return !section.blocks.some(saysSomething) && section.subsections.every(isEmpty);
}

function saysSomething(block: Block): boolean {
  if (block.kind === 'html') return picture.test(block.text) || !/^(?:<!--|$)/.test(readableText(block.text));
  return block.kind !== 'rule';
}
