import { clip } from '../page.ts';
import type { Statement } from './parse-module.ts';
import { joinLines, type Signature } from './signature.ts';

type Declarator = Extract<Statement, { type: 'VariableDeclaration' }>['declarations'][number];
type Value = NonNullable<Declarator['init']>;

const longestHead = 600;
const maxKeys = 12;

/** A value by its type, or by what can be told of it. Strings are never shown: some of them are secrets. */
export function describeVariable(kind: string, { id, init }: Declarator, from: number, text: string): Signature[] {
  const slice = (start: number | null | undefined, end: number | null | undefined) => text.slice(start ?? 0, end ?? 0);
  const opening = `${slice(from, id.start).match(/^(export\s+)?(declare\s+)?/)?.[0] ?? ''}${kind} `;
  const name = id.type === 'Identifier' ? id.name : '';
  const target = joinLines(slice(id.start, id.end));
  const isAnnotated = id.type === 'Identifier' && Boolean(id.typeAnnotation);
  const value = init && !isAnnotated ? describeValue(init, text) : '';
  return [{ name, depth: 0, text: clip(opening + target + value, longestHead), doc: null }];
}

function describeValue(value: Value, text: string): string {
  const source = joinLines(text.slice(value.start ?? 0, value.end ?? 0));
  switch (value.type) {
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return ` = ${joinLines(text.slice(value.start ?? 0, value.body.start ?? 0))} …`;
    case 'NumericLiteral':
    case 'BooleanLiteral':
    case 'BigIntLiteral':
    case 'NullLiteral':
      return ` = ${clip(source, 60)}`;
    case 'StringLiteral':
    case 'TemplateLiteral':
      return " = '…'";
    case 'ArrayExpression':
      return ' = […]';
    case 'ObjectExpression':
      return ` = { ${keysOf(value, text)} }`;
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return `${describeValue(value.expression, text)}${text.slice(value.expression.end ?? 0, value.end ?? 0)}`;
    case 'NewExpression':
    case 'CallExpression': {
      const callee = text.slice(value.start ?? 0, value.typeArguments?.end ?? value.callee.end ?? 0);
      return /['"`]/.test(callee) ? ' = …' : ` = ${clip(joinLines(callee), 120)}(…)`;
    }
    default:
      return ' = …';
  }
}

function keysOf({ properties }: Extract<Value, { type: 'ObjectExpression' }>, text: string): string {
  const keys = properties.flatMap((property) =>
    property.type === 'SpreadElement' ? [] : [clip(text.slice(property.key.start ?? 0, property.key.end ?? 0), 40)],
  );
  return [...keys.slice(0, maxKeys), ...(keys.length > maxKeys ? ['…'] : [])].join(', ');
}
