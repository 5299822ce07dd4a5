import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type OutlineCase, outlineText } from './outline-text.ts';

const cases: readonly OutlineCase[] = [
  {
    claim: 'a function without its body',
    path: 'a.ts',
    text: 'export function add(a: number, b = 2): number { return a + b; }',
    expected: 'export function add(a: number, b = 2): number',
  },
  {
    claim: 'an async generator with type parameters',
    path: 'a.ts',
    text: 'export async function* read<T extends { id: string }>(from: AsyncIterable<T>): AsyncGenerator<T> { yield* from; }',
    expected: 'export async function* read<T extends { id: string }>(from: AsyncIterable<T>): AsyncGenerator<T>',
  },
  {
    claim: 'a signature over several lines on one',
    path: 'a.ts',
    text: 'export function make(\n  name: string,\n  { size, color = "red" }: { size: number; color?: string },\n  ...rest: readonly string[]\n): void {\n}',
    expected:
      'export function make(name: string, { size, color = "red" }: { size: number; color?: string }, ...rest: readonly string[]): void',
  },
  {
    claim: 'a line comment in a signature keeps its line end',
    path: 'a.ts',
    text: 'export function make(\n  name: string, // of the thing\n  size: number,\n): void {}',
    expected: 'export function make(\n  name: string, // of the thing\n  size: number,\n): void',
  },
  {
    claim: 'overloads, all of them',
    path: 'a.ts',
    text: 'export function f(a: string): string;\nexport function f(a: number): number;\nexport function f(a: unknown) { return a; }',
    expected:
      'export function f(a: string): string\nexport function f(a: number): number\nexport function f(a: unknown)',
  },
  {
    claim: 'what is not exported stays at home',
    path: 'a.ts',
    text: 'function inner() {}\nconst x = 1;\nexport const y = 2;',
    expected: 'export const y = 2',
  },
  {
    claim: 'a class with its public members',
    path: 'a.ts',
    text: `export abstract class Box<T> extends Base<T> implements Disposable {
  static count = 0;
  readonly name: string = 'box';
  protected secret = 1;
  #own = 2;
  private hidden(): void {}
  constructor(private readonly size: number) { super(); }
  get width(): number { return 1; }
  abstract open(key: string): Promise<T>;
  close = async (now: boolean): Promise<void> => { await now; };
  [Symbol.dispose](): void {}
  static { Box.count = 1; }
}`,
    expected: [
      'export abstract class Box<T> extends Base<T> implements Disposable',
      '  static count',
      '  readonly name: string',
      '  constructor(private readonly size: number)',
      '  get width(): number',
      '  abstract open(key: string): Promise<T>',
      '  close = async (now: boolean): Promise<void>',
      '  [Symbol.dispose](): void',
    ].join('\n'),
  },
  {
    claim: 'an interface as it stands',
    path: 'a.ts',
    text: 'export interface Shelf {\n  readonly books: readonly Book[];\n  find(title: string): Book | null;\n}',
    expected: 'export interface Shelf {\n  readonly books: readonly Book[];\n  find(title: string): Book | null;\n}',
  },
  {
    claim: 'a type as it stands, over its lines',
    path: 'a.ts',
    text: "export type Fate =\n  | { kind: 'done' }\n  | { kind: 'failed'; why: string };",
    expected: "export type Fate =\n  | { kind: 'done' }\n  | { kind: 'failed'; why: string }",
  },
  {
    claim: 'an enum as it stands',
    path: 'a.ts',
    text: 'export const enum Level { Low = 1, High }',
    expected: 'export const enum Level { Low = 1, High }',
  },
  {
    claim: 'a constant by its type',
    path: 'a.ts',
    text: 'export const table: ReadonlyMap<string, number> = new Map([["a", 1]]);',
    expected: 'export const table: ReadonlyMap<string, number>',
  },
  {
    claim: 'a constant of a function by its parameters',
    path: 'a.ts',
    text: 'export const twice = (n: number): number => n * 2;',
    expected: 'export const twice = (n: number): number => …',
  },
  {
    claim: 'numbers are shown, strings are not',
    path: 'a.ts',
    text: "export const limitMs = 10_000, isOn = true;\nexport const token = 'do-not-show';\nexport let made = `§{token}`;",
    expected:
      "export const limitMs = 10_000\nexport const isOn = true\nexport const token = '…'\nexport let made = '…'",
  },
  {
    claim: 'an object by its keys, with what is asserted of it',
    path: 'a.ts',
    text: "export const api = { get() {}, post: async () => 1, 'x-y': 2, ...more } as const;",
    expected: "export const api = { get, post, 'x-y' } as const",
  },
  {
    claim: 'a call by who is called',
    path: 'a.ts',
    text: 'export const schema = z.object({ name: z.string() });\nexport const store = new Store<Book>(1);',
    expected: 'export const schema = z.object(…)\nexport const store = new Store<Book>(…)',
  },
  {
    claim: 'a call through a string says nothing of the string',
    path: 'a.ts',
    text: "export const client = connect('do-not-show').open(1);",
    expected: 'export const client = …',
  },
  {
    claim: 're-exports',
    path: 'a.ts',
    text: "export { a, b as c } from './x.ts';\nexport * from './y.ts';\nexport * as z from './z.ts';\nexport type { T } from './t.ts';",
    expected:
      "export { a, b as c } from './x.ts'\nexport * from './y.ts'\nexport * as z from './z.ts'\nexport type { T } from './t.ts'",
  },
  {
    claim: 'a list of exports with the declarations it speaks of',
    path: 'a.ts',
    text: 'function a(x: string): void {}\nclass B { go(): void {} }\nexport { a, B as C };',
    expected: 'function a(x: string): void\nclass B\n  go(): void\nexport { a, B as C }',
  },
  {
    claim: 'a default function, class, name and value',
    path: 'a.ts',
    text: 'export default function (a: string) { return a; }',
    expected: 'export default function (a: string)',
  },
  {
    claim: 'a default class',
    path: 'a.ts',
    text: 'export default class extends Base { run() {} }',
    expected: 'export default class extends Base\n  run()',
  },
  {
    claim: 'a default name with its declaration',
    path: 'a.js',
    text: 'const app = (req) => req;\nexport default app;',
    expected: 'const app = (req) => …\nexport default app',
  },
  {
    claim: 'a default arrow',
    path: 'a.ts',
    text: 'export default async (a: string): Promise<void> => { await a; };',
    expected: 'export default async (a: string): Promise<void>',
  },
  {
    claim: 'declarations of a .d.ts',
    path: 'a.d.ts',
    text: "declare module 'x' {\n  export function f(a: string): void;\n  interface Y { z: number }\n}\nexport declare const v: string;",
    expected:
      "declare module 'x'\n  export function f(a: string): void\n  interface Y { z: number }\nexport declare const v: string",
  },
  {
    claim: 'a namespace',
    path: 'a.ts',
    text: 'export namespace Shapes {\n  export interface Square { side: number }\n  export function area(s: Square): number { return s.side; }\n}',
    expected:
      'export namespace Shapes\n  export interface Square { side: number }\n  export function area(s: Square): number',
  },
  {
    claim: 'decorators and accessors',
    path: 'a.ts',
    text: "@Controller('/users')\nexport class Users {\n  @Get(':id') find(@Param('id') id: string): User { return id; }\n  accessor open: boolean = true;\n}",
    expected:
      "@Controller('/users') export class Users\n  @Get(':id') find(@Param('id') id: string): User\n  accessor open: boolean",
  },
  {
    claim: 'a component in TSX',
    path: 'a.tsx',
    text: "export function Card({ title }: Props) {\n  return <p>Don't {title} // no comment {'}'}</p>;\n}\nexport const List: FC<Props> = (props) => <ul>{props.items.map((i) => <li key={i}>{i}</li>)}</ul>;",
    expected: 'export function Card({ title }: Props)\nexport const List: FC<Props>',
  },
  {
    claim: 'attributes and spreads deep in a component, which may not be blank',
    path: 'a.tsx',
    text: 'export function A(p: P) {\n  if (p.x) {\n    return <B {...p} c={p.c} d={{ e: { f: 1 } }} />;\n  }\n  return null;\n}\nexport const after: number = 1;',
    expected: 'export function A(p: P)\nexport const after: number',
  },
  {
    claim: 'CommonJS',
    path: 'a.cjs',
    text: 'function open(path) {}\nexports.open = open;\nexports.read = function (path, how) { return 1; };\nmodule.exports.x = 1;',
    expected: 'exports.open = open\nexports.read = function (path, how)\nmodule.exports.x = 1',
  },
  {
    claim: 'a script that exports nothing, by its functions',
    path: 'a.mjs',
    text: 'const x = 1;\nconst go = async (to) => to;\nfunction main(argv) { run(argv); }\nmain(process.argv);',
    expected: 'const go = async (to) => …\nfunction main(argv)',
  },
  {
    claim: 'tests by their titles, nested ones too',
    path: 'a.test.ts',
    text: "describe('a shelf', () => {\n  it('adds a book', async () => { await 1; });\n  test.only('removes one', () => {});\n});\ntest(`made`, () => {});",
    expected: 'describe("a shelf")\n  it("adds a book")\n  test.only("removes one")',
  },
  {
    claim: 'types of Flow in JavaScript, by their lines',
    path: 'a.js',
    text: '// @flow\nexport function f(a: ?string): number {\n  return 1;\n}\nexport type T = {| a: string |};',
    expected: 'export function f(a: ?string): number\nexport type T = {| a: string |}',
  },
  {
    claim: 'the script of a component in Vue',
    path: 'a.vue',
    text: '<template><p>{{ x }}</p></template>\n<script setup lang="ts">\nexport function load(id: number): void {}\n</script>\n',
    expected: 'export function load(id: number): void',
  },
  {
    claim: 'a file with an error in it, as far as it can be read',
    path: 'a.ts',
    text: 'export const a: number = 1;\nexport const a: string = 2;\nexport function f(): void { return; }',
    expected: 'export const a: number\nexport const a: string\nexport function f(): void',
  },
  {
    claim: 'a file that cannot be parsed, by its lines',
    path: 'a.ts',
    text: 'export function f(a: string): void {\n  }}}\nexport class B {\nexport const key = "do-not-show";',
    expected: 'export function f(a: string): void\nexport class B\nexport const key = …',
  },
  {
    claim: 'windows line ends',
    path: 'a.ts',
    text: 'export function f(\r\n  a: string,\r\n): void {\r\n}\r\n',
    expected: 'export function f(a: string): void',
  },
  {
    claim: 'braces in strings, templates, comments and regular expressions do not count',
    path: 'a.ts',
    text: 'export function f() { const a = "}"; /* } */ const b = `}§{`{§{"}"}`}`; return /[}/]{2}/.test(a) ? { b: { c: { d: 1 } } } : 1 / 2 / 3; }\nexport function g(): void {}',
    expected: 'export function f()\nexport function g(): void',
  },
];

for (const { claim, path, text, expected } of cases) {
  // The sign stands for a dollar, which before a brace the linter would take for a mistake.
  const source = text.replaceAll('§', '$');
  test(`outlines ${claim}`, async () => assert.equal(await outlineText(path, source), expected));
}

test('the first line of the documentation right before a declaration comes with it', async () => {
  const text =
    '/** Adds. */\nexport const add = 1;\n\n/**\n * Takes away,\n * slowly.\n */\nexport function f() {}\n// no documentation\nexport class A {}';
  assert.equal(
    await outlineText('a.ts', text, true),
    '// Adds.\nexport const add = 1\n// Takes away,\nexport function f()\nexport class A',
  );
});

test('a long type is cut at a line, and a class with very many members says how many are missing', async () => {
  const type = `export interface Long {\n${'  field: string;\n'.repeat(300)}}`;
  const shown = await outlineText('a.ts', type);
  assert.ok(shown.length <= 1500 && shown.endsWith('  field: string;\n…'), shown.slice(-40));
  const wide = `export class Wide {\n${Array.from({ length: 100 }, (_, at) => `  m${at}() {}\n`).join('')}}`;
  assert.match(await outlineText('a.ts', wide), / {2}m59\(\)\n {2}… 40 more members$/);
});
