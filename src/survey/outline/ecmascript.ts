import { clip } from '../page.ts';
import { describeDeclaration } from './declarations.ts';
import type { Module, Statement } from './parse-module.ts';
import { firstLineOf, joinLines, type Signature } from './signature.ts';
import { describeTestCall } from './test-calls.ts';

const longestText = 300;

/** What a module exports; of one that exports nothing, what it declares and tests. */
export function outlineModule(module: Module, text: string): Signature[] {
  const { body } = module.program;
  const declared = declarationsByName(body, text);
  const exported = body.flatMap((statement) => describeExport(statement, text, declared));
  if (exported.length > 0) return exported;
  return body
    .filter(isWorthShowing)
    .flatMap((statement) => [
      ...withDoc(describeDeclaration(statement, statement.start, text), statement),
      ...describeTestCall(statement, text),
    ]);
}

/** Of what nobody can import, values say nothing unless they are functions. */
function isWorthShowing(statement: Statement): boolean {
  if (statement.type !== 'VariableDeclaration') return true;
  return statement.declarations.some(({ init }) => /Function/.test(init?.type ?? ''));
}

type Declared = ReadonlyMap<string, readonly Signature[]>;

/** For `export { name }`, which tells nothing without the declaration it speaks of. */
function declarationsByName(body: readonly Statement[], text: string): Declared {
  const declared = new Map<string, readonly Signature[]>();
  for (const statement of body) {
    const signatures = withDoc(describeDeclaration(statement, statement.start, text), statement);
    for (const [at, signature] of signatures.entries()) {
      if (signature.depth > 0) continue;
      const nextAt = signatures.findIndex(({ depth }, later) => later > at && depth === 0);
      const own = signatures.slice(at, nextAt === -1 ? undefined : nextAt);
      declared.set(signature.name, [...(declared.get(signature.name) ?? []), ...own]);
    }
  }
  return declared;
}

function describeExport(statement: Statement, text: string, declared: Declared): Signature[] {
  switch (statement.type) {
    case 'ExportNamedDeclaration':
      if (statement.declaration) {
        return withDoc(describeDeclaration(statement.declaration, statement.start, text), statement);
      }
      return describeList(statement, text, declared);
    case 'ExportDefaultDeclaration': {
      const { declaration, start } = statement;
      if (declaration.type === 'Identifier') return describeDefault(declaration.name, declared);
      const signatures = describeDeclaration(declaration, start, text);
      return withDoc(signatures.length > 0 ? signatures : [plain('default', statement, text)], statement);
    }
    case 'ExportAllDeclaration':
    case 'TSExportAssignment':
    case 'TSNamespaceExportDeclaration':
      return [plain('', statement, text)];
    case 'TSModuleDeclaration':
      return describeDeclaration(statement, statement.start, text);
    case 'ExpressionStatement':
      return describeCommonJs(statement, text);
    default:
      return [];
  }
}

function describeList(
  statement: Extract<Statement, { type: 'ExportNamedDeclaration' }>,
  text: string,
  declared: Declared,
): Signature[] {
  if (statement.source) return [plain('', statement, text)];
  const known = statement.specifiers.flatMap((specifier) =>
    specifier.type === 'ExportSpecifier' && specifier.local.type === 'Identifier'
      ? (declared.get(specifier.local.name) ?? [])
      : [],
  );
  return [...known, plain('', statement, text)];
}

function describeDefault(name: string, declared: Declared): Signature[] {
  return [...(declared.get(name) ?? []), { name, depth: 0, text: `export default ${name}`, doc: null }];
}

/** `module.exports = …` and `exports.name = …`. */
function describeCommonJs(
  { expression }: Extract<Statement, { type: 'ExpressionStatement' }>,
  text: string,
): Signature[] {
  if (expression.type !== 'AssignmentExpression') return [];
  const target = text.slice(expression.left.start ?? 0, expression.left.end ?? 0);
  if (!/^(module\.)?exports(\.\w+)*$/.test(target)) return [];
  const { right } = expression;
  const isFunction = right.type === 'FunctionExpression' || right.type === 'ArrowFunctionExpression';
  const end = isFunction ? right.body.start : expression.end;
  const shown = joinLines(text.slice(expression.start ?? 0, end ?? 0));
  return [{ name: target.split('.').at(-1) ?? '', depth: 0, text: clip(shown, longestText), doc: null }];
}

function plain(name: string, { start, end }: { start?: number | null; end?: number | null }, text: string): Signature {
  const shown = joinLines(text.slice(start ?? 0, end ?? 0)).replace(/;$/, '');
  return { name, depth: 0, text: clip(shown, longestText), doc: null };
}

/** The comment right before a statement, if it is documentation. */
function withDoc(signatures: Signature[], { leadingComments }: Statement): Signature[] {
  const comment = leadingComments?.at(-1);
  const [first, ...rest] = signatures;
  if (first === undefined || comment?.type !== 'CommentBlock' || !comment.value.startsWith('*')) return signatures;
  return [{ ...first, doc: firstLineOf(comment.value) }, ...rest];
}
