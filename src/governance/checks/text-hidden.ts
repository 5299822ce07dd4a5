import { findHiddenMarkup } from '../find-hidden.ts';
import { makeCheck } from './check.ts';
import { fencedLines, linesOfDesign } from './section-lines.ts';

export const textHidden = makeCheck({
  id: 'TEXT_HIDDEN',
  severity: 'warning',
  description: 'No comment and no tag hides text of the design from those who read its page; code does not.',
  *find(input) {
    const fenced = fencedLines(input.document.sections);
    const shown = linesOfDesign(input).map(({ line, text }) => (fenced.has(line) ? '' : text));
    for (const { line, excerpt } of findHiddenMarkup(shown.join('\n'))) {
      yield { line, message: `Readers of the page do not see what stands here: ${excerpt}` };
    }
  },
});
