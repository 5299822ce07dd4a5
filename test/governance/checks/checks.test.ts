import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { applyFixes } from '../../../src/governance/checks/apply-fixes.ts';
import { lldChecks } from '../../../src/governance/checks/checks.ts';
import { brokenDocuments } from './broken-documents.ts';
import { baseCommit, check, lineOf, namesOf, replaceFirst, validText } from './document-checks.ts';

test('a complete document in our template gives no finding', () => {
  assert.deepEqual(check(validText, baseCommit, 'docs/lld/active/LLD-42.md'), []);
});

for (const { check: id, claim, replace, at } of brokenDocuments) {
  test(`${id}: ${claim}`, () => {
    const text = replaceFirst(validText, ...replace);
    assert.deepEqual(namesOf(check(text)), [`${id}:${lineOf(text, at)}`]);
  });
}

test('every check is broken by a document of its own', () => {
  const elsewhere = ['BASE_UNUSABLE', 'DOCUMENT_OVERLONG', 'FILE_HEAD_MISMATCH', 'FILES_UNCHECKED'];
  const broken = new Set([...brokenDocuments.map((document) => document.check), ...elsewhere]);
  assert.deepEqual(
    lldChecks.map(({ id }) => id).filter((id) => !broken.has(id)),
    [],
  );
});

test('check ids are unique nouns with a state', () => {
  const ids = lldChecks.map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length);
  for (const id of ids) assert.match(id, /^[A-Z]+(?:_[A-Z]+)+$/);
});

test('what can only be guessed, or does no harm, is no error', () => {
  const mild = lldChecks.filter(({ severity }) => severity !== 'error').map(({ id, severity }) => `${id} ${severity}`);
  assert.deepEqual(mild.toSorted(), [
    'CHARACTER_HIDDEN warning',
    'FILES_UNCHECKED note',
    'FILE_HEAD_MISMATCH warning',
    'FILE_UNLISTED warning',
    'HEADER_PATH_ABSOLUTE warning',
    'LOOP_UNBOUNDED warning',
    'MANUAL_UNJUSTIFIED warning',
    'SCENARIO_REQUIREMENT_MISSING warning',
    'SCENARIO_TIMING_FLAKY warning',
    'SCENARIO_TYPE_UNKNOWN warning',
    'SECTION_RENAMED warning',
    'TEXT_HIDDEN warning',
    'TIMEOUT_MISSING warning',
    'WRITE_OUTSIDE_WORKTREE warning',
  ]);
});

test('findings come by line', () => {
  const lines = check('# Nothing\n').map(({ line }) => line);
  assert.ok(lines.length > 10);
  assert.deepEqual(
    lines,
    lines.toSorted((a, b) => a - b),
  );
});

test('at HEAD an impossible change is a warning, at the recorded base an error', () => {
  const text = replaceFirst(validText, 'import/legacy.ts', 'import/gone.ts');
  const [atHead, ...more] = check(text, { ...baseCommit, isRecordedBase: false });
  assert.deepEqual([atHead?.check, atHead?.severity, more], ['FILE_HEAD_MISMATCH', 'warning', []]);
  assert.equal(check(text)[0]?.severity, 'error');
});

test('a recorded base that cannot be used is an error', () => {
  const [finding, ...more] = check(validText, { kind: 'none', reason: 'no such commit', isBaseUnusable: true });
  assert.deepEqual([finding?.check, finding?.severity, more], ['BASE_UNUSABLE', 'error', []]);
});

test('outside a repository one note says why no path was checked', () => {
  const [note, ...more] = check(validText, {
    kind: 'none',
    reason: 'this is no git repository',
    isBaseUnusable: false,
  });
  assert.deepEqual([note?.check, note?.severity, more], ['FILES_UNCHECKED', 'note', []]);
  assert.match(note?.message ?? '', /this is no git repository/);
});

test('the file name must name the issue of the title', () => {
  assert.deepEqual(namesOf(check(validText, baseCommit, 'docs/lld/active/LLD-43.md')), ['ISSUE_NUMBER_MISMATCH:10']);
  assert.deepEqual(check(validText, baseCommit, 'notes.md'), []);
});

