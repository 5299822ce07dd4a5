import { showSafely } from '../model/text.ts';

/** From here on scripts have letters that take two columns. */
const firstWide = 0x1100;

/**
 * Text of somebody else in lines that no terminal breaks by itself: at spaces, and a longer word where it has to be.
 * Whatever else leaves a blank is a space, so that nothing can be moved to where our own words stand.
 */
export function wrapForeign(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => {
    const words = showSafely(line)
      .replace(/\p{Zs}+/gu, ' ')
      .split(' ')
      .flatMap((word) => breakWord(word, width));
    const lines = [''];
    for (const word of words) {
      const last = lines.at(-1) ?? '';
      if (last !== '' && widthOf(last) + 1 + widthOf(word) > width) lines.push(word);
      else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
    }
    return lines;
  });
}

function breakWord(word: string, width: number): string[] {
  if (widthOf(word) <= width) return [word];
  const parts: string[] = [];
  let part = '';
  let room = width;
  for (const character of word) {
    const columns = widthOf(character);
    if (columns > room) {
      parts.push(part);
      [part, room] = ['', width];
    }
    part += character;
    room -= columns;
  }
  return [...parts, part];
}

function widthOf(text: string): number {
  let columns = 0;
  for (const character of text) columns += (character.codePointAt(0) ?? 0) < firstWide ? 1 : 2;
  return columns;
}
