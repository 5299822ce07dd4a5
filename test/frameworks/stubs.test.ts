import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { findStubs } from '../../src/frameworks/stubs/find-stubs.ts';
import { firstOf } from '../needs.ts';
import { projectDir } from '../workspace.ts';

async function kinds(path: string, text: string, lines: ReadonlySet<number> | null = null): Promise<string[]> {
  const found = await findStubs([{ path, text, lines }]);
  return found.map(({ kind, line, name }) => `${kind} ${line} ${name ?? '-'}`);
}

test('stubs of TypeScript are found by what they are, with their lines', async () => {
  const bad: readonly (readonly [found: string, text: string])[] = [
    ['not-implemented 2 f', "export function f() {\n  throw new Error('Not implemented');\n}"],
    ['not-implemented 2 f', 'export function f(a) {\n  throw new Error("f: " + a + " not yet implemented");\n}'],
    ['not-implemented 1 f', "export const f = () => { throw new NotImplementedError('x'); };"],
    ['not-implemented 2 m', "class A {\n  m() { throw new TypeError('TODO'); }\n}"],
    ['not-implemented 2 m', "const a = {\n  m() { throw new Error('unimplemented'); },\n};"],
    ['empty 1 f', 'export function f() {}'],
    ['empty 1 f', 'export const f = async () => {};'],
    ['empty 2 m', 'class A {\n  m(): void {}\n}'],
    ['empty 1 f', 'function f() { /* x */ }'],
    ['todo 2 f', 'function f() {\n  // TODO: count them\n}'],
    ['todo 2 f', 'function f() {\n  // FIXME\n  return null;\n}'],
    ['stand-in 2 f', 'function f() {\n  return null; // stub\n}'],
    ['stand-in 3 f', 'function f() {\n  // hard-coded for now\n  return [];\n}'],
    ['stand-in 2 f', 'function f() {\n  return 42; // placeholder\n}'],
  ];
  for (const [found, text] of bad) assert.deepEqual(await kinds('src/a.ts', text), [found], text);
});

test('what is not written on purpose is no stub', async () => {
  const good = [
    'export abstract class A {\n  abstract m(): void;\n}',
    'export interface A {\n  m(): void;\n}',
    'export function f(a: string): void;\nexport function f(a: number): void;\nexport function f(a: unknown): void {\n  use(a);\n}',
    'class A {\n  constructor(readonly a: string) {}\n}',
    'class A {\n  [Symbol.dispose]() {}\n}',
    'export function noop() {}',
    'const ignore = () => {};',
    'function f() {\n  // Nobody waits for it.\n}',
    'on("error", () => {});',
    'const house = { close() {}, open: () => {} };',
    'let watcher = () => {};',
    'declare function f(): void;',
    'function f() {\n  // TODO: be faster\n  return count(1) + 2;\n}',
    'function f() {\n  return null;\n}',
    'function f() {\n  const placeholder = count(1); // a placeholder of the page\n  return placeholder;\n}',
    "function f(kind) {\n  if (kind === 'x') throw new Error('x is not supported');\n  return kind;\n}",
    "function f(kind) {\n  switch (kind) {\n    default:\n      throw new Error('not implemented for ' + kind);\n  }\n}",
  ];
  for (const text of good) assert.deepEqual(await kinds('src/a.ts', text), [], text);
  assert.deepEqual(await kinds('src/a.d.ts', 'export function f(): void {}'), []);
});

test('only new lines are looked at', async () => {
  const text = 'function old() {}\nfunction fresh() {}\n';
  assert.deepEqual(await kinds('a.ts', text, new Set([2])), ['empty 2 fresh']);
  assert.deepEqual(await kinds('a.ts', text, new Set()), []);
  const python = 'def old():\n    pass\n\ndef fresh():\n    pass\n';
  assert.deepEqual(await kinds('a.py', python, new Set([4, 5])), ['empty 5 fresh']);
});

