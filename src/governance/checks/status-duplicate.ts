import { findSection } from '../lld/document.ts';
import { visibleLines } from '../lld/visible-lines.ts';
import { makeCheck } from './check.ts';

const statement = /^[\s>|#+\d.)(-]*(?:(?:current|document|design|review|approval|lld) )?status\s*[:=–—]/i;

export const statusDuplicate = makeCheck({
  id: 'STATUS_DUPLICATE',
  severity: 'error',
  description: 'Section 1 states the status once, in its list of facts: whoever writes the document sets it there.',
  *find({ document, lines }) {
    const section = findSection(document.sections, '1');
    if (section === null) return;
    const blocks = [section, ...section.subsections].flatMap((part) => part.blocks);
    const stated = [...visibleLines(blocks)].filter(({ text }) => statement.test(text.replace(/[*_`]/g, '')));
    const own = document.context.status?.line ?? 0;
    const isOurs = /^\s*[*+-]\s/.test(lines[own - 1] ?? '');
    const first = stated.findIndex(({ line }) => isOurs && line === own);
    for (const [at, { line }] of stated.entries()) {
      if (at !== first)
        yield { line, message: 'The status is stated once, as `* **Status:** Draft`: leave this one out' };
    }
  },
});
