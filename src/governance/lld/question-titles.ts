import { dropHidden } from '../../model/hidden-characters.ts';
import { readableText } from '../hidden-text.ts';

/** Whether a heading stands over questions that are open. In section 1 every heading that speaks of questions does. */
export function isQuestionTitle(title: string, isFirstSection: boolean): boolean {
  const words = foldHeading(title);
  if (/^(?:open|unresolved|outstanding|unanswered) questions?\b/.test(words)) return true;
  return isFirstSection && /\bquestions?\b/.test(words) && !/^(?:resolved|answered|closed|settled)\b/.test(words);
}

/** As it reads: without marks, numbers and what nobody sees, in one case and with single spaces. */
function foldHeading(title: string): string {
  return dropHidden(readableText(title.slice(0, 1000)).normalize('NFKC'))
    .toLowerCase()
    .replace(/[*_`~#[\]]/g, '')
    .replace(/^[\d.\s]+/, '')
    .replace(/[\s-]+/g, ' ')
    .trim();
}
