import type { ChangedFile } from '../changed-file.ts';
import { entry } from '../json.ts';
import { type AstNode, nodeAt, nodesAt } from '../source/ast.ts';
import { isEcmascript, type ParseModule } from '../source/parse-module.ts';

/** Nothing but brackets, a comment, or nothing: some reports count such lines as code. */
const idle = /^\s*(?:[\]}){(;,[]*|\/\/.*|\/?\*.*|#.*|"""|''')\s*$/;

/** The new lines that hold anything to run. */
export function codeLines({ text, lines }: ChangedFile): number[] {
  const rows = text.split('\n');
  const numbers = lines === null ? rows.map((_, at) => at + 1) : [...lines].sort((a, b) => a - b);
  return numbers.filter((line) => {
    const row = rows[line - 1];
    return row !== undefined && !idle.test(row.slice(0, 500));
  });
}

const typeStatements = new Set([
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'TSDeclareFunction',
  'ImportDeclaration',
  'ExportAllDeclaration',
  'EmptyStatement',
]);

/** Whether a module does anything when it is loaded or called: one of types alone is never loaded. */
export function runsAnything({ path, text }: ChangedFile, parse: ParseModule | null): boolean {
  if (!isEcmascript(path)) return text.trim() !== '';
  const module = parse?.(path, text) ?? null;
  return module === null || module.body.some((statement) => !isTypeOnly(statement));
}

function isTypeOnly(statement: AstNode): boolean {
  if (typeStatements.has(statement.type) || entry(statement, 'declare') === true) return true;
  if (statement.type !== 'ExportNamedDeclaration') return false;
  const declaration = nodeAt(statement, 'declaration');
  if (declaration !== null) return isTypeOnly(declaration);
  return (
    nodeAt(statement, 'source') !== null ||
    entry(statement, 'exportKind') === 'type' ||
    nodesAt(statement, 'specifiers').length === 0
  );
}
