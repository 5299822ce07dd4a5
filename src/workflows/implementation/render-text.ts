import { inlineText } from '../../governance/verdict/model-text.ts';
import { cutText, flattenText, showSafely } from '../../model/text.ts';

const longestText = 500;
const empty = '(empty)';

/** What a page of a forge would act on: mentions, numbers of issues, addresses, images. */
const acting = /[@#]|\b(?:https?|www\.|gh-\d)|!\[|\]\(/i;

/**
 * Text of others for one line of a page: it opens no block, notifies nobody, loads nothing and closes no issue. What could is
 * shown as code.
 */
export function plainText(text: string): string {
  const shown = cutText(showSafely(flattenText(text.toWellFormed())), longestText);
  if (shown === '') return empty;
  return acting.test(shown) ? codeText(shown) : escapeStart(inlineText(shown));
}

/** Where an item or a paragraph begins, Markdown looks for marks of blocks. */
function escapeStart(text: string): string {
  return text.replace(/^(?=[#>[=]|[-+*](?:\s|$)|[-*_][-*_\s]*$)/, '\\').replace(/^(\d{1,9})(?=[.)](?:\s|$))/, '$1\\');
}

/** A name or a command, as it is. */
export function codeText(text: string): string {
  const shown = cutText(showSafely(text.toWellFormed()).trim(), longestText);
  if (shown === '') return empty;
  // In a cell of a table some readers take such a pipe for its end, however it is escaped.
  if (shown.includes('\\|')) return `<code>${shown.replace(/[!-/:-@[-`{-~]/g, toEntity)}</code>`;
  const longest = (shown.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  const fence = '`'.repeat(longest + 1);
  const gap = longest > 0 ? ' ' : '';
  return `${fence}${gap}${shown}${gap}${fence}`;
}

function toEntity(mark: string): string {
  return `&#${mark.charCodeAt(0)};`;
}

export function renderItems(items: readonly string[]): string {
  return items.length === 0 ? 'None.' : items.map((item) => `- ${item}`).join('\n');
}
