import { clip, clipLines } from '../page.ts';
import { describeMembers } from './class-members.ts';
import type { Statement } from './parse-module.ts';
import { dedent, indentAt, joinLines, type Signature } from './signature.ts';
import { describeVariable } from './variables.ts';

type Exported = Extract<Statement, { type: 'ExportNamedDeclaration' | 'ExportDefaultDeclaration' }>;
type Declared = Statement | NonNullable<Exported['declaration']>;

const longestHead = 600;
const longestType = 1500;

/**
 * The signatures of a declaration, from where its statement starts (with `export`, decorators and all): a class with its
 * public members, types as they are, functions and values without what they do.
 */
export function describeDeclaration(node: Declared, start: number | null | undefined, text: string): Signature[] {
  const from = start ?? 0;
  const slice = (end: number | null | undefined) => text.slice(from, end ?? from);
  switch (node.type) {
    case 'FunctionDeclaration':
      return [head(node.id?.name ?? 'default', slice(node.body.start))];
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return [head('default', slice(node.body.start))];
    case 'TSDeclareFunction':
      return [head(node.id?.name ?? 'default', slice(node.end))];
    case 'ClassDeclaration':
    case 'ClassExpression':
      return [head(node.id?.name ?? 'default', slice(node.body.start)), ...describeMembers(node.body.body, text)];
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
    case 'TSEnumDeclaration':
      return [type(node.id.name, dedent(slice(node.end), indentAt(text, from)))];
    case 'VariableDeclaration':
      return node.declarations.flatMap((declarator) => describeVariable(node.kind, declarator, from, text));
    case 'TSModuleDeclaration':
      return describeNamespace(node, slice(node.body.start), text);
    default:
      return [];
  }
}

function describeNamespace(
  { body }: Extract<Statement, { type: 'TSModuleDeclaration' }>,
  opening: string,
  text: string,
): Signature[] {
  if (body.type !== 'TSModuleBlock') return [head('', opening)];
  const inner = body.body.flatMap((statement) => {
    const isExport = statement.type === 'ExportNamedDeclaration' && statement.declaration;
    return describeDeclaration(isExport ? isExport : statement, statement.start, text);
  });
  return [head('', opening), ...inner.map((signature) => ({ ...signature, depth: signature.depth + 1 }))];
}

function type(name: string, text: string): Signature {
  return { name, depth: 0, text: clipLines(text.replace(/;$/, ''), longestType), doc: null };
}

function head(name: string, text: string): Signature {
  const shown = joinLines(text).replace(/\s*(=>|;|\{)$/, '');
  return { name, depth: 0, text: clip(shown, longestHead), doc: null };
}
