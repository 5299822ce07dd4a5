/** Characters that can drive a terminal or hide text: C0 (but tab and newline), DEL, C1, zero-width and bidi controls. */
const unsafeCharacters = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

const longestQuote = 80;

/** Untrusted text made fit for one line of a terminal: what could act or hide is shown as an escape. */
export function showSafely(text: string): string {
  return text.replace(unsafeCharacters, escapeCharacter).replace(/[\t\n]/g, ' ');
}

/** Any value in quotes, cut short: for messages that show what was refused. */
export function quoteSafely(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return showSafely(text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text);
}

/** One JSON document, whose bytes cannot drive a terminal either. */
export function renderJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2).replace(unsafeCharacters, escapeCharacter)}\n`;
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
