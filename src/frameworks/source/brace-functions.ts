import { countLines, type MaskedSource } from './mask.ts';

/** A function of Go or Rust. */
export interface BraceFunction {
  readonly name: string;
  /** From its first word to its body. */
  readonly signature: string;
  /** Lines of attributes and comments right above it, joined. */
  readonly above: string;
  readonly line: number;
  readonly endLine: number;
  /** Between its braces: the code alone, and as it stands. */
  readonly code: string;
  readonly text: string;
}

const longestSignature = 2000;

/** Functions with a body; `head` finds their beginnings, its first group is the name. One pass finds all braces. */
export function readBraceFunctions(text: string, { code }: MaskedSource, head: RegExp): BraceFunction[] {
  const closers = matchBraces(code);
  const functions: BraceFunction[] = [];
  let line = 1;
  let counted = 0;
  for (const match of code.matchAll(head)) {
    const start = match.index;
    const open = findBody(code, start + match[0].length);
    const close = open === null ? undefined : closers.get(open);
    if (open === null || close === undefined) continue;
    line += countLines(code, counted, start);
    counted = start;
    functions.push({
      name: match[1] ?? '',
      signature: code.slice(start, open),
      above: linesAbove(text, start),
      line,
      endLine: line + countLines(code, start, close),
      code: code.slice(open + 1, close),
      text: text.slice(open + 1, close),
    });
  }
  return functions;
}

function matchBraces(code: string): Map<number, number> {
  const closers = new Map<number, number>();
  const open: number[] = [];
  for (let at = 0; at < code.length; at += 1) {
    const character = code.charAt(at);
    if (character === '{') open.push(at);
    else if (character === '}') {
      const opener = open.pop();
      if (opener !== undefined) closers.set(opener, at);
    }
  }
  return closers;
}

/** The brace that opens the body: the first one outside of brackets. Null for a declaration without one. */
function findBody(code: string, from: number): number | null {
  let depth = 0;
  for (let at = from; at < Math.min(code.length, from + longestSignature); at += 1) {
    const character = code.charAt(at);
    if (character === '(' || character === '[') depth += 1;
    else if (character === ')' || character === ']') depth -= 1;
    else if (character === ';' && depth <= 0) return null;
    else if (
      character === '{' &&
      depth <= 0 &&
      !/\b(?:interface|struct)\s*$/.test(code.slice(Math.max(0, at - 12), at))
    )
      return at;
  }
  return null;
}

function linesAbove(text: string, start: number): string {
  const rows = text.slice(Math.max(0, start - 2000), start).split('\n');
  rows.pop();
  const above: string[] = [];
  for (let row = rows.pop(); row !== undefined && /^\s*(?:#\[|\/\/)/.test(row); row = rows.pop())
    above.unshift(row.trim());
  return above.join('\n');
}
