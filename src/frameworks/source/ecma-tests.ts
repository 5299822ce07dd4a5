import { entry } from '../json.ts';
import { type AstNode, isFunction, lineOf, namesOf, nodeAt, nodesAt, titleOf, walk } from './ast.ts';
import type { TestMark } from './listed-test.ts';
import type { ParsedModule } from './parse-module.ts';

/** A test of a module, with what it runs. */
export interface EcmaTest {
  readonly titles: readonly string[];
  readonly line: number;
  readonly endLine: number;
  readonly marks: readonly TestMark[];
  /** The function that is the test; null if there is none. */
  readonly run: AstNode | null;
  /** The name of that function, where it is handed over by name. */
  readonly runName: string | null;
}

const testers = new Set(['test', 'it', 'specify', 'fit', 'xit', 'xtest']);
const groupers = new Set(['describe', 'suite', 'context', 'fdescribe', 'xdescribe']);
const contexts = /^(?:t|tt|ctx|context|suite|test)$/;
/** What may stand behind a dot, and what it does to the test. */
const modifiers: Readonly<Record<string, TestMark | null>> = {
  skip: 'skip',
  todo: 'todo',
  only: 'only',
  failing: 'xfail',
  fails: 'xfail',
  each: null,
  for: null,
  concurrent: null,
  sequential: null,
  skipIf: null,
  runIf: null,
  extend: null,
};
const prefixes: Readonly<Record<string, TestMark>> = {
  xit: 'skip',
  xtest: 'skip',
  xdescribe: 'skip',
  fit: 'only',
  fdescribe: 'only',
};

/** Every test that a module declares, also within groups and within other tests. */
export function listEcmaTests({ body }: ParsedModule): EcmaTest[] {
  const tests: EcmaTest[] = [];
  for (const statement of body) collect(statement, [], [], tests);
  return tests;
}

function collect(from: AstNode, titles: readonly string[], inherited: readonly TestMark[], tests: EcmaTest[]): void {
  walk(from, (node) => {
    if (node.type !== 'CallExpression') return true;
    const declared = readDeclaration(node);
    if (declared === null) return true;
    const { title, run, runName, isGroup } = declared;
    const marks = [...inherited, ...declared.marks];
    if (!isGroup) {
      const [line, endLine] = [lineOf(node), lineOf(node, 'end')];
      tests.push({ titles: [...titles, title], line, endLine, marks, run, runName });
    }
    const body = nodeAt(run, 'body');
    if (body !== null) collect(body, [...titles, title], isGroup ? marks : inherited, tests);
    return false;
  });
}

interface Declaration {
  readonly title: string;
  readonly isGroup: boolean;
  readonly marks: readonly TestMark[];
  readonly run: AstNode | null;
  readonly runName: string | null;
}

function readDeclaration(call: AstNode): Declaration | null {
  const names = namesOf(nodeAt(call, 'callee'));
  const args = nodesAt(call, 'arguments');
  const title = titleOf(args[0] ?? null);
  const kind = title === null ? null : readCallee(names);
  if (title === null || kind === null) return null;
  const run = args.slice(1).find(isFunction) ?? null;
  if (kind.isContext && run === null) return null;
  const options = args.slice(1).find(({ type }) => type === 'ObjectExpression') ?? null;
  const own = run === null ? [] : marksInside(run);
  const last = args.length > 1 && run === null ? args.at(-1) : undefined;
  const runName = last?.type === 'Identifier' ? String(entry(last, 'name')) : null;
  return { title, isGroup: kind.isGroup, marks: [...kind.marks, ...marksOfOptions(options), ...own], run, runName };
}

interface Callee {
  readonly isGroup: boolean;
  /** Whether it is a test within another, by way of its context. */
  readonly isContext: boolean;
  readonly marks: readonly TestMark[];
}

function readCallee([root = '', ...rest]: readonly string[]): Callee | null {
  const isContext = contexts.test(root) && (rest[0] === 'test' || rest[0] === 'it' || rest[0] === 'describe');
  const base = isContext ? (rest[0] ?? '') : root;
  const behind = isContext ? rest.slice(1) : rest;
  const isGroup = groupers.has(base);
  if (!isGroup && !testers.has(base)) return null;
  if (!behind.every((name) => Object.hasOwn(modifiers, name))) return null;
  const marks = [prefixes[base] ?? null, ...behind.map((name) => modifiers[name] ?? null)];
  return { isGroup, isContext, marks: marks.filter((mark) => mark !== null) };
}

/** `{ skip: true }` and `{ todo: 'later' }`; a condition is no mark. */
function marksOfOptions(options: AstNode | null): TestMark[] {
  return nodesAt(options, 'properties').flatMap((property): TestMark[] => {
    const key = namesOf(nodeAt(property, 'key'))[0];
    const value = nodeAt(property, 'value');
    const isOn = entry(value, 'value') === true || (value?.type === 'StringLiteral' && entry(value, 'value') !== '');
    return isOn && (key === 'skip' || key === 'todo' || key === 'only') ? [key] : [];
  });
}

/** `t.skip()` as a statement of its own, under no condition. */
function marksInside(run: AstNode): TestMark[] {
  return nodesAt(nodeAt(run, 'body'), 'body').flatMap((statement): TestMark[] => {
    const call = statement.type === 'ExpressionStatement' ? nodeAt(statement, 'expression') : null;
    if (call?.type !== 'CallExpression') return [];
    const [root = '', verb, ...more] = namesOf(nodeAt(call, 'callee'));
    if (more.length > 0 || !(contexts.test(root) || root === 'this')) return [];
    return verb === 'skip' || verb === 'todo' ? [verb] : [];
  });
}
