/** One change to the valid document, and where exactly one check must object to it. */
export interface BrokenDocument {
  readonly check: string;
  readonly claim: string;
  readonly replace: readonly [from: string, to: string];
  /** Text on the line of the finding, in the broken document. */
  readonly at: string;
}

const scenario10 =
  '| 010 | Lists changes | Auto | `--dry-run` with 3 rows | Three lines | Output has 3 lines | REQ-1 |';
const riskRow = '| Plan and import differ | High | Low | Both use one planner |';
const flowText = '3. Print the plan.';

export const brokenDocuments: readonly BrokenDocument[] = [
  broken('TITLE_MISSING', 'a title needs an issue', ['# 42 - Add', '# Add'], '# Add a dry run'),
  broken('TITLE_MISSING', 'a title needs words', ['# 42 - Add a dry run to the import command', '# 42 -'], '# 42 -'),
  broken(
    'SECTION_MISSING',
    'a section cannot be left out',
    ['## 6. Diagram\n\nOne call; a drawing adds nothing.\n\n', '* * *\n'],
    '* * *',
  ),
  broken(
    'SECTION_MISSING',
    'a fence makes no section',
    ['## 6. Diagram\n\nOne call; a drawing adds nothing.\n\n', '```\n## 6. Diagram\n```\n* * *\n'],
    '* * *',
  ),
  broken(
    'SECTION_DUPLICATE',
    'a section comes once',
    ['## 6. D', '## 5. data and  fixtures\n\nx\n\n## 6. D'],
    '## 5. data',
  ),
  broken(
    'SECTION_UNORDERED',
    'sections come in order',
    [
      '## 5. Data & Fixtures\n\nThree rows, written by hand.\n\n## 6. Diagram',
      '## 6. Diagram\n\nx\n\n## 5. Data & Fixtures',
    ],
    '## 5. Data',
  ),
  broken('SECTION_RENAMED', 'a number has its title', ['## 6. Diagram', '## 6. Drawing'], '## 6. Drawing'),
  broken('SECTION_EMPTY', 'a section says something', ['One call; a drawing adds nothing.', ''], '## 6. Diagram'),
  broken(
    'SECTION_EMPTY',
    'a tag and a ruler say nothing',
    ['One call; a drawing adds nothing.', '<div></div>\n\n---'],
    '## 6. D',
  ),
  broken('ISSUE_NUMBER_MISMATCH', 'section 1 names the issue', ['**Issue:** #42', '**Issue:** #41'], '**Issue:** #41'),
  broken('ISSUE_NUMBER_MISMATCH', 'section 1 must name one', ['* **Issue:** #42\n', ''], '## 1. Context'),
  broken(
    'ISSUE_NUMBER_MISMATCH',
    'the header names the issue',
    ['active/LLD-42.md', 'active/LLD-421.md'],
    'LLD-421.md',
  ),
  broken(
    'ISSUE_NUMBER_MISMATCH',
    'the quoted issue is the same',
    ['Issue #42\n', 'Issue #4\n'],
    '## Original Issue #4',
  ),
  broken('PLACEHOLDER_LEFT', 'no TODO is left in prose', ['One pass', 'TODO: one pass'], 'TODO: one pass'),
  broken('PLACEHOLDER_LEFT', 'no FIXME is left in a fence', ['npm test', 'npm test # FIXME'], '# FIXME'),
  ...['TODO', 'TODO: run', 'x(); // TODO', '-- TODO', ' * FIXME later', 'throw new Error("TODO")', '#TODO'].map(
    (code) => broken('PLACEHOLDER_LEFT', `"${code}" is left in code`, ['npm test', code], code),
  ),
  broken('PLACEHOLDER_LEFT', 'no TBD is left in a table', ['A person reads it first', '#TBD'], '#TBD'),
  broken('PLACEHOLDER_LEFT', 'no TBD is left in the header', ['Base: 0a1b2c3', 'Base: TBD'], 'Base: TBD'),
  broken('PLACEHOLDER_LEFT', 'an underscore hides no TODO', ['One pass', 'One _TODO_ pass'], '_TODO_'),
  broken('QUESTION_UNRESOLVED', 'a question is ticked off', ['- [x] Is the', '- [ ] Is the'], '- [ ] Is the'),
  broken(
    'QUESTION_UNRESOLVED',
    'a nested question counts',
    ['  - **Answer:** People', '  - [ ] People'],
    '  - [ ] People',
  ),
  broken(
    'STATUS_DUPLICATE',
    'the status is ours to set',
    ['* **Related', '* Review *status*: approved by all\n* **Related'],
    'approved by all',
  ),
  broken(
    'STATUS_DUPLICATE',
    'a numbered list is not where it stands',
    ['* **Status:** Draft\n', '\n1. **Status:** Rejected\n\n'],
    '1. **Status',
  ),
  broken('HEADER_PATH_ABSOLUTE', 'the path is no home path', ['Path: docs', 'Path: ~/docs'], 'Path: ~/docs'),
  broken('HEADER_PATH_ABSOLUTE', 'the path is no Windows path', ['Path: docs', 'Path: D:\\docs'], 'Path: D:'),

  broken('FILES_TABLE_MISSING', 'every column is needed', ['| Change Type |', '| Kind |'], '| File | Kind |'),
  broken('CHANGE_TYPE_UNKNOWN', 'a type is one of three', ['| Modify |', '| Touch |'], '| Touch |'),
  broken('CHANGE_TYPE_UNKNOWN', 'letter case counts', ['| Modify |', '| modify |'], '| modify |'),
  ...[
    '/src/x.ts',
    '../x.ts',
    'src/../x.ts',
    'src\\x.ts',
    '~/x.ts',
    'C:/x.ts',
    '',
    './x.ts',
    'src//x.ts',
    'src/',
    'src/*.ts',
    '[a.ts](x)',
    'a.ts, b.ts',
    'a.ts (new)',
    'a.ts → b.ts',
    'src/{a,b}.ts',
    'src/.../a.ts',
    'src/…/a.ts',
    'src/a  b.ts',
    'src /a.ts',
    '.git/hooks/x',
    'a/.GIT/x',
    'a/.git./x',
    'a/.git /x',
    '.git::$INDEX_ALLOCATION/x',
    'GIT~1/config',
  ].map((path) =>
    broken('FILE_PATH_UNSAFE', `"${path}" is no safe path`, ['`src/import/legacy.ts`', `\`${path}\``], '| Replaced by'),
  ),
  broken(
    'FILE_DUPLICATE',
    'a file is listed once',
    ['legacy.ts` | Delete', 'command.ts` | Modify'],
    '| Replaced by the plan',
  ),
  broken(
    'FILE_DUPLICATE',
    'another letter case is the same file',
    ['`src/import/legacy.ts` | Delete', '`SRC/import/dry-run.ts` | Add'],
    '| Replaced by the plan',
  ),
  broken('TABLE_ROW_RAGGED', 'a pipe is escaped', ['| Replaced by the plan |', '| Replaced by `a|b` |'], '`a|b`'),
  broken('TABLE_ROW_RAGGED', 'a risk keeps to its columns', [riskRow, `${riskRow} more |`], 'more |'),
  broken('FILE_BASE_MISMATCH', 'what is modified exists', ['import/legacy.ts', 'import/gone.ts'], 'import/gone.ts'),
  broken(
    'FILE_BASE_MISMATCH',
    'what is added does not',
    ['legacy.ts` | Delete', 'legacy.ts` | Add'],
    'legacy.ts` | Add',
  ),
  broken(
    'FILE_BASE_MISMATCH',
    'what is added lies below no file',
    ['legacy.ts` | Delete', 'legacy.ts/new.ts` | Add'],
    'legacy.ts/new.ts',
  ),
  broken(
    'FILE_UNLISTED',
    'a new file is in the table',
    [flowText, '3. Call `src/import/new.ts`.'],
    'src/import/new.ts',
  ),

  broken(
    'REQUIREMENTS_MISSING',
    'bullets are no requirements',
    ['1. REQ-1: `--dry-run` lists every planned change\n2. ', '- '],
    '## 3.',
  ),
  broken(
    'REQUIREMENT_UNORDERED',
    'numbers follow each other',
    ['1. REQ-1: ', '1. REQ-1: twice\n1. REQ-1: '],
    '1. REQ-1: `--dry',
  ),
  ...['REQ-4:', '**REQ-4:**', '**REQ-4**:', '(REQ-4)', 'REQ-4 -', 'REQ-04:'].map((label) =>
    broken('REQUIREMENT_LABEL_MISMATCH', `"${label}" is not 2`, ['2. REQ-2:', `2. ${label}`], `2. ${label}`),
  ),
  ...['', ' <b></b>', ' [](x "A dry run")', ' ~~A dry run~~'].map((text) =>
    broken(
      'REQUIREMENT_EMPTY',
      `"${text}" says nothing`,
      ['REQ-2: A dry run writes no file', `REQ-2:${text}`],
      '2. REQ-2:',
    ),
  ),
  ...[
    '- REQ-3: uploads all files',
    '> 3. REQ-3: quoted',
    '<ol start="3"><li>REQ-3: html</li></ol>',
    '**REQ-3:** in bold',
    '#### REQ-3 by a heading',
    '| REQ-3 | in a table |\n|---|---|',
  ].map((text) =>
    broken(
      'REQUIREMENT_UNCOUNTED',
      `${spell(text)} does not count`,
      ['writes no file\n', `writes no file\n\n${text}\n`],
      text.split('\n')[0] ?? '',
    ),
  ),
  broken('REQUIREMENT_UNCOVERED', 'each is named by a scenario', ['| REQ-1, REQ-2 |', '| REQ-1 |'], '2. REQ-2:'),
  broken(
    'SCENARIO_REQUIREMENT_UNKNOWN',
    'a scenario names known ones',
    ['| REQ-1, REQ-2 |', '| REQ-2, REQ-12 |'],
    'REQ-12',
  ),
  broken(
    'SCENARIO_REQUIREMENT_MISSING',
    'a scenario names one',
    [scenario10, scenario10.replace('REQ-1', '')],
    '| 010 |',
  ),
  broken('SCENARIOS_TABLE_MISSING', 'every column is needed', ['| Pass Criteria |', '| Passes |'], '| Passes |'),
  broken(
    'SCENARIOS_TABLE_MISSING',
    'a table stands in its own section',
    ['### 10.1 Test Scenarios', '### 10.1 Test Scenarios\n\nBelow.\n\n### 10.4 More'],
    '### 10.1',
  ),
  broken('SCENARIO_ID_MALFORMED', 'an id has three digits', ['| 010 |', '| 10 |'], '| 10 |'),
  broken('SCENARIO_ID_MALFORMED', 'an id has no letter', ['| 010 |', '| T010 |'], '| T010 |'),
  broken('SCENARIO_ID_DUPLICATE', 'an id is used once', ['| 010 |', '| 020 |'], '| Writes nothing |'),
  broken('SCENARIO_ID_UNORDERED', 'ids ascend', ['| 010 |', '| 030 |'], '| Writes nothing |'),
  broken('SCENARIO_INCOMPLETE', 'an output is expected', ['| Three lines |', '| - |'], '| 010 |'),
  broken('SCENARIO_INCOMPLETE', 'an input is given', ['| `--dry-run` with 3 rows |', '|  |'], '| 010 |'),
  broken('SCENARIO_INCOMPLETE', 'a criterion is given', ['| Output has 3 lines |', '| — |'], '| 010 |'),
  broken(
    'PASS_CRITERION_VAGUE',
    'a criterion has a value',
    ['Output has 3 lines', "It doesn't break, it's well"],
    '| 010 |',
  ),
  broken('PASS_CRITERION_VAGUE', 'a requirement is no value', ['Output has 3 lines', 'REQ-1 holds'], '| 010 |'),
  broken('SCENARIO_TYPE_UNKNOWN', 'a type is one of three', ['| Auto |', '| auto |'], '| auto |'),
  broken('MANUAL_UNJUSTIFIED', 'section 10.3 says why', ['Scenario 020 needs', 'Scenario 0200 needs'], '| Manual |'),
  ...[
    'Ends in < 50% of the sequential time: 1',
    'Takes <= 20 ms',
    'Ends within 0.5 s',
    'Is faster than 1 sequential run',
  ].map((pass) =>
    broken('SCENARIO_TIMING_FLAKY', `"${pass}" depends on the clock`, ['Output has 3 lines', pass], '| 010 |'),
  ),
  broken(
    'RISKS_TABLE_MISSING',
    'rows without a head are no table',
    ['| Risk | Impact | Likelihood | Mitigation |\n| --- | --- | --- | --- |\n', ''],
    '## 11. Risks',
  ),
  broken('RISKS_TABLE_MISSING', 'a table has rows', [`\n${riskRow}`, ''], '| Risk | Impact'),
  ...['', '-', 'N/A', 'none.', '*None needed.*', '?', '**N/A**'].map((mitigation) =>
    broken('RISK_UNMITIGATED', `"${mitigation}" mitigates nothing`, ['Both use one planner', mitigation], '| Plan and'),
  ),

  broken(
    'LOOP_UNBOUNDED',
    'a retry has a bound nearby',
    ['The planner in', 'It retries.\n\nThe planner in'],
    'It retries.',
  ),
  broken(
    'TIMEOUT_MISSING',
    'a wait has a limit',
    ['a timeout of 30 s and at most 3 retries', 'one HTTP call'],
    'one HTTP call',
  ),
  ...['~/.cache', '$HOME/x', '/home/me', '/tmp', '/etc/hosts', 'C:\\x'].map((place) =>
    broken(
      'WRITE_OUTSIDE_WORKTREE',
      `"${place}" is outside`,
      ['Nothing is written.', `Logs go to (${place}).`],
      'Logs go to',
    ),
  ),
  broken('TEXT_HIDDEN', 'a comment hides text', ['One pass', '<!-- x --> One pass'], '<!-- x'),
  broken('TEXT_HIDDEN', 'a tag swallows text', ['One pass', '<div title="\n\nx\n\n">\n\nOne pass'], '<div title'),
  broken('CHARACTER_CONTROL', 'ESC drives a terminal', ['One pass', '\u001b[31mOne pass'], 'One pass'),
  broken('CHARACTER_CONTROL', 'C1 drives one, too', ['npm test', 'npm test \u009b2J'], 'npm test'),
  ...[
    '\u202E',
    '\u200B',
    '\uFEFF',
    '\u{E0041}',
    'a\u200D',
    '\u034F',
    '\u2800',
    '\u3164',
    'a\uFE0F',
    '\u{E0101}',
    '\u0007',
  ].map((hidden) =>
    broken('CHARACTER_HIDDEN', `${spell(hidden)} is hidden`, ['1. TODO\n', `1. TODO${hidden}\n`], '1. TODO'),
  ),
];

function broken(
  check: string,
  claim: string,
  replace: readonly [from: string, to: string],
  at: string,
): BrokenDocument {
  return { check, claim, replace, at };
}

function spell(text: string): string {
  return JSON.stringify(text).replace(/[^ -~]/gu, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`);
}
