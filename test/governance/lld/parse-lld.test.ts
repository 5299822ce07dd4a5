import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { findSection } from '../../../src/governance/lld/document.ts';
import { looksLikeLld, parseLld } from '../../../src/governance/lld/parse-lld.ts';
import { renderLld } from '../../../src/governance/lld/render-lld.ts';
import { lldTemplate } from '../../../src/governance/lld/template.ts';
import { parseBlocks } from '../../../src/governance/markdown.ts';
import { someRuns } from '../../needs.ts';
import { hostileText, validDraft } from './drafts.ts';

const seedText = readFileSync('test/fixtures/seeds/003_03213a7a9c1692df.txt', 'utf8');
const otherSeeds = ['000_2aeb00f032c6818d', '001_58708e0533a30196', '002_dd5fb4032cc7acde', '004_d6c71511625668a6'];

test('seed 003 has a header, a title and the twelve sections of our template', () => {
  const { header, title, sections, sectionsEndLine, appendix, context } = parseLld(seedText);
  assert.deepEqual(header, {
    path: { value: 'C:\\Users\\mcwiz\\Projects\\AgentOS\\docs\\lld\\active\\LLD-137.md', line: 3 },
    status: { value: 'APPROVED', line: 4 },
    reviews: { value: '2', line: 5 },
    base: null,
  });
  assert.deepEqual(title, {
    number: '137',
    text: 'Feature: Integrate parallel execution module into workflow CLI tools',
    line: 9,
  });
  assert.deepEqual(
    sections.map((section) => [section.number, section.title]),
    lldTemplate.map((section) => [section.number, section.title]),
  );
  assert.deepEqual([sections[0]?.line, sections[0]?.endLine, sectionsEndLine, appendix?.line], [18, 29, 454, 455]);
  assert.deepEqual(context.issue, { value: '#137', line: 19 });
});

test('seed 003 gives its files, requirements, scenarios, risks, decisions and questions', () => {
  const document = parseLld(seedText);
  assert.equal(document.files.length, 6);
  assert.deepEqual(document.files[0], {
    path: 'tools/cli_parallel_utils.py',
    change: 'Add',
    description: 'Shared CLI wrapper module for parallel execution integration',
    line: 38,
  });
  assert.equal(document.requirements.length, 8);
  assert.deepEqual(document.requirements[6], {
    number: 7,
    label: null,
    text: 'Graceful shutdown on Ctrl+C completes within 5 seconds',
    line: 189,
  });
  assert.equal(document.scenarios.length, 12);
  assert.equal(document.scenarios[7]?.expected, 'Clean exit within 5s');
  assert.equal(document.risks.length, 4);
  assert.equal(document.risks[3]?.mitigation, 'Default to sequential (--parallel 1)');
  assert.equal(document.decisions.length, 5);
  assert.deepEqual(
    document.openQuestions.map(({ isResolved, line }) => [isResolved, line]),
    [
      [true, 27],
      [true, 28],
    ],
  );
});

test('a section has its own body, and its subsections have theirs', () => {
  const { sections } = parseLld(seedText);
  const changes = findSection(sections, '2');
  assert.match(changes?.body ?? '', /^\*This section is .* will be built\.\*$/);
  assert.deepEqual(
    changes?.subsections.map(({ number }) => number),
    ['2.1', '2.2', '2.3', '2.4', '2.5', '2.6', '2.7'],
  );
  assert.deepEqual(findSection(sections, '12')?.subsections.map(({ number, title }) => [number, title])[1], [
    null,
    'Tests',
  ]);
  assert.equal(findSection(sections, '10.3')?.body, 'N/A - All scenarios automated.');
  assert.equal(findSection(sections, '13'), null);
});

