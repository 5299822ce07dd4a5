import { entry } from '../json.ts';
import { type AstNode, isFunction, lineOf, namesOf, nodeAt, nodesAt, unwrap, walk } from './ast.ts';
import { type Constants, isConstant } from './constants.ts';

/** A place where a test says what must be so. */
export interface Claim {
  readonly line: number;
  /** Whether it has the same outcome whatever the code under test does. */
  readonly isConstant: boolean;
  /** Whether it says nothing but that the test fails. */
  readonly isFailure: boolean;
  readonly node: AstNode;
}

/** What is known about the names of a module. */
export interface Names {
  readonly constants: Constants;
  readonly text: string;
  /** What is imported from a library of assertions. */
  readonly assertions: ReadonlySet<string>;
  /** Whether a function of this name makes claims of its own. */
  makesClaims(name: string): boolean;
  /** Whether a function of this name does nothing but fail. */
  onlyFails(name: string): boolean;
}

const claiming = /^(?:assert|expect|should|verif|check|must|ensure|see|confirm)/i;
/** Of contexts such as `t`: the claims of tap, ava and the like. */
const contextClaims =
  /^(?:assert|ok|notOk|is|not|equal|equals|same|notSame|notEqual|deepEqual|notDeepEqual|strictEqual|like|true|false|truthy|falsy|throws|throwsAsync|notThrows|rejects|doesNotThrow|match|regex|snapshot|pass|fail|error|ifError|isEqual)$/;
const contexts = /^(?:t|tt|ctx|context)$/;
/** They say how many claims there are, or make something of none. */
const noClaims =
  /^(?:assertions|hasAssertions|extend|any|anything|objectContaining|arrayContaining|stringContaining|stringMatching|closeTo|addSnapshotSerializer)$/;
const failures = /^(?:fail|unreachable)$/;
const oneArgument =
  /^(?:assert|ok|isOk|isTrue|isFalse|true|false|truthy|falsy|isNull|isDefined|isUndefined|exists|notOk)$/;
const functionArgument = /^(?:throws|doesNotThrow|rejects|doesNotReject|throwsAsync|notThrows)$/;

/** The claims below a node, without those of functions that are declared there: they count where they are called. */
export function findClaims(from: AstNode, names: Names): Claim[] {
  const claims: Claim[] = [];
  walk(from, (node) => {
    if (isDeclaredFunction(node)) return false;
    const claim = readClaim(node, names);
    if (claim === null) return true;
    claims.push(claim);
    // What a claim is about may hold claims of its own: callbacks of properties, of waiting, of groups.
    return !claim.isConstant;
  });
  return claims;
}

/** A function with a name that is not called by standing there. */
function isDeclaredFunction(node: AstNode): boolean {
  if (node.type === 'FunctionDeclaration') return true;
  return node.type === 'VariableDeclarator' && isFunction(nodeAt(node, 'init'));
}

function readClaim(node: AstNode, names: Names): Claim | null {
  if (node.type === 'ThrowStatement') return { line: lineOf(node), isConstant: false, isFailure: true, node };
  if (node.type === 'ExpressionStatement') return readProperty(node, names);
  if (node.type !== 'CallExpression') return null;
  const callee = nodeAt(node, 'callee');
  const called = namesOf(callee);
  const [root = '', ...rest] = called;
  const verb = called.at(-1) ?? '';
  const isContext = contexts.test(root) && (rest.length === 1 ? contextClaims.test(verb) : rest[0] === 'assert');
  const isLibrary = isContext || root === 'assert' || root === 'expect' || names.assertions.has(root);
  const isNamed = isLibrary || called.some((name) => claiming.test(name));
  if (!isNamed)
    return names.makesClaims(root)
      ? { ...realClaim(node), isFailure: rest.length === 0 && names.onlyFails(root) }
      : null;
  if (noClaims.test(verb)) return null;
  // A subject alone claims nothing.
  if (root === 'expect' && rest.length === 0 && callee?.type === 'Identifier') return null;
  if (failures.test(verb)) return { line: lineOf(node), isConstant: false, isFailure: true, node };
  const isFixed = expectSubject(node) === null ? isFixedAssert(node, verb, names) : isFixedExpect(node, names);
  // What others claim with the values that they are given is their business.
  if (!isLibrary) return realClaim(node);
  return { line: lineOf(node), isConstant: isFixed, isFailure: false, node };
}

function realClaim(node: AstNode): Claim {
  return { line: lineOf(node), isConstant: false, isFailure: false, node };
}

/** `expect(x).to.be.true;` claims without a call. */
function readProperty(statement: AstNode, names: Names): Claim | null {
  const expression = nodeAt(statement, 'expression');
  const member = expression === null ? null : unwrap(expression);
  if (member?.type !== 'MemberExpression' || expectSubject(member) === null) return null;
  const [, ...rest] = namesOf(member);
  if (rest.length < 2) return null;
  return { line: lineOf(member), isConstant: isFixedExpect(member, names), isFailure: false, node: member };
}

/** The `x` of `expect(x)…`: null for what is no such chain. */
function expectSubject(node: AstNode): AstNode | null {
  for (let at: AstNode | null = node; at !== null; ) {
    const callee: AstNode | null = at.type === 'CallExpression' ? nodeAt(at, 'callee') : null;
    if (callee?.type === 'Identifier')
      return entry(callee, 'name') === 'expect' ? (nodesAt(at, 'arguments')[0] ?? null) : null;
    at = callee ?? nodeAt(at, 'object');
  }
  return null;
}

function isFixedExpect(node: AstNode, { constants, text }: Names): boolean {
  const subject = expectSubject(node);
  if (subject === null) return false;
  const expected = node.type === 'CallExpression' ? nodesAt(node, 'arguments') : [];
  if (isFunction(subject)) return isFixedFunction(subject);
  if (expected.length === 1 && expected[0] !== undefined && isSame(subject, expected[0], text)) return true;
  return [subject, ...expected].every((each) => isConstant(each, constants));
}

function isFixedAssert(call: AstNode, verb: string, { constants, text }: Names): boolean {
  const [first, second] = nodesAt(call, 'arguments');
  if (first === undefined) return false;
  if (functionArgument.test(verb)) return isFunction(first) && isFixedFunction(first);
  if (oneArgument.test(verb) || second === undefined) return isConstant(first, constants);
  return isSame(first, second, text) || (isConstant(first, constants) && isConstant(second, constants));
}

/** The same name twice: nothing can make them differ. Calls can. */
function isSame(a: AstNode, b: AstNode, text: string): boolean {
  const isName = a.type === 'Identifier' && b.type === 'Identifier';
  return isName && text.slice(a.start, a.end) === text.slice(b.start, b.end);
}

/** A function that does nothing at all, or nothing but throw an error which it makes itself. */
function isFixedFunction(run: AstNode): boolean {
  const body = nodeAt(run, 'body');
  const [statement, ...rest] = nodesAt(body, 'body');
  if (statement === undefined) return body?.type === 'BlockStatement' || (body !== null && isConstant(body, new Set()));
  if (statement.type !== 'ThrowStatement' || rest.length > 0) return false;
  const thrown = nodeAt(statement, 'argument');
  return thrown !== null && isConstant(thrown, new Set());
}
