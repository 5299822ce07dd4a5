import { testGate } from './gate-cases.ts';

const stub = "export function save() {\n  throw new Error('not implemented');\n}\n";

testGate('stubs', [
  {
    title: 'a body that says it is not implemented fails',
    state: 'failed',
    after: { 'src/a.ts': stub, 'src/b.py': 'def f():\n    raise NotImplementedError\n' },
    findings: [/^src\/a\.ts:\d: not-implemented in save/, /^src\/b\.py:/],
  },
  {
    title: 'an empty function in new lines fails',
    state: 'failed',
    before: { 'src/a.ts': 'export const a = 1;\n' },
    after: { 'src/a.ts': 'export const a = 1;\nexport function load(path: string) {}\n' },
    findings: [/^src\/a\.ts:2: empty in load/],
  },
  {
    title: 'a stub that was there before is not this change',
    state: 'passed',
    before: { 'src/a.ts': stub },
    after: { 'src/a.ts': `${stub}export const a = 1;\n` },
  },
  {
    title: 'whole code, and what tests do, passes',
    state: 'passed',
    after: { 'src/a.ts': 'export function add(a: number, b: number) {\n  return a + b;\n}\n', 'test/a.test.ts': stub },
  },
]);