test('stubs of Python are found, declarations are not', async () => {
  const bad: readonly (readonly [found: string, text: string])[] = [
    ['empty 2 f', 'def f():\n    pass'],
    ['empty 1 f', 'def f(): ...'],
    ['empty 1 f', 'def f():\n    """Counts."""'],
    ['not-implemented 2 f', 'def f():\n    raise NotImplementedError'],
    ['not-implemented 3 f', 'async def f(a):\n    """Counts."""\n    raise NotImplementedError("later")'],
    ['not-implemented 2 f', 'def f():\n    raise RuntimeError("not implemented yet")'],
    ['todo 2 f', 'def f():\n    # TODO: count\n    return None'],
    ['stand-in 2 f', 'def f():\n    return []  # stub'],
    ['empty 3 m', 'class A:\n    def m(self):\n        pass'],
  ];
  for (const [found, text] of bad) assert.deepEqual(await kinds('a.py', `${text}\n`), [found], text);
  for (const text of [
    'class A(ABC):\n    @abstractmethod\n    def m(self):\n        raise NotImplementedError',
    'class A(Protocol):\n    def m(self) -> int: ...',
    'class BaseShelf:\n    def m(self):\n        raise NotImplementedError',
    '@overload\ndef f(a: int) -> int: ...',
    'class ShelfError(Exception):\n    pass',
    'def f():\n    try:\n        g()\n    except ValueError:\n        pass',
    'def f():\n    # Nothing is left to close here.\n    pass',
    'def noop():\n    pass',
    'class A:\n    def __exit__(self, *args):\n        pass',
    'def f():\n    return None',
    'TEXT = """\ndef f():\n    pass\n"""',
  ]) {
    assert.deepEqual(await kinds('a.py', `${text}\n`), [], text);
  }
  assert.deepEqual(await kinds('a.pyi', 'def f(): ...\n'), []);
});

test('stubs of Go and Rust are found, declarations are not', async () => {
  assert.deepEqual(await kinds('a.go', 'package a\n\nfunc F() int {\n\tpanic("not implemented")\n}\n'), [
    'not-implemented 4 F',
  ]);
  assert.deepEqual(await kinds('a.go', 'package a\n\nfunc (s *Shelf) F() {}\n'), ['empty 3 F']);
  assert.deepEqual(await kinds('a.go', 'package a\n\nfunc F() error {\n\t// TODO: count\n\treturn nil\n}\n'), [
    'todo 4 F',
  ]);
  assert.deepEqual(await kinds('a.go', 'package a\n\nfunc F() int {\n\treturn 0 // placeholder\n}\n'), [
    'stand-in 4 F',
  ]);
  for (const text of [
    'func F() { panic("broken shelf") }',
    'type S interface {\n\tF()\n}',
    'func (*Node) isNode() {}',
    'func F() {\n\t// There is nothing to close.\n}',
    'func F(a interface{}) int { return len(a) }',
    'var s = `\nfunc F() {}\n`',
  ]) {
    assert.deepEqual(await kinds('a.go', `package a\n\n${text}\n`), [], text);
  }
  assert.deepEqual(await kinds('a.rs', 'pub fn f() -> u8 {\n    todo!()\n}\n'), ['not-implemented 2 f']);
  assert.deepEqual(await kinds('a.rs', 'fn f() { unimplemented!("x") }\n'), ['not-implemented 1 f']);
  assert.deepEqual(await kinds('a.rs', 'pub fn f() {}\n'), ['empty 1 f']);
  for (const text of [
    'trait A {\n    fn m(&self);\n}',
    "fn f<'a>(s: &'a str) -> &'a str { s }",
    'fn f() {\n    // Dropped on purpose by the caller.\n}',
    'fn f() -> &str { "todo!()" }',
    'fn main() {}',
    "fn f(c: char) -> bool { c == '{' }",
  ]) {
    assert.deepEqual(await kinds('a.rs', `${text}\n`), [], text);
  }
});

test('of the sources of this repository nothing is taken for a stub', async () => {
  const paths = firstOf(160, globSync('src/**/*.ts', { cwd: projectDir }).sort());
  const changes = paths.map((path) => ({ path, text: readFileSync(join(projectDir, path), 'utf8'), lines: null }));
  assert.ok(changes.length >= 160);
  assert.deepEqual(await findStubs(changes), []);
});
