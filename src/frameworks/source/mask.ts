export type MaskedLanguage = 'python' | 'go' | 'rust';

export interface MaskedComment {
  readonly line: number;
  readonly text: string;
}

/** A source by its code alone: every character keeps its place, but comments and what stands in quotes are blank. */
export interface MaskedSource {
  readonly code: string;
  readonly comments: readonly MaskedComment[];
}

interface Span {
  readonly end: number;
  readonly isComment: boolean;
  /** How many characters of quotes stay at either side. */
  readonly quotes: number;
}

/** One pass over the text, whatever stands in it. */
export function maskSource(text: string, language: MaskedLanguage): MaskedSource {
  const spanAt = spans[language];
  const pieces: string[] = [];
  const comments: MaskedComment[] = [];
  let line = 1;
  let counted = 0;
  let done = 0;
  for (let at = 0; at < text.length; ) {
    const span = spanAt(text, at);
    if (span === null) {
      at += 1;
      continue;
    }
    if (span.isComment) {
      line += countLines(text, counted, at);
      counted = at;
      comments.push({ line, text: text.slice(at, span.end) });
    }
    const inner = text.slice(at + span.quotes, span.end - span.quotes);
    pieces.push(text.slice(done, at + span.quotes), inner.replace(/[^\n]/g, ' '));
    done = Math.max(at + span.quotes, span.end - span.quotes);
    at = span.end;
  }
  return { code: [...pieces, text.slice(done)].join(''), comments };
}

export function countLines(text: string, from: number, to: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

type SpanAt = (text: string, at: number) => Span | null;

const spans: Readonly<Record<MaskedLanguage, SpanAt>> = {
  python(text, at) {
    const character = text.charAt(at);
    if (character === '#') return comment(endOfRow(text, at));
    if (character !== '"' && character !== "'") return null;
    const long = character.repeat(3);
    return text.startsWith(long, at) ? quoted(text, at, long, true) : quoted(text, at, character, false);
  },
  go(text, at) {
    const character = text.charAt(at);
    if (character === '/') return slashComment(text, at, false);
    if (character === '`') return quotedRaw(text, at + 1, '`');
    return character === '"' || character === "'" ? quoted(text, at, character, false) : null;
  },
  rust(text, at) {
    const character = text.charAt(at);
    if (character === '/') return slashComment(text, at, true);
    if (character === '"') return quoted(text, at, '"', true);
    // A quote alone is the name of a lifetime.
    if (character === "'") {
      const literal = /'(?:\\[^\n]{1,10}?|[^\\'\n])'/y;
      literal.lastIndex = at;
      return literal.test(text) ? { end: literal.lastIndex, isComment: false, quotes: 1 } : null;
    }
    if (character !== 'r' || /\w/.test(text.charAt(at - 1))) return null;
    const raw = /r(#{0,20})"/y;
    raw.lastIndex = at;
    const hashes = raw.exec(text)?.[1];
    return hashes === undefined ? null : quotedRaw(text, raw.lastIndex, `"${hashes}`);
  },
};

function comment(end: number): Span {
  return { end, isComment: true, quotes: 0 };
}

function endOfRow(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
}

function slashComment(text: string, at: number, nests: boolean): Span | null {
  if (text.charAt(at + 1) === '/') return comment(endOfRow(text, at));
  if (text.charAt(at + 1) !== '*') return null;
  let depth = 1;
  for (let end = at + 2; end < text.length; end += 1) {
    const pair = text.slice(end, end + 2);
    if (pair === '*/') depth -= 1;
    else if (pair === '/*' && nests) depth += 1;
    else continue;
    end += 1;
    if (depth === 0) return comment(end + 1);
  }
  return comment(text.length);
}

/** Up to the closing quotes; one that may not span rows ends with its row. */
function quoted(text: string, at: number, quote: string, spansRows: boolean): Span {
  for (let end = at + quote.length; end < text.length; end += 1) {
    const character = text.charAt(end);
    if (character === '\\') end += 1;
    else if (character === '\n' && !spansRows) return { end, isComment: false, quotes: 0 };
    else if (text.startsWith(quote, end)) return { end: end + quote.length, isComment: false, quotes: quote.length };
  }
  return { end: text.length, isComment: false, quotes: 0 };
}

function quotedRaw(text: string, from: number, closer: string): Span {
  const found = text.indexOf(closer, from);
  return { end: found === -1 ? text.length : found + closer.length, isComment: false, quotes: 1 };
}
