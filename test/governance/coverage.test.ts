import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { measureCoverage, renderMatrix } from '../../src/governance/coverage.ts';
import { lintDocument } from '../../src/governance/lint.ts';
import { parseLld } from '../../src/governance/lld/parse-lld.ts';
import { renderLld } from '../../src/governance/lld/render-lld.ts';
import { parseBlocks } from '../../src/governance/markdown.ts';
import { countFindings, renderLint } from '../../src/report/lint.ts';
import { validDraft } from './lld/drafts.ts';

test('every requirement that a scenario names is covered', () => {
  const coverage = measureCoverage(parseLld(renderLld(validDraft)));
  assert.deepEqual(coverage, {
    requirements: 2,
    covered: 2,
    ratio: 1,
    matrix: [
      { requirement: 1, text: '`--dry-run` lists every planned change', scenarios: ['010', '020'] },
      { requirement: 2, text: 'A dry run writes no file', scenarios: ['020'] },
    ],
  });
});

test('REQ-1 is not named by REQ-10, and a name in any cell or in brackets counts', () => {
  const text = [
    '## 3. Requirements\n\n1. one\n2. two\n3. three\n',
    '## 10. Tests\n\n### 10.1 Scenarios\n',
    '| Scenario | ID |\n|---|---|\n| a (REQ-02). | 010 |\n| REQ-10 xREQ-3 REQ-3b REQ-3.1 REQ-3-x #REQ-3 A-REQ-3 | 020 |\n',
  ].join('\n');
  const { matrix, ratio } = measureCoverage(parseLld(text));
  assert.deepEqual(
    matrix.map(({ scenarios }) => scenarios),
    [[], ['010'], []],
  );
  assert.equal(ratio, 1 / 3);
});

test('with a column of requirements only that one counts, and of it only what a reader of the page sees', () => {
  const covered = (title: string, cell: string) => {
    const scenarios = validDraft.scenarios.map((scenario) => ({ ...scenario, title, requirements: [] }));
    const text = renderLld({ ...validDraft, scenarios }).replace(
      '| Output has 3 lines |  |',
      `| Output has 3 lines | ${cell} |`,
    );
    return measureCoverage(parseLld(text)).covered;
  };
  assert.equal(covered('x', 'REQ-1, **REQ-2**'), 2);
  assert.equal(covered('REQ-1 REQ-2', ''), 0);
  for (const hide of ['[](x "REQ-2")', '<b title="REQ-2"></b>', '<!-- REQ-2 -->', '~~REQ-2~~', '![REQ-2](x)']) {
    assert.equal(covered('x', `REQ-1 ${hide}`), 1, hide);
  }
});

test('ids of any length and number make no matrix that nobody reads', () => {
  const scenarios = Array.from({ length: 200 }, (_, at) => ({ id: `${at}${'x'.repeat(5000)}`, requirements: [1] }));
  const [first] = validDraft.scenarios;
  assert.ok(first);
  const draft = { ...validDraft, scenarios: scenarios.map((one) => ({ ...first, ...one })) };
  const coverage = measureCoverage(parseLld(renderLld(draft)));
  assert.equal(coverage.matrix[0]?.scenarios.length, 51);
  assert.equal(coverage.matrix[0]?.scenarios.at(-1), 'and 150 more');
  assert.ok(coverage.matrix[0]?.scenarios.every((id) => id.length <= 20));
  assert.ok(renderMatrix(coverage).length < 3000);
});

test('seed 003 has eight requirements and covers none', () => {
  const { requirements, covered, ratio } = measureCoverage(
    parseLld(readFileSync('test/fixtures/seeds/003_03213a7a9c1692df.txt', 'utf8')),
  );
  assert.deepEqual({ requirements, covered, ratio }, { requirements: 8, covered: 0, ratio: 0 });
});

test('a document without requirements covers nothing', () => {
  assert.deepEqual(measureCoverage(parseLld('')), { requirements: 0, covered: 0, ratio: 0, matrix: [] });
});

test('the matrix is a table with a row for each requirement, and never rounds up to 100 %', () => {
  const matrix = Array.from({ length: 300 }, (_, index) => ({
    requirement: index + 1,
    text: 'a | b',
    scenarios: index === 0 ? [] : ['010', '020'],
  }));
  const text = renderMatrix({ requirements: 300, covered: 299, ratio: 299 / 300, matrix });
  const [table] = parseBlocks(text);
  assert.ok(table?.kind === 'table');
  assert.deepEqual(table.rows[0]?.cells, ['REQ-1', 'a | b', '-', 'missing']);
  assert.deepEqual(table.rows[1]?.cells, ['REQ-2', 'a | b', '010, 020', 'covered']);
  assert.equal(table.rows.length, 300);
  assert.match(text, /299 of 300 requirements = 99 %/);
});

test('a list that writes 1. before every item counts as Markdown counts', () => {
  const text = '## 3. Requirements\n\n1. one\n1. two\n1. three\n';
  assert.deepEqual(
    parseLld(text).requirements.map(({ number }) => number),
    [1, 2, 3],
  );
});

test('a number that is given twice is one requirement, so the matrix never outgrows the document', () => {
  const coverage = measureCoverage(parseLld('## 3. Requirements\n\n1. one\n2. two\n2. again\n'));
  assert.deepEqual(
    coverage.matrix.map(({ requirement, text }) => `${requirement} ${text}`),
    ['1 one', '2 two'],
  );
});

function lint(text: string) {
  const result = lintDocument(text, 'x.md', () => ({ kind: 'none', reason: 'a test', isBaseUnusable: false }));
  return { ...result, path: 'x.md', realPath: '/x.md', sha256: null };
}

test('the text report shows the matrix below the head of a design', () => {
  const text = renderLld(validDraft).replace('| REQ-1, REQ-2 |', '| REQ-1 |');
  const [head, first, second, finding] = renderLint([lint(text)]).split('\n');
  assert.deepEqual(
    [head, first, second],
    ['x.md: lld · 1 of 2 requirements covered', '  REQ-1  010, 020', '  REQ-2  -'],
  );
  assert.match(finding ?? '', /^x\.md:\d+: \w+ [A-Z_]+ /);
});

test('a check shows a hundred findings, all that can be fixed, and the true count', () => {
  const row = '| `src/import/legacy.ts` | Delete | Replaced by the plan |';
  const rows = Array.from({ length: 250 }, (_, at) => `| \`/a${at}.ts\` | delete | x |`).join('\n');
  const file = lint(renderLld(validDraft).replace(row, rows));
  const of = (id: string) => file.findings.filter(({ check }) => check === id);
  assert.deepEqual([of('CHANGE_TYPE_UNKNOWN').length, of('FILE_PATH_UNSAFE').length], [250, 101]);
  assert.equal(of('FILE_PATH_UNSAFE').at(-1)?.message, 'and 150 more of these from here on');
  assert.equal(countFindings([file], 'error'), 500);
});
