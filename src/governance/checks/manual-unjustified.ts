import { makeCheck } from './check.ts';
import { linesOfSection } from './section-lines.ts';

export const manualUnjustified = makeCheck({
  id: 'MANUAL_UNJUSTIFIED',
  severity: 'warning',
  description: 'Section 10.3 names each manual scenario by its id, to say why no machine can run it.',
  *find(input) {
    const justified = new Set(linesOfSection(input, '10.3').flatMap(({ text }) => text.split(/\W+/)));
    for (const { id, type, line } of input.document.scenarios) {
      if (type !== 'Manual' || justified.has(id)) continue;
      yield { line, message: `Section 10.3 does not say why scenario ${id} is manual` };
    }
  },
});
