import { lldTemplate } from '../lld/template.ts';
import { makeCheck } from './check.ts';
import { templateSections } from './template-sections.ts';

export const sectionMissing = makeCheck({
  id: 'SECTION_MISSING',
  severity: 'error',
  description: 'All twelve numbered sections are present.',
  *find({ document }) {
    const found = new Map(templateSections(document).map(({ section, known }) => [known.number, section.endLine]));
    let line = document.title?.line ?? 1;
    for (const section of lldTemplate) {
      const endLine = found.get(section.number);
      const heading = `## ${section.number}. ${section.title}`;
      if (endLine !== undefined) line = endLine;
      else
        yield { line, message: `Section ${section.number} is missing: add the heading "${heading}" after this line` };
    }
  },
});
