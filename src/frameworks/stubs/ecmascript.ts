import { type ChangedFile, touches } from '../changed-file.ts';
import { entry } from '../json.ts';
import { type AstNode, isFunction, lineOf, namesOf, nodeAt, nodesAt, titleOf, unwrap, walk } from '../source/ast.ts';
import { between } from '../source/between.ts';
import type { ParsedModule } from '../source/parse-module.ts';
import { idleName, isReason, notImplemented, type Stub, standInComment, todoComment } from './stub.ts';

/** A function with a body, and a name if anything gives it one. */
interface NamedFunction {
  readonly name: string | null;
  readonly body: AstNode;
  readonly node: AstNode;
  /** Whether doing nothing may be what it is for: a callback, a constructor that takes fields, a value of an object. */
  readonly mayBeEmpty: boolean;
}

export function findEcmaStubs(module: ParsedModule, change: ChangedFile): Stub[] {
  return findFunctions(module)
    .filter(({ node }) => touches(change, lineOf(node), lineOf(node, 'end')))
    .flatMap((each) => judge(module, change, each));
}

function judge(module: ParsedModule, change: ChangedFile, { name, body, mayBeEmpty }: NamedFunction): Stub[] {
  const statements = body.type === 'BlockStatement' ? nodesAt(body, 'body') : [body];
  const near = between(module.comments, lineOf(body), lineOf(body, 'end'));
  const inside = near.filter(({ start, end }) => body.start <= start && end <= body.end);
  const make = (kind: Stub['kind'], line: number, text: string): Stub[] =>
    touches(change, line, line) ? [{ path: module.path, line, name, kind, text: text.trim().slice(0, 200) }] : [];
  const thrown = statements.find((statement) => saysNotImplemented(statement));
  if (thrown !== undefined) return make('not-implemented', lineOf(thrown), sliceOf(module, thrown));
  const todo = inside.find(({ text }) => todoComment.test(text));
  if (todo !== undefined && statements.every(isTrivial)) return make('todo', todo.line, todo.text);
  if (statements.length > 0) return findStandIns(module, statements, make);
  const isExplained = mayBeEmpty || idleName.test(name ?? '') || inside.some(({ text }) => isReason(text));
  return isExplained ? [] : make('empty', lineOf(body), name ?? '');
}

/** A plain value that is returned, with a comment beside it that calls it by its name. */
function findStandIns(
  module: ParsedModule,
  statements: readonly AstNode[],
  make: (kind: Stub['kind'], line: number, text: string) => Stub[],
): Stub[] {
  const last = statements.at(-1);
  if (last?.type !== 'ReturnStatement' || !statements.every(isTrivial)) return [];
  const line = lineOf(last);
  const beside = between(module.comments, line - 1, line).find(({ text }) => standInComment.test(text));
  return beside === undefined ? [] : make('stand-in', line, `${sliceOf(module, last)} // ${beside.text.trim()}`);
}

function sliceOf({ text }: ParsedModule, node: AstNode): string {
  return text.slice(node.start, Math.min(node.end, node.start + 200));
}

/** `throw new Error('not implemented')`, and what a lone expression throws so. */
function saysNotImplemented(statement: AstNode): boolean {
  if (statement.type !== 'ThrowStatement') return false;
  const thrown = nodeAt(statement, 'argument');
  if (thrown?.type !== 'NewExpression' && thrown?.type !== 'CallExpression') return false;
  const [name = ''] = namesOf(nodeAt(thrown, 'callee'));
  if (/^NotImplemented(?:Error|Exception)?$/.test(name)) return true;
  const [message] = nodesAt(thrown, 'arguments');
  return notImplemented.test(titleOf(message ?? null) ?? '');
}

const plainValues = new Set(['NullLiteral', 'BooleanLiteral', 'NumericLiteral', 'StringLiteral', 'Identifier']);

/** It returns nothing, or a value that needs no thought. */
function isTrivial(statement: AstNode): boolean {
  if (statement.type === 'EmptyStatement') return true;
  const value = statement.type === 'ReturnStatement' ? nodeAt(statement, 'argument') : null;
  if (statement.type !== 'ReturnStatement') return false;
  if (value === null) return true;
  const plain = unwrap(value);
  if (plain.type === 'Identifier') return entry(plain, 'name') === 'undefined';
  const isEmpty = nodesAt(plain, 'elements').length === 0 && nodesAt(plain, 'properties').length === 0;
  return (
    plainValues.has(plain.type) || ((plain.type === 'ArrayExpression' || plain.type === 'ObjectExpression') && isEmpty)
  );
}

function findFunctions({ body }: ParsedModule): NamedFunction[] {
  const functions: NamedFunction[] = [];
  for (const statement of body) {
    walk(statement, (node) => {
      const found = node.type === 'VariableDeclaration' ? readVariables(node) : [readFunction(node)];
      for (const each of found) if (each !== null) functions.push(each);
      return true;
    });
  }
  return functions;
}

function readFunction(node: AstNode): NamedFunction | null {
  const inner = nodeAt(node, 'body');
  switch (node.type) {
    case 'FunctionDeclaration':
      return inner === null
        ? null
        : { name: namesOf(nodeAt(node, 'id'))[0] ?? null, body: inner, node, mayBeEmpty: false };
    case 'ClassMethod':
    case 'ClassPrivateMethod':
      return inner === null || entry(node, 'abstract') === true ? null : readMethod(node, inner);
    case 'ObjectMethod':
    case 'ObjectProperty':
      return readMember(node, inner);
    default:
      return null;
  }
}

function readMethod(node: AstNode, body: AstNode): NamedFunction {
  const isConstructor = entry(node, 'kind') === 'constructor';
  const key = nodeAt(node, 'key');
  const name = namesOf(key)[0] ?? namesOf(nodeAt(key, 'id'))[0] ?? null;
  // An ending without anything to end, such as `[Symbol.dispose]`, is a decision.
  return { name, body, node, mayBeEmpty: isConstructor || entry(node, 'computed') === true };
}

/** What may be assigned later begins with something. */
function readVariables(node: AstNode): NamedFunction[] {
  const mayBeEmpty = entry(node, 'kind') !== 'const';
  return nodesAt(node, 'declarations').flatMap((declarator): NamedFunction[] => {
    const init = nodeAt(declarator, 'init');
    const body = isFunction(init) ? nodeAt(init, 'body') : null;
    const name = namesOf(nodeAt(declarator, 'id'))[0] ?? null;
    return body === null ? [] : [{ name, body, node: declarator, mayBeEmpty }];
  });
}

/** Values of objects are often there because somebody wants to be called, whatever they do. */
function readMember(node: AstNode, inner: AstNode | null): NamedFunction | null {
  const value = nodeAt(node, 'value');
  const body = node.type === 'ObjectMethod' ? inner : isFunction(value) ? nodeAt(value, 'body') : null;
  return body === null ? null : { name: namesOf(nodeAt(node, 'key'))[0] ?? null, body, node, mayBeEmpty: true };
}
