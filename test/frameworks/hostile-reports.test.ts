import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Framework } from '../../src/frameworks/framework.ts';
import { parseReport } from '../../src/frameworks/reports/parse-report.ts';
import type { TestRun } from '../../src/frameworks/test-run.ts';
import { someRuns } from '../needs.ts';
import { projectDir } from '../workspace.ts';
import { makeFramework } from './make-framework.ts';

const frameworks: readonly Framework[] = [
  makeFramework('node-test'),
  makeFramework('vitest'),
  makeFramework('pytest'),
  makeFramework('go'),
  makeFramework('cargo'),
  makeFramework('command', { report: 'tap' }),
];

function read(framework: Framework, text: string, code = 1, stderr = text): TestRun {
  return parseReport(framework, { root: '/repo', end: { kind: 'exited', code, stdout: text, stderr }, report: text });
}

function readEvery(text: string): void {
  for (const framework of frameworks) {
    const run = read(framework, text);
    assert.ok(run.tests.length <= 100_000);
    assert.ok(run.exitCode === 1);
  }
}

test('whatever a report holds, reading it never throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => readEvery(text)),
    { numRuns: someRuns(100) },
  );
  fc.assert(
    fc.property(fc.json(), (text) => readEvery(`{"testResults":[${text}],"kind":"test"}\n${text}`)),
    {
      numRuns: someRuns(100),
    },
  );
});

test('reports that break off, or have a piece of themselves in the wrong place, are read without a throw', () => {
  const names = ['vitest-5.1.0.json', 'pytest-9.0.3.xml', 'go-1.19.8.jsonl', 'cargo-1.95.0.txt', 'node-24.tap'];
  const texts = names.map((name) => readFileSync(join(projectDir, 'test/fixtures/frameworks', name), 'utf8'));
  const cut = fc.tuple(fc.constantFrom(...texts), fc.nat(20_000), fc.nat(20_000), fc.nat(500));
  fc.assert(
    fc.property(cut, ([text, at, from, length]) => {
      readEvery(text.slice(0, at));
      readEvery(text.slice(0, at) + text.slice(from, from + length) + text.slice(at));
    }),
    { numRuns: someRuns(60) },
  );
});

test('a report that ends before its end proves nothing', () => {
  const xml = readFileSync(join(projectDir, 'test/fixtures/frameworks/pytest-9.0.3.xml'), 'utf8');
  for (const at of [100, 2000, 5000, xml.length - 3]) {
    assert.equal(read(makeFramework('pytest'), xml.slice(0, at)).trouble, 'report damaged', String(at));
  }
  const json = readFileSync(join(projectDir, 'test/fixtures/frameworks/jest-30.5.2.json'), 'utf8');
  assert.equal(read(makeFramework('jest'), json.slice(0, -3)).trouble, 'report damaged');
  const events = '{"kind":"test","file":"/repo/a.test.js","titles":["a"],"isPassed":true}\n';
  assert.equal(read(makeFramework('node-test'), events, 0).trouble, 'report damaged');
  assert.equal(read(makeFramework('node-test'), `${events}{"kind":"end"}\n`, 0).trouble, null);
});

test('entities of a report are not its own to define', () => {
  const bomb = [
    '<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "aaaaaaaaaa">',
    ...Array.from({ length: 20 }, (_, at) => `<!ENTITY a${at} "${`&a${at - 1};`.repeat(10)}">`),
    ']><testsuites><testsuite><testcase name="&a19;"/></testsuite></testsuites>',
  ].join('');
  assert.equal(read(makeFramework('pytest'), bomb).trouble, 'report damaged');
  const outside = '<testsuite><testcase name="&file; &#x110000; &#65;&amp;"/></testsuite>';
  assert.equal(read(makeFramework('pytest'), outside, 0).tests[0]?.name, '&file; &#x110000; A&');
});

test('nesting without end costs no stack', () => {
  const deep = 200_000;
  const lines = [
    '<testsuite>'.repeat(deep) + '</testsuite>'.repeat(deep),
    `{"testResults":${'['.repeat(deep)}${']'.repeat(deep)}}`,
    `{"kind":"test","titles":${'['.repeat(deep)}${']'.repeat(deep)}}`,
    `{"Action":"run","Package":"a","Test":"${'a/'.repeat(deep)}"}`,
    `${'    '.repeat(50)}ok 1 - a\n`.repeat(1000),
  ];
  for (const line of lines) readEvery(line);
});

test('tags, quotes and lines without end are read once', () => {
  const long = 600_000;
  for (const text of [
    `<testsuite ${'a'.repeat(long)}`,
    `<testsuite ${'a="'.repeat(long / 3)}`,
    `<testsuite ${'a=" "'.repeat(long / 5)}/>`,
    '<'.repeat(long),
    `test ${'a'.repeat(long)} ... ok`,
    `error: ${' '.repeat(long)}\n`.concat('\n'.repeat(100_000)),
    ' '.repeat(long),
    `panic: \n${'\t/a.go:1\n'.repeat(50_000)}`,
    'E   \n'.repeat(100_000),
  ]) {
    readEvery(text);
  }
});

