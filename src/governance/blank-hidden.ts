const delimiters = /<!--|-->|`+|~~|<\/?(?:del|s|strike)>/gi;

/**
 * Blanks what is no plain text on the rendered page: comments, and code or struck text that goes over several lines
 * (on a single line it stays, for its delimiters stand next to the words). Line breaks stay, so lines keep their numbers.
 */
export function blankHiddenText(text: string): string {
  return blankSpans(text, (opener, span) => opener === '<!--' || span.includes('\n'));
}

function blankSpans(text: string, isHidden: (opener: string, span: string) => boolean): string {
  const tokens = [...text.matchAll(delimiters)];
  const closers = findClosers(tokens.map(([token]) => token.toLowerCase()));
  let shown = '';
  let done = 0;
  for (let at = 0; at < tokens.length; at += 1) {
    const opener = tokens[at];
    const closerAt = closers[at];
    const closer = closerAt === undefined ? undefined : tokens[closerAt];
    if (opener === undefined || closerAt === undefined || closer === undefined) continue;
    const end = closer.index + closer[0].length;
    const span = text.slice(opener.index, end);
    shown += text.slice(done, opener.index) + (isHidden(opener[0], span) ? span.replace(/[^\n]+/g, ' ') : span);
    done = end;
    at = closerAt;
  }
  return shown + text.slice(done);
}

/** For each token the index of the next token that would close it; one pass from the end, so it stays linear. */
function findClosers(tokens: readonly string[]): (number | undefined)[] {
  const nextAt = new Map<string, number>();
  const closers: (number | undefined)[] = new Array(tokens.length);
  for (let at = tokens.length - 1; at >= 0; at -= 1) {
    const token = tokens[at] ?? '';
    closers[at] = nextAt.get(closingToken(token));
    nextAt.set(token, at);
  }
  return closers;
}

function closingToken(token: string): string {
  if (token === '<!--') return '-->';
  return token.startsWith('<') ? token.replace('<', '</') : token;
}
