import { splitLines } from './source-lines.ts';

/** The new text, and which part of the old one it differs in at most. */
interface Difference {
  readonly body: string;
  readonly start: number;
  readonly end: number;
}

/** The lines that differ: those between the ones that both texts begin and end with. */
export function diffLines(old: string, { body, start, end }: Difference): { before: string; after: string } {
  const from = start === 0 ? 0 : old.lastIndexOf('\n', start - 1) + 1;
  const next = old.indexOf('\n', end);
  const after = next < 0 ? 0 : old.length - next;
  return compare(splitLines(old.slice(from, old.length - after)), splitLines(body.slice(from, body.length - after)));
}

function compare(old: readonly string[], young: readonly string[]): { before: string; after: string } {
  const most = Math.min(old.length, young.length);
  let head = 0;
  while (head < most && old[head] === young[head]) head += 1;
  let tail = 0;
  while (tail < most - head && old.at(-tail - 1) === young.at(-tail - 1)) tail += 1;
  const cut = (lines: readonly string[]) => lines.slice(head, lines.length - tail).join('\n');
  return { before: cut(old), after: cut(young) };
}
