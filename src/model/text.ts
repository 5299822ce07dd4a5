import { replaceHidden } from './hidden-characters.ts';

const longestQuote = 80;

/** Untrusted text made fit for one line of a terminal: what could act or hide is shown as an escape. */
export function showSafely(text: string): string {
  return escapeUnsafe(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}

/** The same for text of several lines that we have laid out ourselves. */
export function escapeUnsafe(text: string): string {
  return replaceHidden(text, escapeCharacter);
}

/** Text as one line. Blanks between backticks are code, in which each of them counts, and stay. */
export function flattenText(text: string): string {
  return text
    .replace(/`[^`]*`|\s+/g, (found) => (found.startsWith('`') ? found.replace(/(?! )\s+/g, ' ') : ' '))
    .trim();
}

/** The beginning of a text, with a sign that it goes on. Never cuts a character in two. */
export function cutText(text: string, most: number): string {
  return text.length <= most
    ? text
    : `${text
        .slice(0, most - 1)
        .toWellFormed()
        .replace(/\ufffd$/, '')}…`;
}

/** Any value in quotes, cut short: for messages that show what was refused. */
export function quoteSafely(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : describeValue(value);
  return showSafely(text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text);
}

/** As JSON where it can be written so; a config module may hold what cannot. */
function describeValue(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return typeof value === 'bigint' ? `${value}n` : `a value of type ${typeof value}`;
  }
}

/** One JSON document, whose bytes cannot drive a terminal either. */
export function renderJson(value: unknown): string {
  return `${escapeUnsafe(JSON.stringify(value, null, 2))}\n`;
}

/** One escape for each UTF-16 unit: that is how JSON writes them, too. */
function escapeCharacter(character: string): string {
  const first = toEscape(character.charCodeAt(0));
  return character.length === 1 ? first : first + toEscape(character.charCodeAt(1));
}

function toEscape(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}
