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

function judge({ marks, run }: EcmaTest, names: Names): Reason | null {
  const [mark] = marks;
  if (mark !== undefined) return mark;
  const body = nodeAt(run, 'body');
  if (run === null || body === null) return 'todo';
  if (body.type !== 'BlockStatement') return judgeClaims(findClaims(body, names), [], []);
  const statements = reachable(nodesAt(body, 'body'));
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
    const node = expression === null ? statement : unwrap(expression);
    return failures.has(node);
  });
  return (
    failure !== undefined && !statements.some((statement) => statement.start < failure.start && returns(statement))
  );
}

function returns(statement: AstNode): boolean {
  let found = false;
  walk(statement, (node) => {
    found ||= node.type === 'ReturnStatement';
    return !found && !isFunction(node) && node.type !== 'FunctionDeclaration';
  });
  return found;
}

/** Statements up to one that ends the function, without what stands below a condition that never holds. */
function reachable(statements: readonly AstNode[]): AstNode[] {
  const reached: AstNode[] = [];
  for (const statement of statements) {
    if (statement.type === 'EmptyStatement') continue;
    const isNever = statement.type === 'IfStatement' && entry(nodeAt(statement, 'test'), 'value') === false;
    if (!isNever) reached.push(statement);
    if (statement.type === 'ReturnStatement' || statement.type === 'ThrowStatement') break;
  }
  return reached;
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
