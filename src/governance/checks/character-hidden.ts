import { makeCheck } from './check.ts';

/** Soft and zero-width characters, direction controls, and tags. */
const invisiblePattern =
  '[\\u00AD\\u061C\\u180E\\u200B\\u200C\\u200E\\u200F\\u202A-\\u202E\\u2060-\\u2064\\u2066-\\u206F\\uFEFF\\u{E0000}-\\u{E007F}]';
/** A joiner that does not follow an emoji. */
const strayJoiner = '(?<!\\p{Extended_Pictographic}\\uFE0F?)\\u200D';
const hiddenPattern = new RegExp(`${invisiblePattern}|${strayJoiner}`, 'u');

export const characterHidden = makeCheck({
  id: 'CHARACTER_HIDDEN',
  severity: 'warning',
  description: 'No character is invisible or changes the direction of the text, the original issue included.',
  *find({ lines }) {
    for (const [index, text] of lines.entries()) {
      const code = hiddenPattern.exec(text)?.[0].codePointAt(0);
      if (code === undefined) continue;
      const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
      yield { line: index + 1, message: `The hidden character ${name} could make text read other than it is` };
    }
  },
});
