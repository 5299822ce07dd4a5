import { flattenText } from '../../model/text.ts';

/** Lines as the block parser counts them. */
const lineBreak = /\r\n?|\n/;

export function splitLines(text: string): string[] {
  return text.split(lineBreak);
}

/** Where each line begins. */
export function listLineStarts(text: string): number[] {
  const breaks = text.matchAll(new RegExp(lineBreak, 'g'));
  return [0, ...Array.from(breaks, ({ index, 0: end }) => index + end.length)];
}

/** The text after the line break that ends `line` (from 1), byte for byte; empty when there is none. */
export function textAfterLine(text: string, line: number): string {
  return text.slice(listLineStarts(text)[line] ?? text.length);
}

/** One line of words with single spaces between them, but for those in code; a NUL becomes what Markdown makes of it. */
export function joinWords(text: string): string {
  return flattenText(text.replaceAll('\0', '\uFFFD'));
}
