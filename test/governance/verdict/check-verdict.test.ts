import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkVerdict, verdictChecks } from '../../../src/governance/verdict/check-verdict.ts';
import { readVerdict } from '../../../src/governance/verdict/read-verdict.ts';

const loop = '## Tier 1: BLOCKING Issues\n### Cost\n- [ ] **Loop:** no bound\n';
const coverage = '## Requirement Coverage\n**Coverage Calculation:** 7 requirements covered / 8 total = **88%**\n';

function check(text: string): [string, number][] {
  return checkVerdict(readVerdict(text)).map((finding) => [finding.check, finding.line]);
}

test('an unreadable verdict is an error that names the reason and the way out', () => {
  const [finding, ...others] = checkVerdict(readVerdict('# LLD Review\n\nVerdict: APPROVED?\n'));
  assert.deepEqual([finding?.check, finding?.severity, finding?.line, others], ['VERDICT_UNREADABLE', 'error', 3, []]);
  assert.match(finding?.message ?? '', /"APPROVED\?" says more than a verdict\. Tick exactly one box/);
});

test('an approval is contradicted by each open Tier 1 finding', () => {
  assert.deepEqual(check(`${loop}- [ ] **Spend:** no cap\n## Verdict\nAPPROVED\n`), [
    ['VERDICT_CONTRADICTED', 3],
    ['VERDICT_CONTRADICTED', 4],
  ]);
});

test('an approval is contradicted by its own coverage', () => {
  const [finding] = checkVerdict(readVerdict(`${coverage}\n## Verdict\nAPPROVED\n`));
  assert.deepEqual([finding?.check, finding?.line], ['VERDICT_CONTRADICTED', 5]);
  assert.match(finding?.message ?? '', /87 %/);
});

test('an approval with Tier 2 findings and full coverage stands', () => {
  assert.deepEqual(
    check(`${coverage.replace('7', '8')}\n${loop.replace('Tier 1', 'Tier 2')}\n## Verdict\nAPPROVED\n`),
    [],
  );
});

test('a verdict that does not approve is never contradicted', () => {
  for (const word of ['REVISE', 'DISCUSS', 'BLOCK'])
    assert.deepEqual(check(`${loop}\n${coverage}\n## Verdict\n${word}\n`), []);
});

test('every check that can be reported is described', () => {
  assert.deepEqual(
    verdictChecks.map(({ id, severity }) => [id, severity]),
    [
      ['VERDICT_UNREADABLE', 'error'],
      ['VERDICT_CONTRADICTED', 'error'],
    ],
  );
  for (const { description } of verdictChecks) assert.match(description, /^An? .+\.$/);
});
