const regexpAfter = new Set('(,=:[!&|?{;+-*%~^');
const regexpAfterWord = /\b(return|typeof|case|in|of|delete|void|throw|new|do|else|await|yield)$/;
const blankSpace = /\s/;

/**
 * Where the comment, string or regular expression that starts here ends; the place itself if none does. A quote without
 * its other half on the same line is no string: text in JSX has apostrophes.
 */
export function skipLiteral(text: string, at: number): number {
  const character = text.charAt(at);
  if (character === '"' || character === "'") return skipUntil(text, at, character, at);
  if (character !== '/') return at;
  const next = text.charAt(at + 1);
  if (next === '/' && text.charAt(at - 1) !== ':') return endOr(text, text.indexOf('\n', at));
  if (next === '*') return endOr(text, text.indexOf('*/', at + 2), 2);
  return mayStartRegexp(text, at) ? skipUntil(text, at, '/', at) : at;
}

/** Where the raw part of a template ends: behind its last backtick, or behind the `${` of an expression in it. */
export function skipTemplate(text: string, at: number): number {
  for (let end = at; end < text.length; end += 1) {
    const character = text.charAt(end);
    if (character === '\\') end += 1;
    else if (character === '`') return end + 1;
    else if (character === '$' && text.charAt(end + 1) === '{') return end + 2;
  }
  return text.length;
}

function skipUntil(text: string, at: number, closer: string, otherwise: number): number {
  let isInClass = false;
  for (let end = at + 1; end < text.length; end += 1) {
    const character = text.charAt(end);
    if (character === '\\') end += 1;
    else if (character === '\n') return otherwise;
    else if (closer === '/' && character === '[') isInClass = true;
    else if (closer === '/' && character === ']') isInClass = false;
    else if (character === closer && !isInClass) return end + 1;
  }
  return otherwise;
}

/** By what stands before it: after a value a slash divides. */
function mayStartRegexp(text: string, at: number): boolean {
  let end = at - 1;
  while (end >= 0 && blankSpace.test(text.charAt(end))) end -= 1;
  if (end < 0 || regexpAfter.has(text.charAt(end))) return true;
  if (text.charAt(end) === '>') return text.charAt(end - 1) === '=';
  return regexpAfterWord.test(text.slice(Math.max(0, end - 10), end + 1));
}

function endOr(text: string, found: number, width = 0): number {
  return found === -1 ? text.length : found + width;
}
