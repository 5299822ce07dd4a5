import { entry } from '../json.ts';
import { type AstNode, nodeAt, nodesAt, unwrap, walk } from './ast.ts';

const literals = new Set([
  'StringLiteral',
  'NumericLiteral',
  'BooleanLiteral',
  'NullLiteral',
  'BigIntLiteral',
  'RegExpLiteral',
]);
const fixedNames = new Set(['undefined', 'NaN', 'Infinity']);
const errors = /^(?:\w*Error)$/;

/** Names that stand for one plain value throughout a module. */
export type Constants = ReadonlySet<string>;

/** Constants whose value is a number, a word or the like: nothing that could be changed later, or that hides another. */
export function findConstants(body: readonly AstNode[]): Constants {
  const counts = new Map<string, number>();
  const constant = new Set<string>();
  const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const statement of body) {
    walk(statement, (node) => {
      const isConst = node.type === 'VariableDeclaration' && entry(node, 'kind') === 'const';
      for (const declarator of nodesAt(node, 'declarations')) {
        for (const name of namesIn(nodeAt(declarator, 'id'))) count(name);
        const init = nodeAt(declarator, 'init');
        const name = nameOf(nodeAt(declarator, 'id'));
        if (isConst && name !== '' && init !== null && literals.has(unwrap(init).type)) constant.add(name);
      }
      for (const parameter of [...nodesAt(node, 'params'), nodeAt(node, 'param')]) {
        for (const name of namesIn(parameter)) count(name);
      }
      return true;
    });
  }
  return new Set([...constant].filter((name) => counts.get(name) === 1));
}

/** Every name in a pattern, with more than it binds: too many are no harm. */
function namesIn(pattern: AstNode | null): string[] {
  const names: string[] = [];
  if (pattern !== null) {
    walk(pattern, (node) => {
      if (node.type === 'Identifier') names.push(nameOf(node));
      return true;
    });
  }
  return names;
}

/** Whether an expression has the same value whatever the code under test does. */
export function isConstant(node: AstNode, constants: Constants): boolean {
  const plain = unwrap(node);
  switch (plain.type) {
    case 'Identifier':
      return fixedNames.has(nameOf(plain)) || constants.has(nameOf(plain));
    case 'TemplateLiteral':
      return nodesAt(plain, 'expressions').every((each) => isConstant(each, constants));
    case 'UnaryExpression':
      return isConstantAt(plain, 'argument', constants);
    case 'BinaryExpression':
    case 'LogicalExpression':
      return isConstantAt(plain, 'left', constants) && isConstantAt(plain, 'right', constants);
    case 'MemberExpression':
      return isConstantAt(plain, 'object', constants) && entry(plain, 'computed') !== true;
    case 'ArrayExpression':
      return nodesAt(plain, 'elements').every((each) => isConstant(each, constants));
    case 'ObjectExpression':
      return nodesAt(plain, 'properties').every(
        (each) => each.type === 'ObjectProperty' && isConstantAt(each, 'value', constants),
      );
    case 'NewExpression':
      return (
        errors.test(nameOf(nodeAt(plain, 'callee'))) &&
        nodesAt(plain, 'arguments').every((each) => isConstant(each, constants))
      );
    default:
      return literals.has(plain.type);
  }
}

function isConstantAt(node: AstNode, key: string, constants: Constants): boolean {
  const inner = nodeAt(node, key);
  return inner !== null && isConstant(inner, constants);
}

function nameOf(node: AstNode | null): string {
  return node?.type === 'Identifier' ? String(entry(node, 'name')) : '';
}
