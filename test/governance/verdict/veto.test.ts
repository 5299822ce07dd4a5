import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseBlocks } from '../../../src/governance/markdown.ts';
import { checkVerdict } from '../../../src/governance/verdict/check-verdict.ts';
import { looksLikeVerdict, readVerdict } from '../../../src/governance/verdict/read-verdict.ts';

const verdictOf = (text: string) => readVerdict(text).verdict;
const boxes = '## Verdict\n[x] **APPROVED** - Ready for implementation\n[ ] **REVISE** - Fix Tier 1/2 issues first\n';

test('an approval in a log, a coverage analysis or among findings is somebody else’s', () => {
  const texts = [
    '# 12 - Small design\n\n## Goal\nx\n\n## Appendix: Review Log\n\n**Verdict:** APPROVED\n',
    '# LLD Review\n\n## Review Log\n**Verdict:** APPROVED\n',
    '# LLD Review\n\n## Requirement Coverage Analysis\n\nVerdict: APPROVED\n',
    '# LLD Review\n\n## Tier 3\n\nVerdict: APPROVED\n',
    '## Previous Verdict\n[x] APPROVED\n\n## Decision\nREVISE\n',
    '- Previous round\n  - Verdict: APPROVED\n- This round\n  - Decision: REVISE\n',
  ];
  for (const text of texts) assert.notEqual(verdictOf(text), 'APPROVED', text);
});

test('any other verdict, however it is labelled, contradicts an approval', () => {
  const contrary = [
    'Updated verdict: REVISE',
    'Revised Verdict: BLOCKED',
    'My verdict: REVISE',
    'Verdict (final): REVISE',
    '🔴 Verdict: REVISE',
    'Decision: REVISE',
    'Status: REVISE',
    '## Verdict (round 2)\nREVISE',
    '## Updated Verdict\n**REVISE** - Fix Tier 1',
    '## Final decision\nREVISE',
    '## Addendum\n**REVISE**',
    '### Orchestrator override\n\nREJECTED',
    '**Verdict:**\n\nREVISE',
    '| Verdict | REVISE |\n|---|---|\n| x | y |',
    '| Round | Verdict |\n|---|---|\n| 2 | REVISE |',
    'Updated verdict: hold',
    '<h2>Verdict: REVISE</h2>',
    '<div>\n[x] REVISE\n</div>',
    '```JSON5\n{"verdict":"REVISE"}\n```',
    '```\n{"verdict":"REVISE"}\n```',
    '- item\n\n  ```json\n  {"verdict":"REVISE"}\n  ```',
  ];
  for (const line of contrary) {
    assert.equal(verdictOf(`# LLD Review: 5\n\nVerdict: APPROVED\n\n${line}\n`), 'UNREADABLE', line);
    assert.equal(verdictOf(`# LLD Review: 5\n\n${line}\n\n${boxes}`), 'UNREADABLE', line);
  }
});

test('a condition after an approval, wherever it stands, takes it back', () => {
  const conditions = [
    'But only after Tier 1 is fixed.',
    'Note: this is not final, revise first',
    'Recommendation: do not implement',
    'Please address the Tier 1 findings first.',
    'Resolve the retry bound prior to merging.',
    'I withdraw this approval.',
    'I take that back.',
    'This approval is void.',
    'As long as the loop is bounded.',
    'Nope.',
    '- [ ] Rename file',
    '### Condition\n- must fix the loop before merge',
  ];
  for (const condition of conditions) {
    assert.equal(verdictOf(`Verdict: APPROVED\n\n${condition}\n`), 'UNREADABLE', condition);
    assert.equal(verdictOf(`${boxes}\n${condition}\n`), 'UNREADABLE', condition);
  }
});

test('a box that explains its approval by anything but a plain yes is unreadable', () => {
  const labels = [
    'Ready for implementation as long as the retry is bounded',
    'Ready for implementation upon resolution of Tier 1',
    'Ready for implementation modulo the Tier 1 findings',
    'Ready for rework by the author',
    'ready for rejection',
    'All issues remain open',
    'No issues were addressed',
    'all comments were ignored',
    'All findings of Tier 1 are unresolved',
  ];
  for (const label of labels) assert.equal(verdictOf(`## Verdict\n[x] **APPROVED** - ${label}\n`), 'UNREADABLE', label);
});

test('struck text around an approval leaves nothing of it', () => {
  assert.notEqual(verdictOf('## Verdict\n<del>\n\nAPPROVED\n\n</del>\n'), 'APPROVED');
});

test('JSON approves only if every key of it agrees or is understood', () => {
  const contrary = [
    { final_verdict: 'REVISE' },
    { approved: false },
    { status: 'REJECTED' },
    { required_changes: ['bound the retry'] },
    { Findings: [{ tier: 1, title: 'Loop' }] },
    { conditions: 'fix the loop first' },
    { critical: ['x'] },
    { concerns: { a: 1 } },
    { review: { verdict: 'REVISE' } },
    { note: 'revise section 2' },
  ];
  for (const more of contrary) {
    const reading = readVerdict(JSON.stringify({ verdict: 'APPROVED', ...more }));
    const isClean = reading.verdict === 'APPROVED' && checkVerdict(reading).length === 0;
    assert.ok(!isClean, JSON.stringify(more));
  }
  assert.equal(verdictOf('{"verdict":"APPROVED","summary":"Solid, but long.","reviewer":"G","score":9}'), 'APPROVED');
});

test('an approval is contradicted by open findings and failed coverage in every usual form', () => {
  const forms = [
    '## 🔴 Tier 1: BLOCKING Issues\n- [ ] **Loop:** never ends',
    '## 4. Tier 1\n- Loop never ends',
    '## BLOCKING Issues (Tier 1)\n- Loop never ends',
    '## Tier 1\n### Cost\n**Loop:** the retry never ends.',
    '## Tier 1\n| Finding |\n|---|\n| Loop never ends |',
    '## Requirement Coverage Analysis\n**Verdict:** FAIL',
    '## Requirement Coverage Analysis\n**Coverage:** 50%',
    '## Requirement Coverage Analysis\n- Coverage Calculation: 4 / 8',
  ];
  for (const form of forms) {
    const reading = readVerdict(`# LLD Review: 5\n\n${form}\n\n${boxes}`);
    assert.deepEqual([reading.verdict, checkVerdict(reading)[0]?.check], ['APPROVED', 'VERDICT_CONTRADICTED'], form);
  }
});

test('that there is nothing to report is no finding', () => {
  for (const words of [
    '_No issues found._',
    '[ ] ✅ No issues found.',
    'Nothing to report.',
    'All clear.',
    '(none)',
    'No issues found, well done',
  ]) {
    const reading = readVerdict(`# LLD Review: 5\n\n## Tier 1: BLOCKING Issues\n- ${words}\n\n${boxes}`);
    assert.deepEqual([reading.verdict, checkVerdict(reading)], ['APPROVED', []], words);
  }
});

test('a bare label means the line that follows it', () => {
  assert.equal(verdictOf('# LLD Review\n\n**Verdict:**\nAPPROVED\n'), 'APPROVED');
  assert.equal(verdictOf('# LLD Review\n\n**Verdict:**\n\nREVISE\n'), 'REVISE');
});

test('an ordinary document with a verdict about something else is no verdict file', () => {
  const text = '# Notes\n\nVerdict: ACP is a good second, generic port.\n';
  assert.ok(!looksLikeVerdict(text, parseBlocks(text)));
});