test('a hundred thousand tests are read, and what is more is not, and said', () => {
  const line = (at: number) => `{"kind":"test","file":"/repo/a.test.js","titles":["${at}"],"isPassed":true}`;
  const text = `${Array.from({ length: 100_002 }, (_, at) => line(at)).join('\n')}\n{"kind":"end"}\n`;
  const run = read(makeFramework('node-test'), text, 0);
  assert.equal(run.tests.length, 100_000);
  assert.equal(run.isComplete, false);
});

test('a report above the limit is not read at all', () => {
  const run = read(makeFramework('vitest'), ' '.repeat(64 * 1024 * 1024 - 1).concat('{}'), 0, '');
  assert.equal(run.trouble, 'report too large');
});

test('a report and an exit code that disagree are believed neither', () => {
  const passed =
    '{"testResults":[{"name":"/repo/a.test.js","status":"passed","assertionResults":[{"status":"passed","title":"a"}]}]}';
  const failed = passed.replaceAll('passed', 'failed');
  assert.equal(read(makeFramework('jest'), passed, 1).trouble, 'contradiction');
  assert.equal(read(makeFramework('jest'), failed, 0).trouble, 'contradiction');
  assert.match(read(makeFramework('jest'), failed, 0).detail ?? '', /1 failures of 1 tests, the exit code is 0/);
  assert.equal(read(makeFramework('jest'), passed, 0).trouble, null);
  assert.equal(read(makeFramework('jest'), failed, 1).trouble, null);
});

test('what was said on either stream stands beside such a disagreement', () => {
  const report = '{"kind":"test","file":"/repo/a.test.js","titles":["a"],"isPassed":true}\n{"kind":"end"}\n';
  const end = { kind: 'exited', code: 1, stdout: 'a.js: no var\n', stderr: '(node:1) Warning: old\n' } as const;
  const { trouble, detail } = parseReport(makeFramework('node-test'), { root: '/repo', end, report });
  assert.equal(trouble, 'contradiction');
  assert.match(detail ?? '', /exit code is 1: a\.js: no var\n\(node:1\) Warning: old$/);
});

test('a state that nobody knows makes the report worthless', () => {
  const report =
    '{"testResults":[{"name":"/repo/a.test.js","status":"passed","assertionResults":[{"status":"green","title":"a"}]}]}';
  assert.equal(read(makeFramework('jest'), report, 0).trouble, 'report damaged');
});

test('a test that is told twice is there twice, so that its failure cannot hide behind the other', () => {
  const one = (state: string) => `{"status":"${state}","title":"010 a"}`;
  const report = `{"testResults":[{"name":"/repo/a.test.js","status":"failed","assertionResults":[${one('passed')},${one('failed')}]}]}`;
  const run = read(makeFramework('jest'), report);
  assert.deepEqual(
    run.tests.map(({ id, state }) => [id, state]),
    [
      ['a.test.js::010 a', 'passed'],
      ['a.test.js::010 a#2', 'failed'],
    ],
  );
});

test('colours and controls do not reach names and messages', () => {
  const report =
    '{"testResults":[{"name":"/repo/a.test.js","status":"failed","assertionResults":[{"status":"failed","title":"\\u001b[31mred\\u001b[0m\\n name","failureMessages":["\\u001b[1mError: no\\u001b[22m"]}]}]}';
  const [test] = read(makeFramework('jest'), report).tests;
  assert.deepEqual([test?.name, test?.failure?.message], ['red name', 'Error: no']);
});

test('tests of Rust cannot print results of other tests', () => {
  const printed = [
    'running 2 tests',
    'test a ... FAILED',
    'test b ... ok',
    '',
    'failures:',
    '',
    '---- a stdout ----',
    'test b ... FAILED',
    'test z ... ok',
    '',
    'test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s',
  ].join('\n');
  const run = read(makeFramework('cargo'), printed, 101, '');
  assert.deepEqual(
    run.tests.map(({ name, state }) => [name, state]),
    [
      ['a', 'failed'],
      ['b', 'passed'],
    ],
  );
});

test('what a test says in very many empty lines is read in no time', () => {
  const lines = '\n'.repeat(8000);
  const event = (name: string) =>
    [{ Action: 'output', Output: lines }, { Action: 'fail' }].map((one) =>
      JSON.stringify({ ...one, Package: 'example.com/shelf', Test: name }),
    );
  const error = { message: lines, stack: `Error: ${lines}` };
  const failed = JSON.stringify({ kind: 'test', titles: ['a'], file: 'a.js', isPassed: false, error });
  const results = [
    { status: 'failed', title: 'a', ancestorTitles: [], failureMessages: Array(20).fill(lines.repeat(3)) },
  ];
  const file = { name: '/repo/a.test.js', status: 'failed', assertionResults: results };
  const said: readonly (readonly [Framework, string])[] = [
    [
      makeFramework('go'),
      Array.from({ length: 40 }, (_, at) => event(`Test${at}`))
        .flat()
        .join('\n'),
    ],
    [makeFramework('node-test'), `${`${failed}\n`.repeat(40)}{"kind":"end"}\n`],
    [makeFramework('jest'), JSON.stringify({ testResults: Array(20).fill(file) })],
    [makeFramework('command', { report: 'tap' }), `1..40\n${`not ok 1 - a\n${lines}\n`.repeat(40)}`],
  ];
  const startedAt = performance.now();
  for (const [framework, text] of said) assert.ok(read(framework, text).tests.length > 0, framework.kind);
  const ms = performance.now() - startedAt;
  assert.ok(ms < 5000, `${Math.round(ms)} ms`);
});
