import { flattenText } from '../../model/text.ts';

/**
 * Makes text of a model safe to stand inside one line of our Markdown: it stays readable, and cannot open a block,
 * tick a box, state a verdict or hide what follows, neither for us nor for readers that search by pattern.
 */
export function inlineText(text: string): string {
  const flat = flattenText(text.toWellFormed().replace(/\p{Cc}+/gu, ' '));
  return escapeBackticks(flat.replace(/\\(?=[!-/:-@[-`{-~]|$)/g, '\\\\'))
    .replaceAll('<', '&lt;')
    .replaceAll('~~', '\\~\\~')
    .replace(/[☐☑☒]/gu, (box) => `&#${box.codePointAt(0)};`)
    .replace(/\[(\s?\S?\s?)\]/gu, '\\[$1\\]')
    .replace(/(verdict[*_`\s]*):/gi, '$1\\:');
}

/** For text that starts its line, where Markdown looks for block marks. */
export function lineText(text: string): string {
  return inlineText(text)
    .replace(/^(?=[#>[=]|[-+*](?:\s|$)|[-*_][-*_\s]*$)/, '\\')
    .replace(/^(\d{1,9})(?=[.)])/, '$1\\');
}

/** For text inside bold marks, which must not end them. */
export function boldText(text: string): string {
  return inlineText(text).replaceAll('*', '\\*');
}

/** For text in a cell of a table. */
export function cellText(text: string): string {
  return inlineText(text).replaceAll('|', '\\|');
}

/** A backtick without a partner would turn our marks into code. */
function escapeBackticks(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  const isPaired = runs.length % 2 === 0 && runs.every((run) => run.length === 1);
  return isPaired ? text : text.replaceAll('`', '\\`');
}
