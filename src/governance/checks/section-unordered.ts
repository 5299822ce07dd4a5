import { makeCheck } from './check.ts';
import { nameOf, templateSections } from './template-sections.ts';

export const sectionUnordered = makeCheck({
  id: 'SECTION_UNORDERED',
  severity: 'error',
  description: 'The numbered sections come in the order of their numbers.',
  *find({ document }) {
    let furthest = -1;
    for (const { section, place } of templateSections(document)) {
      if (place < furthest) yield { line: section.line, message: `Section ${nameOf(section)} comes too late` };
      furthest = Math.max(furthest, place);
    }
  },
});