test('a placeholder that is only spoken of, in a code span or the review log, is none', () => {
  const text = replaceFirst(validText, 'One pass', 'No `TODO` and no `0XXX` in one pass');
  assert.deepEqual(check(text), []);
  assert.match(text, /still TODO/);
});

test('an existing file may be named without being in the table', () => {
  const repository = {
    ...baseCommit,
    hasPath: (path: string) => path === 'src/a.ts' || baseCommit.hasPath(path),
  };
  const text = replaceFirst(validText, '3. Print the plan.', '3. Call `src/a.ts`.');
  assert.deepEqual(check(text, repository), []);
});

test('a file that is there is one file, also with a name that reads like several or like a note', () => {
  const name = 'docs/Guide, part {1,2} (old).md';
  const repository = { ...baseCommit, hasPath: (path: string) => path === name || baseCommit.hasPath(path) };
  const listed = replaceFirst(validText, 'src/import/legacy.ts', name);
  assert.deepEqual(check(listed, repository), []);
  assert.match(namesOf(check(listed)).join(), /^FILE_PATH_UNSAFE:\d+$/);
  const added = replaceFirst(listed, '| Delete |', '| Add |');
  assert.match(namesOf(check(added, repository)).join(), /^FILE_BASE_MISMATCH:\d+$/);
});

test('a retry with its bound a few lines away, or that is ruled out, is no unbounded loop', () => {
  for (const flow of ['It retries.\nThen it stops\nafter\nmax_retries', 'There is no retry.', 'It retries 3 times.']) {
    assert.deepEqual(check(replaceFirst(validText, 'The planner in', `${flow}\n\nThe planner in`)), []);
  }
});

test('a joiner inside an emoji is not hidden', () => {
  assert.deepEqual(check(replaceFirst(validText, 'One pass', '👩‍💻 ❤️‍🔥 one pass')), []);
});

test('each kind of value makes a pass criterion', () => {
  for (const pass of [
    'Exit code 0',
    'Prints `done`',
    'Prints "done"',
    "Prints 'done'",
    'a >= b',
    'No error',
    'List is EMPTY',
    'Exactly that list',
    'Raises ArgumentError',
    'One line',
    'Prints ‘done’',
    'Meldet „fertig“',
    'Affiche « terminé »',
    '「完了」と出る',
    '退出码为０',
    'کد خروج ۰ است',
  ]) {
    assert.deepEqual(check(replaceFirst(validText, 'Output has 3 lines', pass)), [], pass);
  }
});

test('an empty list is an input; a link without words is none', () => {
  const given = (input: string) => namesOf(check(replaceFirst(validText, '`--dry-run` with 3 rows', input)));
  assert.deepEqual(given('[]'), []);
  assert.deepEqual(
    [given('[](x)'), given('[ ]')].flat().map((name) => name.split(':')[0]),
    ['SCENARIO_INCOMPLETE', 'SCENARIO_INCOMPLETE'],
  );
});

test('the findings of seed 003 are what its reviewers could have found', () => {
  const text = readFileSync('test/fixtures/seeds/003_03213a7a9c1692df.txt', 'utf8');
  const findings = check(text, { kind: 'none', reason: 'a seed', isBaseUnusable: false }, 'LLD-137.md');
  const counts: Record<string, number> = {};
  for (const { check: id } of findings) counts[id] = (counts[id] ?? 0) + 1;
  assert.deepEqual(counts, {
    HEADER_PATH_ABSOLUTE: 1,
    FILES_UNCHECKED: 1,
    REQUIREMENT_UNCOVERED: 8,
    SCENARIO_REQUIREMENT_MISSING: 1,
    PASS_CRITERION_VAGUE: 8,
    TEXT_HIDDEN: 1,
  });
});