test('nothing in the original issue is taken for the document', () => {
  const { originalIssue } = parseLld(seedText);
  assert.deepEqual([originalIssue?.number, originalIssue?.line], ['137', 485]);
  assert.equal(originalIssue?.text, seedText.slice(seedText.indexOf('# Issue #137:')));
  const text = `${seedText}\n\n## 3. Requirements\n\n1. Mine\n\n## Appendix: mine\n`;
  assert.deepEqual(parseLld(text).sections, parseLld(seedText).sections);
  assert.equal(parseLld(text).appendix?.line, 455);
});

test('sections after the appendix, in fences, quotes, lists and comments are none', () => {
  const text = [
    '## 1. Real',
    '```\n## 2. Fence\n```',
    '> ## 3. Quote',
    '- ## 4. List',
    '<!--\n## 5. Comment\n-->',
    '    ## 6. Code',
    '## Appendix',
    '## 7. Late',
  ].join('\n\n');
  assert.deepEqual(
    parseLld(text).sections.map(({ number }) => number),
    ['1'],
  );
});

test('a title names an issue in any of its forms, or none', () => {
  const numberOf = (heading: string) => parseLld(`# ${heading}`).title?.number;
  assert.deepEqual(['137 - A', '#137 – A', '137: A', '0137 - A', 'PAR-12 - A'].map(numberOf), [
    '137',
    '137',
    '137',
    '137',
    'PAR-12',
  ]);
  assert.deepEqual(['A', 'Plan - B', '137', 'Version 2 - B', '2-phase commit'].map(numberOf), [
    null,
    null,
    null,
    null,
    null,
  ]);
  assert.equal(parseLld('## 1. A\n\n# 137 - Late').title, null);
  assert.equal(parseLld('# LLD Finalized').title, null);
});

test('columns are found by their names, in any order and letter case', () => {
  const text = '### 2.1 Files\n\n| note | change type | FILE |\n|---|---|---|\n| x | Add | a/b.ts |\n';
  const { files, tables } = parseLld(`## 2. Changes\n\n${text}`);
  assert.deepEqual(files, [{ path: 'a/b.ts', change: 'Add', description: '', line: 7 }]);
  assert.deepEqual(tables.files, { line: 5, columns: ['note', 'change type', 'FILE'] });
});

test('the table with the right columns is read, whatever table comes first', () => {
  const text = '## 11. Risks\n\n| a |\n|---|\n| b |\n\n| Risk |\n|---|\n| c |\n';
  assert.deepEqual(
    parseLld(text).risks.map(({ risk }) => risk),
    ['c'],
  );
});

test('what a document lacks is null or empty', () => {
  const { header, title, sections, tables, appendix, originalIssue, ...rest } = parseLld('Some text\n');
  assert.deepEqual([header, title, sections, appendix, originalIssue], [null, null, [], null, null]);
  assert.deepEqual(tables, { files: null, decisions: null, scenarios: null, risks: null });
  assert.deepEqual([rest.files, rest.requirements, rest.scenarios, rest.openQuestions], [[], [], [], []]);
});

test('any text can be read as an LLD, and every line that is named exists', () => {
  const anyText = fc.oneof(
    hostileText,
    fc.string({ unit: 'binary' }),
    fc.array(hostileText).map((all) => all.join('\n')),
  );
  fc.assert(
    fc.property(anyText, (text) => {
      const { sections, sectionsEndLine } = parseLld(text);
      assert.ok(sectionsEndLine <= text.split(/\r\n?|\n/).length);
      for (const { line, endLine } of sections) assert.ok(line >= 1 && line <= endLine && endLine <= sectionsEndLine);
    }),
    { numRuns: someRuns(1000) },
  );
});

test('an LLD is told from a review and from any other numbered document', () => {
  assert.equal(looksLikeLld(parseBlocks(seedText)), true);
  assert.equal(looksLikeLld(parseBlocks(renderLld(validDraft))), true);
  for (const name of otherSeeds) {
    assert.equal(looksLikeLld(parseBlocks(readFileSync(`test/fixtures/seeds/${name}.txt`, 'utf8'))), false);
  }
  const three = '## 1. Context and goal\n\n## 3. Requirements\n\n## 6. Diagram\n';
  assert.equal(looksLikeLld(parseBlocks(three)), true);
  assert.equal(looksLikeLld(parseBlocks(`## Original Issue #1\n\n${three}`)), false);
  assert.equal(
    looksLikeLld(parseBlocks('## 1. Install\n\n## 2. Use\n\n## 3. Requirements\n\n## 3. Requirements\n')),
    false,
  );
});

