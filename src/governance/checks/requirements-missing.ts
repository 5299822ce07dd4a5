import { findSection } from '../lld/document.ts';
import { makeCheck } from './check.ts';

export const requirementsMissing = makeCheck({
  id: 'REQUIREMENTS_MISSING',
  severity: 'error',
  description: 'Section 3 has a numbered list of requirements.',
  *find({ document }) {
    if (document.requirements.length > 0) return;
    const line = findSection(document.sections, '3')?.line ?? document.sectionsEndLine;
    yield { line, message: 'Section 3 has no numbered requirement' };
  },
});
