import { clipLines } from '../page.ts';
import { identifiersOf } from '../relevance/words.ts';

const around = 6;
const maxHitsOfSymbol = 4;

/** The parts of a file around the names that the issue uses: lines with their numbers, gaps shown. */
export function cutExcerpts(text: string, symbols: ReadonlySet<string>, maxCharacters: number): string {
  const lines = text.split('\n');
  const wanted = new Set<number>();
  for (const at of findHits(lines, symbols)) {
    for (let near = Math.max(0, at - around); near <= Math.min(lines.length - 1, at + around); near += 1)
      wanted.add(near);
  }
  const shown: string[] = [];
  let last = -1;
  for (const at of [...wanted].sort((a, b) => a - b)) {
    if (at !== last + 1) shown.push('…');
    shown.push(`${at + 1}: ${lines[at] ?? ''}`);
    last = at;
  }
  return clipLines(shown.join('\n'), maxCharacters);
}

/** The first few lines of each symbol, so that a common one does not crowd out the others. */
function findHits(lines: readonly string[], symbols: ReadonlySet<string>): number[] {
  const left = new Map([...symbols].map((symbol) => [symbol, maxHitsOfSymbol]));
  return lines.flatMap((line, at) => {
    const found = [...identifiersOf(line)].filter((name) => (left.get(name) ?? 0) > 0);
    for (const name of found) left.set(name, (left.get(name) ?? 0) - 1);
    return found.length > 0 ? [at] : [];
  });
}