test('all tables of a kind are read, and a legend is none of them', () => {
  const head = '| ID | Scenario | Type | Input |\n|---|---|---|---|\n';
  const legend = '| ID | Meaning |\n|---|---|\n| 999 | x |\n';
  const text = `## 10. Tests\n\n### 10.1 Scenarios\n\n${legend}\n${head}| 010 | a |\n\nMore:\n\n${head}| 020 | b |\n`;
  const { scenarios, tables } = parseLld(text);
  assert.deepEqual([scenarios.map(({ id }) => id), tables.scenarios?.line], [['010', '020'], 9]);
});

test('a path is read out of any number of backticks', () => {
  const pathOf = (cell: string) =>
    parseLld(`## 2. C\n\n### 2.1 F\n\n| File | Change Type |\n|---|---|\n| ${cell} | Add |\n`).files[0]?.path;
  assert.deepEqual(['`a.ts`', '``a.ts``', '`` a.ts ``', '`a.ts', 'a.ts'].map(pathOf), [
    'a.ts',
    'a.ts',
    'a.ts',
    '`a.ts',
    'a.ts',
  ]);
});

test('an equal label is no part of a requirement, whatever its form', () => {
  const labels = ['REQ-1:', '**REQ-1:**', '**REQ-1**:', '(REQ-1)', 'REQ-1 -', 'REQ-01:', ''];
  for (const label of labels) {
    assert.equal(parseLld(`## 3. R\n\n1. ${label} It works\n`).requirements[0]?.text, 'It works', label);
  }
  assert.equal(parseLld('## 3. R\n\n1. REQ-1 and REQ-2 agree\n').requirements[0]?.text, 'REQ-1 and REQ-2 agree');
});

test('front matter hides neither header nor title, and lines keep their numbers', () => {
  const { title, header } = parseLld('---\nlayout: page\n---\n\nBase: 0a1b2c3\n\n# 42 - A\n');
  assert.deepEqual([title?.number, title?.line, header?.base], ['42', 7, { value: '0a1b2c3', line: 5 }]);
  assert.equal(parseLld('---\nStatus: x\n\n# 42 - A\n\n---\n').title?.number, '42');
});

test('a header line is read in each of its forms', () => {
  for (const line of ['Base: a1', 'base: a1', '- Base: a1', '**Base:** a1', '* **Base**: a1']) {
    assert.equal(parseLld(`${line}\n\n# 42 - A\n`).header?.base?.value, 'a1', line);
  }
});

test('open questions are found under any heading of that name, and those that say they are settled are', () => {
  const openIn = (text: string) =>
    parseLld(`## 1. Context\n\n${text}\n`).openQuestions.filter(({ isResolved }) => !isResolved).length;
  assert.equal(openIn('### Open Questions (2)\n\n- [ ] Why?'), 1);
  assert.equal(openIn('#### Open Questions for us\n\n- [ ] Why?\n\n#### Other\n\n- [ ] no question'), 1);
  assert.equal(openIn('### Open Questions\n\n#### Open Questions, again\n\n- [ ] Why?'), 1);
  for (const item of [
    'None at this time.',
    '~~Why?~~ **RESOLVED:** so',
    '[ ] ~~Why?~~ RESOLVED',
    '[✓] Why? Because.',
    '[✔️] Why?\n  - Because.',
  ]) {
    assert.equal(openIn(`### Open Questions\n\n- ${item}`), 0, item);
  }
  for (const item of ['None of them works?', '~~Why?~~ unresolved', 'RESOLVED?']) {
    assert.equal(openIn(`### Open Questions\n\n- ${item}`), 1, item);
  }
});
