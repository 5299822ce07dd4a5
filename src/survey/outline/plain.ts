import type { PlainLanguage } from '../languages.ts';
import { clip } from '../page.ts';
import { type PlainSyntax, plainSyntax } from './plain-patterns.ts';
import type { Signature } from './signature.ts';

const longestLine = 300;
const indentOfDepth = 4;

/** The lines of a file that declare something, as they stand. */
export function outlinePlain(language: PlainLanguage | 'ecmascript', text: string): Signature[] {
  const syntax = plainSyntax[language];
  return codeLines(text, syntax).flatMap((line) => describeLine(line, syntax));
}

function describeLine(line: string, { declares }: PlainSyntax): Signature[] {
  const match = declares.exec(line);
  if (match === null) return [];
  const name = match.slice(1).find((group) => group !== undefined) ?? '';
  const indent = line.search(/\S/);
  const shown = withoutValue(line.trim())
    .replace(/\s*[{;]\s*$/, '')
    .trimEnd();
  return [{ name, depth: Math.min(2, Math.ceil(indent / indentOfDepth)), text: clip(shown, longestLine), doc: null }];
}

/** A string on a line of a declaration may be a secret; what it is assigned to is the signature. */
function withoutValue(line: string): string {
  const quoteAt = line.search(/=\s*["'`]/);
  return quoteAt === -1 ? line : `${line.slice(0, quoteAt)}= …`;
}

/** Lines without comments, none so long that a pattern could take its time with it. */
function codeLines(text: string, { hasBlockComments, lineComment }: PlainSyntax): string[] {
  const lines: string[] = [];
  let isInComment = false;
  for (const row of text.split('\n')) {
    let line = row.length > longestLine ? row.slice(0, longestLine) : row;
    if (isInComment) {
      const end = row.indexOf('*/');
      if (end === -1) continue;
      isInComment = false;
      line = row.slice(end + 2, end + 2 + longestLine);
    }
    if (hasBlockComments) {
      line = line.replace(/\/\*.*?\*\//g, ' ');
      const start = line.indexOf('/*');
      if (start !== -1) {
        isInComment = true;
        line = line.slice(0, start);
      }
    }
    if (!line.trimStart().startsWith(lineComment)) lines.push(line.trimEnd());
  }
  return lines;
}
