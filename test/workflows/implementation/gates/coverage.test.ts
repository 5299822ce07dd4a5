import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseLld } from '../../../../src/governance/lld/parse-lld.ts';
import { readLeastCoverage } from '../../../../src/workflows/implementation/gates/coverage-figure.ts';
import { testGate } from './gate-cases.ts';

const source = 'export function a(x: number) {\n  if (x > 1) return 1;\n  if (x > 2) return 2;\n  return 3;\n}\n';
const report = (counts: readonly number[]) =>
  ['SF:/repo/src/a.ts', ...counts.map((count, at) => `DA:${at + 1},${count}`), 'end_of_record', ''].join('\n');
const measured = (counts: readonly number[]) => ({ coverage: { report: report(counts), root: '/repo' } });

testGate('coverage', [
  { title: 'all new lines were run', state: 'passed', after: { 'src/a.ts': source }, changes: measured([1, 1, 1, 1]) },
  {
    title: 'exactly as many as are asked for pass, and what was not run is told',
    state: 'passed',
    after: { 'src/a.ts': source },
    changes: { ...measured([1, 1, 0, 1]), settings: { isStrict: false, leastCoverage: 75 } },
    findings: [/^src\/a\.ts: not run: 3$/],
  },
  {
    title: 'too few fail, with the lines',
    state: 'failed',
    after: { 'src/a.ts': source },
    changes: measured([1, 1, 0, 0]),
    findings: [/^src\/a\.ts: not run: 3-4$/],
  },
  {
    title: 'a new file that was never loaded counts as not run',
    state: 'failed',
    after: { 'src/a.ts': source, 'src/b.ts': source },
    changes: measured([1, 1, 1, 1]),
    findings: [/^src\/b\.ts: not run/],
  },
  {
    title: 'new lines that keep themselves from being measured fail, however much of the rest was run',
    state: 'failed',
    after: { 'src/a.ts': `/* node:coverage disable */\n${source}`, 'src/b.ts': `/* v8 ignore next 5 */\n${source}` },
    changes: measured([1, 1, 1, 1]),
    findings: [/^src\/a\.ts:1: a comment keeps/, /^src\/b\.ts:1: a comment keeps/],
  },
  {
    title: 'such a comment that was there before is none of the change',
    state: 'passed',
    before: { 'src/a.ts': `/* c8 ignore next */\n${source}` },
    after: { 'src/a.ts': `/* c8 ignore next */\n${source.replace('2;', '4;')}` },
    changes: measured([1, 1, 1, 1, 1]),
  },
  {
    title: 'without a report it is not measured, and that is said',
    state: 'unmeasured',
    after: { 'src/a.ts': source },
    findings: [/left no report/],
  },
  {
    title: 'a framework without one is not measured',
    state: 'unmeasured',
    after: { 'src/a.ts': source },
    kind: 'command',
    findings: [/command reports none/],
  },
  {
    title: 'nothing that can be run is not measured',
    state: 'unmeasured',
    after: { 'docs/a.md': '# x\n' },
    changes: measured([1]),
    findings: [/no new line/],
  },
]);

const figures: readonly (readonly [string, number])[] = [
  ['- [ ] Test coverage meets threshold (>80%)', 80],
  ['Coverage of the changed lines is at least 92.5 %.', 92.5],
  ['Line coverage ≥ 85%; branch coverage ≥ 90%.', 90],
  ['Strive for 100% automated test coverage.', 70],
  ['Requirement coverage is at least 100 %.', 70],
  ['Coverage of at least 400 %.', 70],
  ['At least 95 % of calls succeed.', 70],
];

test('the figure of the design counts, and else the one of the config', () => {
  for (const [line, expected] of figures) {
    const text = `# 7 - T\n\n## 12. Definition of Done\n\n${line}\n`;
    assert.equal(readLeastCoverage(parseLld(text), 70), expected, line);
  }
});