test('section 1 may name the issue in any common form', () => {
  const forms = [
    '**Issue:** 42',
    '**Issue**: #42',
    'Issue: #42',
    '**Issue:** https://x.org/a/issues/42',
    'Issue: GH-42',
  ];
  for (const form of forms) assert.deepEqual(check(replaceFirst(validText, '**Issue:** #42', form)), [], form);
  const [finding] = check(replaceFirst(validText, '* **Issue:** #42\n', ''));
  assert.equal(finding?.message, 'Section 1 names no issue; write "* **Issue:** #42"');
});

test('a run of X is a placeholder in prose, but no format in code', () => {
  assert.deepEqual(check(replaceFirst(validText, 'npm test', 'mktemp a.XXX')), []);
  assert.deepEqual(check(replaceFirst(validText, 'One pass', 'XXXXXX pass')), []);
});

test('a state that is called TODO is a value of code, and no placeholder', () => {
  for (const code of [
    "type Status = 'TODO' | 'DONE';",
    'enum Status {\n  TODO\n  DONE\n}',
    'enum Status {\n  TODO = 1,\n  DONE\n}',
    '[*] --> TODO\nTODO --> DONE : finish',
    'app list --status TODO',
    'curl https://x.org/tasks?status=TODO',
  ]) {
    assert.deepEqual(check(replaceFirst(validText, 'npm test', code)), [], code);
  }
});

test('a list of things to do is no placeholder; a list that is left to do is one', () => {
  for (const words of ['The TODO list shows each TODO item', 'All TODO items', 'A TODO-app with TODO comments'])
    assert.deepEqual(check(replaceFirst(validText, 'One pass', words)), [], words);
  for (const words of ['TODO list the files', 'TODO item', 'A TODO remains', 'TODO', 'Each TODO list, TODO: name it'])
    assert.equal(check(replaceFirst(validText, 'One pass', words))[0]?.check, 'PLACEHOLDER_LEFT', words);
});

test('a state or a comparison in words is a value of a pass criterion', () => {
  for (const words of ['The button is disabled', 'The draft equals what was typed', 'The table is unchanged'])
    assert.deepEqual(check(replaceFirst(validText, 'Output has 3 lines', words)), [], words);
});

test('text beside a comment fills a section', () => {
  const text = '<!-- x --> One call.';
  const found = check(replaceFirst(validText, 'One call; a drawing adds nothing.', text));
  assert.deepEqual(
    found.map((finding) => finding.check),
    ['TEXT_HIDDEN'],
  );
});

test('the title is the issue’s, and may speak of what it likes', () => {
  assert.deepEqual(check(replaceFirst(validText, '- Add a dry run', '- 0XXX-Add a dry run')), []);
});

for (const path of [
  '.g\u200cit/hooks/x',
  'src/a\u{e0101}.ts',
  'docs/lineage/42-lld/approval.json',
  'docs/lld/active/LLD-43.md',
  'Docs/LLD./active/LLD-42.md',
  'docs/reports/x.md',
  '.agentos/checkpoints/x.db',
  '.AgentOS',
  'agentos.config.ts',
  'AGENTO~1/x',
]) {
  test(`no design plans to change ${JSON.stringify(path)}`, () => {
    const text = replaceFirst(validText, 'src/import/legacy.ts', path);
    assert.ok(check(text).some((finding) => finding.check === 'FILE_PATH_UNSAFE'));
  });
}

test('a design may list itself, and no other design', () => {
  const listed = (path: string) => replaceFirst(validText, '`src/import/legacy.ts` | Delete', `\`${path}\` | Add`);
  assert.deepEqual(check(listed('docs/lld/active/LLD-42.md')), []);
  assert.equal(check(listed('docs/lld/active/LLD-43.md'))[0]?.check, 'FILE_PATH_UNSAFE');
});

test('a control character is written as an escape by its fix, and nothing else changes', () => {
  const text = replaceFirst(validText, 'One pass', 'One\u001b[31m \u009b pass');
  const fixed = applyFixes(text, check(text));
  assert.equal(fixed, replaceFirst(validText, 'One pass', 'One\\u001b[31m \\u009b pass'));
  assert.deepEqual(check(fixed), []);
});

