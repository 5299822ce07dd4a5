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
    for (const { line, excerpt } of findHiddenMarkup(blankCode(shown))) {
      yield { line, message: `Readers of the page do not see what stands here: ${excerpt}` };
    }
  },
});

/** Without code in its lines. Where a run of backticks is not closed on its line, nobody knows without reading all around it. */
function blankCode(lines: readonly string[]): string {
  const paragraphs = lines.join('\n').split(/(\n[ \t]*\n)/);
  return paragraphs.map((text) => (text.split('\n').every(isClosed) ? text.replace(code, ' ') : text)).join('');
}

const longestLine = 4000;
const code = /(?<![\\`])(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g;

function isClosed(line: string): boolean {
  return !line.includes('`') || (line.length <= longestLine && !line.replace(code, ' ').includes('`'));
}
