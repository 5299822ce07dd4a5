import { makeCheck } from './check.ts';
import { findRepeats } from './repeats.ts';
import { nameOf, templateSections } from './template-sections.ts';

export const sectionDuplicate = makeCheck({
  id: 'SECTION_DUPLICATE',
  severity: 'error',
  description: 'No numbered section appears twice.',
  *find({ document }) {
    const sections = templateSections(document).map(({ section }) => section);
    for (const { item, firstLine } of findRepeats(sections, ({ number }) => number)) {
      yield { line: item.line, message: `Section ${nameOf(item)} is already at line ${firstLine}` };
    }
  },
});