test('a comment in code is seen, and hides nothing', () => {
  assert.deepEqual(check(replaceFirst(validText, 'npm test', 'npm test <!-- x --> <details>')), []);
  for (const words of ['A `<!-- x -->` and ``<script>`a</script>``', '`a`\n`<details>`'])
    assert.deepEqual(check(replaceFirst(validText, 'One pass', words)), [], words);
  for (const words of ['\\`<!-- x -->`', '` <!-- x --> ``', '`a\n` <!-- x --> ` b', '`\n\n<!-- x --> `', '<!-- ` -->`'])
    assert.equal(check(replaceFirst(validText, 'One pass', words))[0]?.check, 'TEXT_HIDDEN', words);
});

test('a document with more than anybody reads is an error, also where the rest looks well', () => {
  const long = check(replaceFirst(validText, 'One pass', 'word '.repeat(220_000)));
  assert.deepEqual(
    long.map(({ check, line }) => [check, line]),
    [['DOCUMENT_OVERLONG', 1]],
  );
  const many = check(`${validText.split('## Appendix')[0]}${'\n'.repeat(110_000)}`);
  assert.deepEqual(
    many.map(({ check }) => check),
    ['DOCUMENT_OVERLONG'],
  );
});

test('lines of the review log and of the original issue do not count: nothing in them is read', () => {
  const words = 'word\n'.repeat(110_000);
  assert.deepEqual(check(replaceFirst(validText, '## Original Issue', `${words}\n## Original Issue`)), []);
  assert.deepEqual(check(`${validText}${words}`), []);
});

test('a message quotes no more than a person reads', () => {
  const text = replaceFirst(validText, '| 010 |', `| ${'x'.repeat(100_000)} |`);
  for (const { message } of check(text)) assert.ok(message.length <= 500, message.slice(0, 80));
});

test('an event loop is no retry, and a bound of seconds is not flaky', () => {
  assert.deepEqual(check(replaceFirst(validText, 'The planner in', 'The event loop.\n\nThe planner in')), []);
  assert.deepEqual(check(replaceFirst(validText, 'Output has 3 lines', 'Ends within 5s')), []);
});

test('columns are known by common synonyms, bold type and wide spaces', () => {
  let text = replaceFirst(validText, '| File | Change Type |', '| **Path** | Change |');
  text = replaceFirst(text, '| ID | Scenario |', '| Test  ID | Scenario |');
  text = replaceFirst(text, '| Expected Output | Pass Criteria |', '| Expected Results | pass criterion |');
  assert.deepEqual(check(text), []);
});

test('without a column of files no path is judged', () => {
  const ids = check(replaceFirst(validText, '| File |', '| Thing |')).map((finding) => finding.check);
  assert.ok(ids.includes('FILES_TABLE_MISSING'));
  assert.ok(!ids.includes('FILE_PATH_UNSAFE') && !ids.includes('FILE_DUPLICATE'));
});

test('a table that lacks two columns is told so in one sentence', () => {
  const findings = check(replaceFirst(validText, '| File | Change Type | Desc', '| File | Kind | Desk'));
  assert.equal(findings[0]?.message, 'The table lacks the columns Change Type and Description');
});

test('scenarios of which none names a requirement are one finding at their table', () => {
  const text = validText.replace('| REQ-1 |', '| |').replace('| REQ-1, REQ-2 |', '| |');
  const found = check(text).filter((finding) => finding.check === 'SCENARIO_REQUIREMENT_MISSING');
  assert.deepEqual(namesOf(found), [`SCENARIO_REQUIREMENT_MISSING:${lineOf(text, '| ID |')}`]);
});

test('a fix goes into no cell of a second table with other columns', () => {
  const second = '\n\n| Change Type | File | Description |\n|---|---|---|\n| add | `src/b.ts` | x |';
  const row = '| Replaced by the plan |';
  const [finding, ...more] = check(replaceFirst(validText, row, row + second));
  assert.deepEqual([finding?.check, finding?.fix, more], ['CHANGE_TYPE_UNKNOWN', null, []]);
});
