import { type Block, parseBlocks } from '../markdown.ts';
import { joinWords, splitLines } from './source-lines.ts';

/** HTML blocks that run on until their own end, whatever comes between. */
const htmlEnds: readonly (readonly [start: RegExp, end: string])[] = [
  [/^<!--/, '-->'],
  [/^<\?/, '?>'],
  [/^<!\[CDATA\[/, ']]>'],
  [/^<![a-z]/i, '>'],
  [/^<script/i, '</script>'],
  [/^<style/i, '</style>'],
  [/^<textarea/i, '</textarea>'],
  [/^<pre/i, '</pre>'],
];

/**
 * Free Markdown in the form in which it cannot leave its place in a document: trimmed, `\n` line ends, every heading at
 * `minLevel` or deeper, and no fence or HTML block left open at the end. Text in that form comes back unchanged.
 */
export function normaliseProse(text: string, minLevel: number): string {
  const body = splitLines(text.replaceAll('\0', '\uFFFD')).join('\n').trim();
  if (body === '') return '';
  const lines = body.split('\n');
  const blocks = parseBlocks(`${body}\n\n# End`);
  const last = blocks.at(-1);
  const isOpen = last !== undefined && last.line <= lines.length;
  const closer = isOpen ? closerOf(last, lines[last.line - 1] ?? '') : [];
  const kept = blocks.filter((block) => block.line <= lines.length);
  return [...demoteHeadings(lines, kept, minLevel), ...closer].join('\n');
}

function demoteHeadings(lines: readonly string[], blocks: readonly Block[], minLevel: number): string[] {
  const demoted: (string | null)[] = [...lines];
  const mark = '#'.repeat(minLevel);
  for (const block of blocks) {
    if (block.kind !== 'heading' || block.level >= minLevel) continue;
    const source = lines[block.line - 1] ?? '';
    const isUnderlined = block.endLine > block.line;
    demoted.fill(null, block.line, block.endLine);
    demoted[block.line - 1] = isUnderlined ? `${mark} ${joinWords(block.text)}` : source.replace(/^ *#+/, mark);
  }
  return demoted.filter((line) => line !== null);
}

function closerOf(block: Block, firstLine: string): string[] {
  const start = firstLine.trimStart();
  if (block.kind === 'fence') return [/^(?:`+|~+)/.exec(start)?.[0] ?? ''];
  return htmlEnds
    .filter(([pattern]) => pattern.test(start))
    .slice(0, 1)
    .map(([, end]) => end);
}
