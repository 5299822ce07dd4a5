import type { PlainLanguage } from '../languages.ts';
import { clip } from '../page.ts';
import { type PlainSyntax, plainSyntax } from './plain-patterns.ts';
import { joinLines, type Signature } from './signature.ts';

const longestLine = 300;
const indentOfDepth = 4;

/** The lines of a file that declare something, as they stand; one whose parameters go on is joined with those that hold them. */
export function outlinePlain(language: PlainLanguage | 'ecmascript', text: string): Signature[] {
  const syntax = plainSyntax[language];
  const lines = codeLines(text, syntax);
  const signatures: Signature[] = [];
  for (let at = 0; at < lines.length; ) {
    const match = syntax.declares.exec(lines[at] ?? '');
    const taken = match === null ? 1 : countLines(lines, at, syntax);
    if (match !== null) signatures.push(describe(match, lines.slice(at, at + taken), syntax));
    at += taken;
  }
  return signatures;
}

function describe(match: RegExpExecArray, lines: readonly string[], syntax: PlainSyntax): Signature {
  const name = match.slice(1).find((group) => group !== undefined) ?? '';
  const indent = lines[0]?.search(/\S/) ?? 0;
  const whole =
    lines.length === 1 ? (lines[0] ?? '') : joinLines(lines.map((line) => cutComment(line, syntax)).join('\n'));
  const shown = withoutValue(withoutBody(whole.trim()))
    .replace(/\s*[{;]\s*$/, '')
    .trimEnd();
  return { name, depth: Math.min(2, Math.ceil(indent / indentOfDepth)), text: clip(shown, longestLine), doc: null };
}

const mostLines = 30;
/** A string that ends on its line, or one character. */
const literals = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)'/g;

/** How many lines a declaration takes until its brackets are closed; one if they never are. */
function countLines(lines: readonly string[], at: number, syntax: PlainSyntax): number {
  let open = 0;
  for (let count = 1; count <= mostLines && at + count <= lines.length; count += 1) {
    const code = cutComment(lines[at + count - 1] ?? '', syntax).replace(literals, '');
    for (const [bracket] of code.matchAll(/[()]/g)) open += bracket === '(' ? 1 : -1;
    if (open <= 0) return count;
  }
  return 1;
}

/** Without the comment that ends a line. */
function cutComment(line: string, { lineComment }: PlainSyntax): string {
  const start = line.indexOf(` ${lineComment}`);
  return start === -1 ? line : line.slice(0, start);
}

/** What a function does on its own line is no part of its signature. */
function withoutBody(line: string): string {
  const head = line.slice(0, line.indexOf('{') + 1);
  const isWhole = head.includes(')') && head.split('(').length === head.split(')').length;
  return isWhole && !line.startsWith('#') ? head : line;
}

/** A string on a line of a declaration may be a secret; what it is assigned to is the signature. */
function withoutValue(line: string): string {
  const quoteAt = line.search(/=\s*["'`]/);
  return quoteAt === -1 ? line : `${line.slice(0, quoteAt)}= …`;
}

/** Lines without comments, none so long that a pattern could take its time with it. */
function codeLines(text: string, { hasBlockComments, lineComment }: PlainSyntax): string[] {
  const spans = spansOf(lineComment);
  const lines: string[] = [];
  let isInComment = false;
  for (const row of text.split('\n')) {
    let rest = row;
    if (isInComment) {
      const end = row.indexOf('*/');
      if (end === -1) continue;
      isInComment = false;
      rest = row.slice(end + 2);
    }
    let line = rest.slice(0, longestLine);
    if (hasBlockComments) {
      line = line.replace(spans, (span, closer?: string) => (closer === undefined ? span : ' '));
      const opening = [...line.matchAll(spans)].find(([span]) => span.startsWith('/*'));
      if (opening !== undefined) {
        isInComment = !rest.includes('*/', longestLine);
        line = line.slice(0, opening.index);
      }
    }
    if (!line.trimStart().startsWith(lineComment)) lines.push(line.trimEnd());
  }
  return lines;
}

/** A string that ends on its line, a comment that ends it, and one that may go on: what begins one of them begins no other. */
function spansOf(lineComment: string): RegExp {
  const strings = '"(?:[^"\\\\]|\\\\.)*"|\'(?:[^\'\\\\]|\\\\.)*\'|`[^`]*`';
  return new RegExp(`${strings}|${lineComment}.*|/\\*(?:.*?(\\*/)|.*)`, 'g');
}
