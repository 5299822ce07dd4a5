/** An emoji is made of several characters that nobody sees by themselves; where they stand so, they hide nothing. */
const straySelector =
  '(?<!\\p{Extended_Pictographic})\\ufe0e|(?<!\\p{Extended_Pictographic}|[0-9#*](?=\\ufe0f\\u20e3))\\ufe0f';
const strayJoiner =
  '(?<!\\p{Extended_Pictographic}\\ufe0f?|\\p{Emoji_Modifier})\\u200d|\\u200d(?!\\p{Extended_Pictographic})';

/**
 * The one definition of what readers of a page or of a terminal do not see, or what acts on them: controls but tab and
 * newline, whatever Unicode says may be ignored (zero widths, directions, selectors, tags), line separators, annotations,
 * and letters that are blank.
 */
const always =
  '[[\\p{Default_Ignorable_Code_Point}\\p{Cc}\\u2028\\u2029\\u2800\\ufff9-\\ufffc]--[\\t\\n\\ufe0e\\ufe0f\\u200d]]';
const hidden = `${always}|${straySelector}|${strayJoiner}`;

const anyHidden = new RegExp(hidden, 'v');
const everyHidden = new RegExp(hidden, 'gv');

/** No text without one of these hides anything: most texts are done by one look. */
const suspicious = /[^\t\n -~]/;

export function hidesCharacters(text: string): boolean {
  return suspicious.test(text) && anyHidden.test(text);
}

/** Each hidden character and its place, in order. */
export function* scanHidden(text: string): Generator<{ readonly character: string; readonly at: number }> {
  if (!suspicious.test(text)) return;
  for (const { 0: character, index: at } of text.matchAll(everyHidden)) yield { character, at };
}

/** The text with something else in the place of each hidden character. */
export function replaceHidden(text: string, replace: (character: string) => string): string {
  return suspicious.test(text) ? text.replace(everyHidden, replace) : text;
}

/** What is left to be read of a text: two that differ only in what nobody sees are the same. */
export function dropHidden(text: string): string {
  return replaceHidden(text, () => '');
}

/** `U+200B`. */
export function nameCharacter(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
