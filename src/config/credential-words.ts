/** A word is made of bare, single-quoted and double-quoted pieces. A backslash takes what follows as it is. */
const piece = /(?<bare>(?:[^\s'"\\]|\\.)+)|'(?<single>[^']*)'|"(?<double>(?:[^"\\]|\\.)*)"|(?<gap>\s+)/sy;

/** A command line as its words, without a shell: nothing is expanded. Null if a quote or a backslash is left open. */
export function splitWords(text: string): string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  for (let at = 0; at < text.length; at = piece.lastIndex) {
    piece.lastIndex = at;
    const groups = piece.exec(text)?.groups;
    if (groups === undefined) return null;
    if (groups['gap'] === undefined) word = (word ?? '') + readPiece(groups);
    else if (word !== null) {
      words.push(word);
      word = null;
    }
  }
  return word === null ? words : [...words, word];
}

function readPiece(groups: Readonly<Record<string, string | undefined>>): string {
  return groups['single'] ?? (groups['bare'] ?? groups['double'] ?? '').replace(/\\(.)/gs, '$1');
}
