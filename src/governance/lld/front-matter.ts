import { splitLines } from './source-lines.ts';

/**
 * Blanks a block `---`, `key: value`, `---` at the very start, so that lines keep their numbers. A block with a heading
 * in it is no front matter: the rulers belong to the document.
 */
export function blankFrontMatter(text: string): string {
  if (!/^\uFEFF?---[ \t]*[\r\n]/.test(text)) return text;
  const lines = splitLines(text);
  const end = lines.findIndex((line, index) => index > 0 && /^(?:---|\.\.\.)\s*$/.test(line));
  const inner = lines.slice(1, end);
  if (end < 0 || !/^[\w-]+\s*:/.test(inner[0] ?? '') || inner.some((line) => /^#{1,6}\s/.test(line))) return text;
  return lines.fill('', 0, end + 1).join('\n');
}
