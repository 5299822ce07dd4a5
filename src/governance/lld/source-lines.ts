import { flattenText } from '../../model/text.ts';

/** Lines as the block parser counts them. */
const lineBreak = /\r\n?|\n/;

export function splitLines(text: string): string[] {
  return text.split(lineBreak);
}

/** The text after the line break that ends `line` (from 1), byte for byte; empty when there is none. */
export function textAfterLine(text: string, line: number): string {
  const breaks = new RegExp(lineBreak, 'g');
  for (let passed = 0; passed < line; passed += 1) {
    if (breaks.exec(text) === null) return '';
  }
  return text.slice(breaks.lastIndex);
}

/** One line of words with single spaces between them, but for those in code; a NUL becomes what Markdown makes of it. */
export function joinWords(text: string): string {
  return flattenText(text.replaceAll('\0', '\uFFFD'));
}
