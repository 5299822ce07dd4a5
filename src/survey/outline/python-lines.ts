/** A statement of Python as its interpreter sees it: brackets and backslashes join lines, comments are gone. */
export interface LogicalLine {
  readonly indent: number;
  /** Trimmed; line ends within brackets are spaces. */
  readonly text: string;
}

const tabWidth = 8;
const longestLine = 4000;

/** Cuts a module into logical lines. One pass, whatever stands in strings and comments. */
export function readLogicalLines(source: string): LogicalLine[] {
  const lines: LogicalLine[] = [];
  let parts: string[] = [];
  let from = 0;
  let depth = 0;
  const endLine = (at: number) => {
    const text = [...parts, source.slice(from, at)].join('');
    if (text.trim() !== '') lines.push({ indent: indentOf(text), text: text.trim().slice(0, longestLine) });
    parts = [];
  };
  for (let at = 0; at < source.length; at += 1) {
    const character = source.charAt(at);
    if (character === '"' || character === "'") at = endOfString(source, at) - 1;
    else if (character === '#') {
      parts.push(source.slice(from, at).trimEnd());
      at = endOfRow(source, at) - 1;
      from = at + 1;
    } else if (character === '(' || character === '[' || character === '{') depth += 1;
    else if (character === ')' || character === ']' || character === '}') depth = Math.max(0, depth - 1);
    else if (character === '\\' && source.charAt(at + 1) === '\n') {
      parts.push(source.slice(from, at), ' ');
      from = at + 2;
      at += 1;
    } else if (character === '\n') {
      if (depth > 0 && startsDefinition(source, at + 1)) depth = 0;
      if (depth > 0) parts.push(source.slice(from, at).trimEnd(), ' ');
      else endLine(at);
      from = at + 1;
    }
  }
  endLine(source.length);
  return lines;
}

/** At the margin no expression goes on so: a bracket was left open, and only its own statement is lost. */
function startsDefinition(source: string, at: number): boolean {
  return ['def ', 'class ', 'async def ', '@'].some((start) => source.startsWith(start, at));
}

/** Behind the closing quotes; an unclosed string ends with its row, and an unclosed long one with the file. */
function endOfString(source: string, at: number): number {
  const quote = source.charAt(at);
  const isLong = source.startsWith(quote.repeat(3), at);
  const closer = isLong ? quote.repeat(3) : quote;
  for (let end = at + closer.length; end < source.length; end += 1) {
    if (source.charAt(end) === '\\') end += 1;
    else if (source.startsWith(closer, end)) return end + closer.length;
    else if (!isLong && source.charAt(end) === '\n') return end;
  }
  return source.length;
}

function endOfRow(source: string, at: number): number {
  const end = source.indexOf('\n', at);
  return end === -1 ? source.length : end;
}

function indentOf(text: string): number {
  let width = 0;
  for (const character of text) {
    if (character === ' ') width += 1;
    else if (character === '\t') width += tabWidth - (width % tabWidth);
    else return width;
  }
  return width;
}
