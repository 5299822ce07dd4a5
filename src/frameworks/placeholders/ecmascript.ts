import type { FrameworkKind } from '../framework.ts';
import { entry } from '../json.ts';
import { type AstNode, isFunction, nodeAt, nodesAt, unwrap, walk } from '../source/ast.ts';
import { type Claim, findClaims, type Names } from '../source/claims.ts';
import { type EcmaTest, listEcmaTests } from '../source/ecma-tests.ts';
import { readNames } from '../source/module-names.ts';
import type { ParsedModule } from '../source/parse-module.ts';
import type { Placeholder } from './placeholder.ts';

type Reason = Placeholder['reason'];

export function findEcmaPlaceholders(module: ParsedModule, kind: FrameworkKind): Placeholder[] {
  const names = readNames(module, kind);
  return listEcmaTests(module).flatMap((test): Placeholder[] => {
    const reason = judge(test, names);
    const name = test.titles.join(' > ');
    return reason === null ? [] : [{ file: module.path, test: name, line: test.line, reason }];
  });
}

function judge({ marks, run, runName }: EcmaTest, names: Names): Reason | null {
  const [mark] = marks;
  if (mark !== undefined) return mark;
  if (runName !== null && names.onlyFails(runName)) return 'always-fails';
  if (runName !== null) return names.makesClaims(runName) ? null : 'no-assertion';
  const body = nodeAt(run, 'body');
  if (run === null || body === null) return 'todo';
  const statements = reachable(body.type === 'BlockStatement' ? nodesAt(body, 'body') : [asStatement(body)]);
  if (statements.length === 0) return 'empty';
  const swallowed = statements.flatMap((statement) => findSwallowed(statement, names));
  const claims = [...parameters(run), ...statements].flatMap((statement) => findClaims(statement, names));
  return judgeClaims(claims, swallowed, statements);
}

function judgeClaims(
  claims: readonly Claim[],
  swallowed: readonly AstNode[],
  statements: readonly AstNode[],
): Reason | null {
  if (claims.length === 0) return 'no-assertion';
  const heard = claims.filter(
    ({ node }) => !swallowed.some((block) => block.start <= node.start && node.end <= block.end),
  );
  if (heard.length === 0) return 'swallowed';
  if (alwaysFails(claims, statements)) return 'always-fails';
  return heard.every(({ isConstant }) => isConstant) ? 'constant' : null;
}

/** A failure that nothing stands before: neither a condition around it nor a way out. */
function alwaysFails(claims: readonly Claim[], statements: readonly AstNode[]): boolean {
  const failures = new Set(claims.filter(({ isFailure }) => isFailure).map(({ node }) => node));
  const failure = statements.find((statement) => {
    const expression = nodeAt(statement, 'expression');
    return failures.has(expression === null ? statement : plainOf(expression));
  });
  return (
    failure !== undefined && !statements.some((statement) => statement.start < failure.start && returns(statement))
  );
}

/** Without waiting for it, brackets around it, and `void` before it. */
function plainOf(expression: AstNode): AstNode {
  const plain = unwrap(expression);
  const operand = entry(plain, 'operator') === 'void' ? nodeAt(plain, 'argument') : null;
  return operand === null ? plain : unwrap(operand);
}

function returns(statement: AstNode): boolean {
  let found = false;
  walk(statement, (node) => {
    found ||= node.type === 'ReturnStatement';
    return !found && !isFunction(node) && node.type !== 'FunctionDeclaration';
  });
  return found;
}

/**
 * Statements up to one that ends the function, with those of blocks that are run in any case, and without what stands below a
 * condition that never holds. What is returned is a statement like any other.
 */
function reachable(statements: readonly AstNode[]): AstNode[] {
  const reached: AstNode[] = [];
  for (const statement of statements.flatMap(unfold)) {
    const returned = statement.type === 'ReturnStatement' ? nodeAt(statement, 'argument') : null;
    reached.push(returned === null ? statement : asStatement(returned));
    if (statement.type === 'ReturnStatement' || statement.type === 'ThrowStatement') break;
  }
  return reached;
}

function unfold(statement: AstNode): AstNode[] {
  if (statement.type === 'EmptyStatement') return [];
  if (statement.type === 'BlockStatement') return nodesAt(statement, 'body').flatMap(unfold);
  if (statement.type === 'TryStatement' && nodeAt(statement, 'handler') === null)
    return unfoldAt(statement, 'block').concat(unfoldAt(statement, 'finalizer'));
  const condition = statement.type === 'IfStatement' ? entry(nodeAt(statement, 'test'), 'value') : null;
  if (condition === true) return unfoldAt(statement, 'consequent');
  return condition === false ? unfoldAt(statement, 'alternate') : [statement];
}

function unfoldAt(statement: AstNode, key: string): AstNode[] {
  const inner = nodeAt(statement, key);
  return inner === null ? [] : unfold(inner);
}

function asStatement(expression: AstNode): AstNode {
  const { start, end } = expression;
  const statement = { type: 'ExpressionStatement', start, end, loc: entry(expression, 'loc'), expression };
  return statement;
}

/** Blocks whose failures are caught by something that does nothing about them. */
function findSwallowed(from: AstNode, names: Names): AstNode[] {
  const blocks: AstNode[] = [];
  walk(from, (node) => {
    const handler = node.type === 'TryStatement' ? nodeAt(node, 'handler') : null;
    const block = nodeAt(node, 'block');
    if (handler !== null && block !== null && isDeaf(handler, names)) blocks.push(block);
    return true;
  });
  return blocks;
}

/** It neither claims anything nor hands the error to anybody. */
function isDeaf(handler: AstNode, names: Names): boolean {
  const body = nodeAt(handler, 'body');
  const caught = nodeAt(handler, 'param');
  if (body === null || findClaims(body, names).length > 0) return body === null;
  let isUsed = false;
  walk(body, (node) => {
    isUsed ||= node.type === 'Identifier' && caught !== null && entry(node, 'name') === entry(caught, 'name');
    return !isUsed;
  });
  return !isUsed;
}

function parameters(run: AstNode): AstNode[] {
  return nodesAt(run, 'params').filter(({ type }) => type === 'AssignmentPattern');
}
