/** The candidate that a mistyped word most likely meant, or null when none is near. */
export function findClosest(word: string, candidates: Iterable<string>): string | null {
  // Something of it is left.
  const limit = Math.min(word.length - 1, Math.max(2, Math.floor(word.length / 3)));
  let best: { candidate: string; distance: number } | null = null;
  for (const candidate of candidates) {
    const isLonger = candidate.startsWith(word);
    if (Math.abs(candidate.length - word.length) > limit && !isLonger) continue;
    const distance = isLonger ? 1 : countEdits(word.toLowerCase(), candidate.toLowerCase());
    const isNear = isLonger || distance <= limit;
    if (isNear && distance < (best?.distance ?? Number.POSITIVE_INFINITY)) best = { candidate, distance };
  }
  return best?.candidate ?? null;
}

/** Levenshtein distance, one row at a time. */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, character] of [...from].entries()) {
    const next = [index + 1];
    for (const [column, other] of [...to].entries()) {
      const replaced = (row[column] ?? 0) + (character === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
