import { entry } from '../json.ts';

/** A node of a parsed module. What it holds besides is asked for by name. */
export interface AstNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

export function isNode(value: unknown): value is AstNode {
  return typeof entry(value, 'type') === 'string' && typeof entry(value, 'start') === 'number';
}

export function nodeAt(node: AstNode | null, key: string): AstNode | null {
  const found = entry(node, key);
  return isNode(found) ? found : null;
}

export function nodesAt(node: AstNode | null, key: string): AstNode[] {
  const found = entry(node, key);
  return Array.isArray(found) ? found.filter(isNode) : [];
}

const notChildren = new Set([
  'type',
  'start',
  'end',
  'loc',
  'extra',
  'leadingComments',
  'trailingComments',
  'innerComments',
  'errors',
  'tokens',
]);

/** Last first, as a stack wants them. */
function pushChildren(node: AstNode, waiting: AstNode[]): void {
  const keys = Object.keys(node);
  for (let at = keys.length - 1; at >= 0; at -= 1) {
    const key = keys[at] ?? '';
    if (notChildren.has(key)) continue;
    const value: unknown = Reflect.get(node, key);
    if (isNode(value)) waiting.push(value);
    else if (Array.isArray(value)) pushEach(value, waiting);
  }
}

/** One by one: there may be more of them than a call takes arguments. */
function pushEach(values: readonly unknown[], waiting: AstNode[]): void {
  for (let at = values.length - 1; at >= 0; at -= 1) {
    const value = values[at];
    if (isNode(value)) waiting.push(value);
  }
}

/** Visits a node and everything below it, in the order of the source; not what lies below a node that says no. */
export function walk(node: AstNode, visit: (node: AstNode) => boolean): void {
  const waiting = [node];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (visit(next)) pushChildren(next, waiting);
  }
}

export function lineOf(node: AstNode, place: 'start' | 'end' = 'start'): number {
  const line = entry(entry(entry(node, 'loc'), place), 'line');
  return typeof line === 'number' ? line : 1;
}

export function isFunction(node: AstNode | null): boolean {
  return node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression';
}

/** `a.b.c` as its names; of a call in between, the names of what is called. Empty for what has no plain root. */
export function namesOf(node: AstNode | null): string[] {
  const names: string[] = [];
  for (let at = node; at !== null; ) {
    if (at.type === 'Identifier') return [String(entry(at, 'name')), ...names];
    if (at.type === 'ThisExpression') return ['this', ...names];
    if (at.type === 'MemberExpression' || at.type === 'OptionalMemberExpression') {
      names.unshift(propertyOf(at));
      at = nodeAt(at, 'object');
    } else if (at.type === 'CallExpression' || at.type === 'OptionalCallExpression') at = nodeAt(at, 'callee');
    else if (at.type === 'TaggedTemplateExpression') at = nodeAt(at, 'tag');
    else if (wrappers.has(at.type)) at = nodeAt(at, 'expression');
    else if (at.type === 'AwaitExpression') at = nodeAt(at, 'argument');
    else if (at.type === 'NewExpression') at = nodeAt(at, 'callee');
    else return [];
  }
  return [];
}

const wrappers = new Set([
  'TSNonNullExpression',
  'TSAsExpression',
  'TSSatisfiesExpression',
  'ParenthesizedExpression',
  'TSTypeAssertion',
]);

/** Without brackets, assertions of types and waiting around it. */
export function unwrap(node: AstNode): AstNode {
  let at = node;
  for (;;) {
    const inner = wrappers.has(at.type)
      ? nodeAt(at, 'expression')
      : at.type === 'AwaitExpression'
        ? nodeAt(at, 'argument')
        : null;
    if (inner === null) return at;
    at = inner;
  }
}

function propertyOf(member: AstNode): string {
  const property = nodeAt(member, 'property');
  const isComputed = entry(member, 'computed') === true;
  if (property?.type === 'Identifier' && !isComputed) return String(entry(property, 'name'));
  if (property?.type === 'StringLiteral') return String(entry(property, 'value'));
  return '…';
}

/** The words of a string, with `…` for what is only known when it runs; null for what is no string. */
export function titleOf(node: AstNode | null): string | null {
  if (node === null) return null;
  if (node.type === 'StringLiteral') return String(entry(node, 'value'));
  if (node.type === 'TemplateLiteral') {
    return nodesAt(node, 'quasis')
      .map((part) => String(entry(entry(part, 'value'), 'cooked') ?? ''))
      .join('…');
  }
  if (node.type === 'BinaryExpression' && entry(node, 'operator') === '+') {
    const [left, right] = [titleOf(nodeAt(node, 'left')), titleOf(nodeAt(node, 'right'))];
    return left === null && right === null ? null : `${left ?? '…'}${right ?? '…'}`;
  }
  return null;
}
