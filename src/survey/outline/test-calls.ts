import { clip } from '../page.ts';
import type { Statement } from './parse-module.ts';
import type { Signature } from './signature.ts';

const testers = /^(describe|suite|test|it|context|specify)(\.\w+)*$/;
const longestTitle = 160;
const maxDepth = 2;

/** The titles of tests: what is claimed about a module already. */
export function describeTestCall(statement: Statement, text: string, depth = 0): Signature[] {
  if (statement.type !== 'ExpressionStatement' || depth > maxDepth) return [];
  const call = statement.expression.type === 'AwaitExpression' ? statement.expression.argument : statement.expression;
  if (call.type !== 'CallExpression') return [];
  const callee = text.slice(call.callee.start ?? 0, call.callee.end ?? 0);
  const [title, ...rest] = call.arguments;
  if (!testers.test(callee) || title?.type !== 'StringLiteral') return [];
  const own = { name: '', depth, text: `${callee}(${clip(JSON.stringify(title.value), longestTitle)})`, doc: null };
  const body = rest.at(-1);
  const isFunction = body?.type === 'ArrowFunctionExpression' || body?.type === 'FunctionExpression';
  if (!isFunction || body.body.type !== 'BlockStatement') return [own];
  return [own, ...body.body.body.flatMap((inner) => describeTestCall(inner, text, depth + 1))];
}
