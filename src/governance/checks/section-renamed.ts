import { foldTitle } from '../lld/template.ts';
import { makeCheck } from './check.ts';
import { templateSections } from './template-sections.ts';

export const sectionRenamed = makeCheck({
  id: 'SECTION_RENAMED',
  severity: 'warning',
  description: 'The numbered sections have the titles of the template.',
  *find({ document }) {
    for (const { section, known } of templateSections(document)) {
      if (foldTitle(section.title) === foldTitle(known.title)) continue;
      yield {
        line: section.line,
        message: `Section ${known.number} is titled "${section.title}", not "${known.title}"`,
      };
    }
  },
});
