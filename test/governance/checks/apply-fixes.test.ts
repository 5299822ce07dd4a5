import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { applyFixes } from '../../../src/governance/checks/apply-fixes.ts';
import type { Finding, Fix } from '../../../src/governance/finding.ts';
import { renderLld } from '../../../src/governance/lld/render-lld.ts';
import { someRuns } from '../../needs.ts';
import { anyDraft, hostileText } from '../lld/drafts.ts';
import { check, namesOf, replaceFirst, validText } from './document-checks.ts';

const fixableIds: readonly (readonly [from: string, to: string])[] = [
  ['| Modify |', '|  mODIFY|'],
  ['| `src/import/dry-run.ts` | Add |', '  `src/import/dry-run.ts` | add |'],
  ['| 010 |', '|10\t|'],
  ['Path: docs/lld/active', 'Path: C:\\Users\\a$&b\\docs\\lld\\active'],
];

test('fixes mend every fixable finding and leave the rest of the line alone', () => {
  let text = validText;
  for (const [from, to] of fixableIds) text = replaceFirst(text, from, to);
  text = replaceFirst(text, 'active/LLD', 'active\\LLD');
  const findings = check(text);
  assert.equal(findings.length, fixableIds.length);
  const fixed = applyFixes(text, findings);
  assert.deepEqual(namesOf(check(fixed)), []);
  assert.ok(fixed.includes('|  Modify| Takes `--dry-run` \\| `-n` |\n'));
  assert.ok(fixed.includes('\n  `src/import/dry-run.ts` | Add | Plans'));
  assert.ok(fixed.includes('\n|010\t| Lists changes |'));
  assert.ok(fixed.includes('Path: docs/lld/active/LLD-42.md\n'));
});

test('a cell of nothing but tags becomes code; what is meant to say nothing does not', () => {
  const fix = (cell: string) => {
    const text = replaceFirst(validText, '| `--dry-run` with 3 rows |', `| ${cell} |`);
    const fixed = applyFixes(text, check(text));
    return fixed === text ? null : [...namesOf(check(fixed)), /\| 010 \|[^|]*\|[^|]*\| ([^|]*) \|/.exec(fixed)?.[1]];
  };
  for (const cell of ['<id>', '<Modal isOpen />', '<object>x</object>', '<div></div>', '<a href="$&">'])
    assert.deepEqual(fix(cell), [`\`${cell}\``]);
  for (const cell of ['<br>', '<br/>', '<del>x</del>', '<!-- x -->', '<p hidden>x</p>', '<i><s>x</s></i>', '-'])
    assert.equal(fix(cell), null, cell);
});

test('an id is not padded into one that is taken, nor one that is too long', () => {
  for (const id of ['20', '0010', 'x1']) {
    const findings = check(replaceFirst(validText, '| 010 |', `| ${id} |`));
    const malformed = findings.filter((finding) => finding.check === 'SCENARIO_ID_MALFORMED');
    assert.deepEqual(
      malformed.map(({ fix }) => fix),
      [null],
    );
  }
});

test('a header path that is no LLD of ours is not guessed', () => {
  const [finding] = check(replaceFirst(validText, 'Path: docs/lld/active', 'Path: /srv/llds'));
  assert.deepEqual([finding?.check, finding?.fix], ['HEADER_PATH_ABSOLUTE', null]);
});

test('line ends and a missing last line end are kept', () => {
  const fixes = [replacing(2, 2, ['B']), replacing(4, 4, ['D'])];
  assert.equal(applyFixes('a\r\nb\rc\nd', fixes), 'a\r\nB\rc\nD');
});

test('a fix may shorten or lengthen its lines, and the first of two wins', () => {
  const fixes = [replacing(3, 3, ['C', 'C']), replacing(1, 2, ['A']), replacing(2, 2, ['lost']), replacing(4, 4, [])];
  assert.equal(applyFixes('a\nb\nc\nd\ne\n', fixes), 'A\nC\nC\ne\n');
});

test('without fixes the text is unchanged', () => {
  assert.equal(applyFixes(validText, [{ ...replacing(1, 1, []), fix: null }]), validText);
});

test('no text makes a check throw, and fixes leave nothing fixable', () => {
  const row = fc.record({
    path: hostileText,
    change: fc.constantFrom('add', 'DELETE', 'x|add'),
    description: hostileText,
  });
  const id = fc.constantFrom('1', '01', '10', '7', '100', 'x');
  const draft = fc.tuple(anyDraft, fc.array(row), fc.array(id)).map(([base, files, ids]) => ({
    ...base,
    files,
    scenarios: ids.flatMap((value) => base.scenarios.slice(0, 1).map((scenario) => ({ ...scenario, id: value }))),
  }));
  fc.assert(
    fc.property(draft, (broken) => {
      const text = renderLld(broken);
      // Where fixes meet on a line, the next pass makes the second one.
      const fixed = [1, 2, 3].reduce((last) => applyFixes(last, check(last)), text);
      assert.deepEqual(
        check(fixed).filter(({ fix }) => fix !== null),
        [],
      );
    }),
    { numRuns: someRuns(300) },
  );
});

function replacing(fromLine: number, toLine: number, lines: string[]): Finding {
  const fix: Fix = { fromLine, toLine, lines };
  return { check: 'X_Y', severity: 'error', line: fromLine, message: '', fix };
}
