import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readVerdict } from '../../../src/governance/verdict/read-verdict.ts';

test('open findings leave out what is ticked, struck or nothing', () => {
  const tier = [
    '## Tier 1: BLOCKING Issues',
    'No blocking issues found. LLD is approved.',
    '### Cost',
    '- [ ] No issues found.',
    '- No blocking issues found in section 3.',
    '- None.',
    '- [x] **Solved:** done',
    '- ~~**Struck:** gone~~',
    '- <!-- template -->',
    '### Safety',
    '- [ ] **Loop:** no bound',
    '    - **Recommendation:** bound it',
    '- No issues found, but the loop is unbounded.',
    '- None of the loops ends. Really.',
    '## Safety',
    '1. **Paths**: outside the tree',
    '## Tier 2: HIGH PRIORITY Issues',
    '### Quality',
    '[ ] **Flaky:** timing',
    '## Tier 3: SUGGESTIONS',
    '- Try tqdm',
    '## Questions for Orchestrator',
    '1. Why?',
    '## Verdict',
    'REVISE',
  ];
  assert.deepEqual(readVerdict(tier.join('\n')).findings, [
    { tier: 1, title: 'Loop', line: 11 },
    { tier: 1, title: 'No issues found, but the loop is unbounded', line: 13 },
    { tier: 1, title: 'None of the loops ends', line: 14 },
    { tier: 1, title: 'Paths', line: 16 },
    { tier: 2, title: 'Flaky', line: 19 },
    { tier: 3, title: 'Try tqdm', line: 21 },
  ]);
});

test('findings and coverage are read from JSON too', () => {
  const reading = readVerdict(
    JSON.stringify({
      verdict: 'APPROVED',
      findings: [{ tier: 1, category: 'Cost', title: 'Loop' }, { tier: 9, title: 'x' }, 4],
      coverage: [{ scenarios: ['010'] }, { scenarios: [] }],
    }),
  );
  assert.deepEqual(reading.findings, [{ tier: 1, title: 'Loop', line: 1 }]);
  assert.equal(reading.coverageRatio, 0.5);
});

test('coverage is the lowest of what calculation and table claim', () => {
  const table = '| # | Status |\n|---|---|\n| 1 | ✓ Covered |\n| 2 | ✗ Missing |\n';
  const under = (text: string) => readVerdict(`## Requirement Coverage Analysis\n\n${text}\n\n## Verdict\nAPPROVED\n`);
  assert.equal(under('**Coverage Calculation:** 7 requirements covered / 8 total = **87.5%**').coverageRatio, 0.875);
  assert.equal(under('Coverage Calculation: 75 %').coverageRatio, 0.75);
  assert.equal(under('Coverage Calculation: 0 / 0').coverageRatio, null);
  assert.equal(under(`${table}\n**Coverage Calculation:** 2 / 2`).coverageRatio, 0.5);
  assert.equal(under('Nothing.').coverageRatio, null);
});
