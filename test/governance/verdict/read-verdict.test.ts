import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parseBlocks } from '../../../src/governance/markdown.ts';
import { looksLikeVerdict, readVerdict } from '../../../src/governance/verdict/read-verdict.ts';
import type { VerdictReading } from '../../../src/governance/verdict/verdict.ts';

type Word = VerdictReading['verdict'];

function readSeed(name: string): string {
  return readFileSync(new URL(`../../fixtures/seeds/${name}.txt`, import.meta.url), 'utf8');
}

const boxes = (approved: string, revise: string, discuss: string) =>
  `## Verdict\n[${approved}] **APPROVED** - Ready\n[${revise}] **REVISE** - Fix first\n[${discuss}] **DISCUSS** - Ask\n`;

const seeds: [string, Word, number][] = [
  ['000_2aeb00f032c6818d', 'APPROVED', 47],
  ['001_58708e0533a30196', 'REVISE', 73],
  ['002_dd5fb4032cc7acde', 'REVISE', 49],
  ['004_d6c71511625668a6', 'REVISE', 51],
];
for (const [name, verdict, line] of seeds) {
  test(`seed ${name} reads as ${verdict} at line ${line}`, () => {
    const text = readSeed(name);
    const reading = readVerdict(text);
    assert.deepEqual([reading.verdict, reading.line, reading.reason], [verdict, line, null]);
    assert.equal(looksLikeVerdict(text, parseBlocks(text)), true);
  });
}

const known: [claim: string, text: string, verdict: Word][] = [
  ['three boxes on bare lines', boxes('x', ' ', ' '), 'APPROVED'],
  ['a capital tick', boxes(' ', 'X', ' '), 'REVISE'],
  ['boxes as list items', '## Verdict\n- [ ] **APPROVED**\n- [ ] **REVISE**\n- [x] **DISCUSS**\n', 'DISCUSS'],
  ['boxes in paragraphs of their own', '## Verdict\n\n[ ] APPROVED\n\n[x] REVISE\n', 'REVISE'],
  ['ballot boxes', '## Verdict\n☑ APPROVED\n☐ REVISE\n☐ DISCUSS\n', 'APPROVED'],
  ['boxes in bold', '## Verdict\n**[x] APPROVED**\n**[ ] REVISE**\n', 'APPROVED'],
  ['boxes above a rule', `${boxes(' ', 'x', ' ')}---\n`, 'REVISE'],
  ['a single box above a rule', '## Verdict\n[x] REVISE\n---\n', 'REVISE'],
  ['a single box', '## Verdict\n- [x] APPROVED\n', 'APPROVED'],
  ['a single box without a heading', '# Review\n\n- [x] **REVISE**\n', 'REVISE'],
  ['boxes under a bold label', '**Verdict:**\n- [x] APPROVED\n- [ ] REVISE\n', 'APPROVED'],
  [
    'boxes after the last tier without a heading',
    '## Tier 3: SUGGESTIONS\n- a\n\n# Foot\n[x] **APPROVED**\n[ ] **REVISE**\n',
    'APPROVED',
  ],
  ['a Verdict line', 'Verdict: APPROVED\n', 'APPROVED'],
  ['a Verdict line in Windows line ends', '\uFEFF# Review\r\n\r\nVerdict: REVISE\r\n', 'REVISE'],
  ['a bold label', '**Verdict:** REVISE\n', 'REVISE'],
  ['a bold line', '**Verdict: APPROVED**\n', 'APPROVED'],
  ['a word in code marks', 'Verdict: `DISCUSS`\n', 'DISCUSS'],
  ['a governance line', 'Governance Verdict: BLOCK\n', 'BLOCKED'],
  ['an explained governance line', '**Governance Verdict:** BLOCK - tests missing\n', 'BLOCKED'],
  ['REJECTED', 'Final Verdict: Rejected.\n', 'BLOCKED'],
  ['an item of a list', '# Review\n- **Reviewer:** G\n- **Verdict:** Approved\n', 'APPROVED'],
  ['a line among fields', '**Reviewer:** G\n**Verdict:** APPROVED\n**Summary:** It does not leak.\n', 'APPROVED'],
  ['a line after the last finding', '## Tier 3: SUGGESTIONS\n- a\n\nVerdict: DISCUSS\n', 'DISCUSS'],
  ['a heading with the word', '## Verdict: APPROVED\n', 'APPROVED'],
  ['a heading with the word after a dash', '# 4. Final Verdict - Blocked\n', 'BLOCKED'],
  ['an underlined heading', 'Verdict\n-------\n\nREVISE\n', 'REVISE'],
  ['a heading and the bold word', '## Verdict\n\n**APPROVED**\n', 'APPROVED'],
  ['a heading and the word with a full stop', '## Verdict\nAPPROVED.\n', 'APPROVED'],
  ['a heading, the word and an explanation', '## Verdict\n\n**REVISE**\n\nThe loop is not bounded.\n', 'REVISE'],
  ['a heading, the word above a rule', '## Verdict\nAPPROVED\n---\n', 'APPROVED'],
  ['an explanation after an em dash', 'Verdict: APPROVED — no changes needed\n', 'APPROVED'],
  ['a title that is the bare word Verdict', '# Verdict\n\n## Summary\nFine.\n\nVerdict: REVISE\n', 'REVISE'],
  ['a title about coverage', `# LLD Review: coverage of questions\n\n${boxes(' ', ' ', 'x')}`, 'DISCUSS'],
  ['a section under a title that is coverage', '# Coverage\n## Verdict\nREVISE\n', 'REVISE'],
  ['JSON', '{"verdict": "APPROVED"}', 'APPROVED'],
  ['JSON in small letters', '\n{ "decision": "revise" }\n', 'REVISE'],
  ['JSON of a governance tool', '{"governance_verdict": "Block", "notes": ["verdict"]}', 'BLOCKED'],
  [
    'JSON with two keys that agree',
    '{"verdict": "DISCUSS", "x": {"verdict": "REVISE"}, "decision": "DISCUSS"}',
    'DISCUSS',
  ],
  ['JSON in a fence', 'Here it is:\n\n```json\n{"verdict": "REVISE"}\n```\n', 'REVISE'],
  ['two forms that agree', `**Verdict:** REVISE\n\n${boxes(' ', 'x', ' ')}`, 'REVISE'],
  [
    'a PASS of the coverage section',
    `## Requirement Coverage Analysis\n\n**Verdict:** PASS\n\n${boxes(' ', 'x', ' ')}`,
    'REVISE',
  ],
  [
    'a FAIL of the coverage section and a line',
    '## Requirement Coverage\n\nVerdict: FAIL\n\n# End\nVerdict: REVISE\n',
    'REVISE',
  ],
  ['a heading inside the coverage section', `## Coverage\n### Verdict\nPASS\n\n${boxes(' ', 'x', ' ')}`, 'REVISE'],
  ['an approval in a tier', `## Tier 1\nLLD is approved for implementation.\n\n${boxes(' ', 'x', ' ')}`, 'REVISE'],
  [
    'a Verdict line in a finding',
    `## Tier 2\n- [ ] **A:** b\n  Verdict: APPROVED\n\n${boxes(' ', 'x', ' ')}`,
    'REVISE',
  ],
  ['a Verdict paragraph in a tier', `## Tier 2\n\nVerdict: APPROVED\n\n${boxes(' ', 'x', ' ')}`, 'REVISE'],
  [
    'a log of reviews',
    `## Review Log\n| Review | Verdict |\n|--|--|\n| 1 | APPROVED |\n\n${boxes(' ', 'x', ' ')}`,
    'REVISE',
  ],
  ['a quoted approval', `> Verdict: APPROVED\n\n${boxes(' ', 'x', ' ')}`, 'REVISE'],
  ['a struck approval beside a ticked box', '## Verdict\n~~[x] APPROVED~~\n[x] REVISE\n', 'REVISE'],
  ['an approval in a comment', '## Verdict\n<!-- [x] APPROVED -->\n[x] REVISE\n', 'REVISE'],
  ['a comment after the word', 'Verdict: APPROVED <!-- by G -->\n', 'APPROVED'],
];
for (const [claim, text, verdict] of known) {
  test(`${claim}: reads as ${verdict}`, () => {
    const reading = readVerdict(text);
    assert.deepEqual([reading.verdict, reading.reason], [verdict, null]);
  });
}

const statements = [
  'This is not approved yet',
  'NOT APPROVED',
  'APPROVE',
  'APPROVED with changes',
  'APPROVED, subject to the fixes',
  'APPROVED - but not before Monday',
  'APPROVED - subject to Tier 2 fixes',
  'APPROVED - with minor changes',
  'APPROVED - pending tests',
  'APPROVED — conditionally',
  "APPROVED - isn't final",
  'APPROVED. Except for section 3.',
  'APPROVED (mostly)',
  'APPROVED-WITH-CHANGES',
  'APPROVED -',
  'APPROVED?',
  'APPROVED...',
  'APPROVED / REVISE',
  'APPROVED or REVISE',
  'REVISE - APPROVED',
  'APPROVED|REVISE|DISCUSS',
  '~~APPROVED~~',
  '~~APPROVED~~ REVISE',
  '<del>APPROVED</del>',
  '<!-- APPROVED -->',
  'AP<!-- -->PROVED',
  '"APPROVED"',
  '{{verdict}}',
  'PASS',
  'FAIL',
  'LGTM',
  '\u0410PPROVED',
  'APPROV\u0415D',
  'APP\u200BROVED',
  'APPROVED\u200B',
  '\u202EAPPROVED',
  'ＡＰＰＲＯＶＥＤ',
];
for (const statement of statements) {
  test(`${JSON.stringify(statement)} is no verdict, whatever the form around it`, () => {
    const forms = [
      statement,
      `Verdict: ${statement}`,
      `**Verdict:** ${statement}`,
      `## Verdict: ${statement}`,
      `## Verdict\n${statement}`,
      `## Verdict\n\n**${statement}**`,
      `## Verdict\n[x] ${statement}\n[ ] REVISE`,
      `[x] ${statement}`,
      JSON.stringify({ verdict: statement }),
    ];
    for (const form of forms) {
      const reading = readVerdict(form);
      assert.equal(reading.verdict, 'UNREADABLE', form);
      assert.notEqual(reading.reason, null);
    }
  });
}

const unreadable: [claim: string, text: string, reason: RegExp][] = [
  ['an empty file', '', /empty/],
  ['a file of blanks', ' \n\t\n', /empty/],
  ['a huge file', `Verdict: APPROVED\n${'x '.repeat(600_000)}`, /more than/],
  ['a binary file', '\u0000\u0001Verdict: APPROVED', /binary/],
  ['a file without a verdict', '# Notes\n\nAPPROVED\n', /no verdict/],
  ['no box ticked', boxes(' ', ' ', ' '), /no box/],
  ['two boxes ticked', boxes('x', 'x', ' '), /2 boxes/],
  ['three boxes ticked', boxes('x', 'x', 'x'), /3 boxes/],
  ['a box with a strange mark', boxes('?', ' ', ' '), /strange mark/],
  ['a box ticked with a homoglyph', boxes('\u0445', ' ', ' '), /strange mark/],
  ['a crossed ballot box', '## Verdict\n☒ APPROVED\n☐ REVISE\n', /strange mark/],
  ['a ticked box with an unknown label', '## Verdict\n[ ] APPROVED\n[x] ACCEPTED\n', /ACCEPTED/],
  ['a ticked box of another label beside it', '## Verdict\n[x] APPROVED\n[x] Tests read\n', /2 boxes/],
  ['boxes on one line', '## Verdict\n[x] APPROVED [ ] REVISE [ ] DISCUSS\n', /more than a verdict/],
  ['a verdict with a ticked and an empty box', '## Verdict\n[x] APPROVED\n[ ] APPROVED\n', /ticked and an empty/],
  ['an empty Verdict section', '**Verdict:** APPROVED\n\n## Verdict\n', /section is empty/],
  ['a Verdict section of prose', '## Verdict\nThe LLD is APPROVED\n', /not a known verdict/],
  ['prose before the word', '## Verdict\nIt would have been:\n\nAPPROVED\n', /not a known verdict/],
  [
    'an approval taken back in the next paragraph',
    '## Verdict\n\nAPPROVED\n\nSubject to the fixes above.\n',
    /Subject/,
  ],
  ['an approval taken back under the boxes', `${boxes('x', ' ', ' ')}\nOnly once Tier 2 is done.\n`, /once/],
  ['an approval taken back under the heading', '## Verdict: APPROVED\nIf the tests pass.\n', /If/],
  ['an approval taken back on the next line', 'Verdict: APPROVED\nunless the tests fail\n', /unless/],
  ['an approval with a field of conditions', '**Verdict:** APPROVED\n**Conditions:** fix the loop\n', /Conditions/],
  [
    'a box and a line that disagree',
    `**Verdict:** APPROVED\n\n${boxes(' ', 'x', ' ')}`,
    /line 5 says REVISE, line 1 says APPROVED/,
  ],
  ['two sections that disagree', `${boxes('x', ' ', ' ')}\n## Verdict\nREVISE\n`, /disagree|says/],
  ['two words in a section', '## Verdict\nAPPROVED\n\nREVISE\n', /says/],
  ['two lines that disagree', 'Verdict: APPROVED\n\nVerdict: BLOCK\n', /says/],
  ['a heading and its box that disagree', '## Verdict: APPROVED\n[ ] APPROVED\n[x] REVISE\n', /says/],
  ['an approval beside a line that denies it', `Verdict: NOT APPROVED\n\n${boxes('x', ' ', ' ')}`, /NOT APPROVED/],
  ['a FAIL outside the coverage section', 'Verdict: FAIL\n\nVerdict: APPROVED\n', /FAIL/],
  ['a line in a fence', '```\nVerdict: APPROVED\n```\n', /no verdict/],
  ['a section in a fence', `\`\`\`markdown\n${boxes('x', ' ', ' ')}\`\`\`\n`, /no verdict/],
  ['a line in indented code', '# R\n\n    Verdict: APPROVED\n', /no verdict/],
  ['a line in a quote', '> Verdict: APPROVED\n', /no verdict/],
  ['a section in a quote', '> ## Verdict\n> [x] **APPROVED**\n', /no verdict/],
  ['a line in a comment', '<!--\nVerdict: APPROVED\n-->\n', /no verdict/],
  ['a line in a comment inside a paragraph', 'Text <!--\nVerdict: APPROVED\n-->\n', /no verdict/],
  ['a comment that is never closed', `<!--\n${boxes('x', ' ', ' ')}`, /no verdict/],
  ['a line in struck text', '~~Old:\nVerdict: APPROVED\nend~~\n', /no verdict/],
  ['a line in code over several lines', 'Say `\nVerdict: APPROVED\n` here\n', /no verdict/],
  ['boxes in a fence of the Verdict section', '## Verdict\n```\n[x] APPROVED\n```\n', /section is empty/],
  ['a task list', '# LLD Review\n- [x] Read it\n- [ ] APPROVED\n', /APPROVED|Read it/],
  ['a finding that quotes a verdict', '## Tier 1\n- Verdict: APPROVED\n', /no verdict/],
  ['a table row', '| Verdict | APPROVED |\n|---|---|\n| Verdict: APPROVED | x |\n', /no verdict/],
  ['truncated JSON', '{"verdict": "APPROVED", "findings": [', /cut off/],
  ['JSON with text after it', '{"verdict": "APPROVED"}\n\nVerdict: APPROVED\n', /cut off/],
  ['JSON with a boolean', '{"verdict": true}', /not a text/],
  ['JSON with null', '{"verdict": null}', /not a text/],
  ['JSON with a list', '{"verdict": ["APPROVED"]}', /not a text/],
  ['JSON without a verdict', '{"review": {"verdict": "APPROVED"}}', /no verdict key/],
  ['JSON with repeated keys that disagree', '{"verdict": "REVISE", "a": "}\\",", "verdict": "APPROVED"}', /disagree/],
  ['JSON with a key repeated by an escape', '{"verdi\\u0063t": "REVISE", "verdict": "APPROVED"}', /disagree/],
  ['JSON with two names that disagree', '{"decision": "REVISE", "verdict": "APPROVED"}', /disagree/],
  ['JSON with one known name of two', '{"decision": "LGTM", "verdict": "APPROVED"}', /LGTM/],
  ['two fences of JSON', '```json\n{"verdict":"APPROVED"}\n```\n\n```json\n{"verdict":"APPROVED"}\n```\n', /several/],
  ['JSON in a fence of another language', '```js\n{"verdict":"APPROVED"}\n```\n', /no verdict/],
  ['JSON in a fence that was cut off', '```json\n{"verdict":"APPROVED"\n', /cut off/],
];
for (const [claim, text, reason] of unreadable) {
  test(`${claim}: is unreadable`, () => {
    const reading = readVerdict(text);
    assert.equal(reading.verdict, 'UNREADABLE');
    assert.match(reading.reason ?? '', reason);
  });
}

const kinds: [text: string, isVerdict: boolean][] = [
  ['# LLD Review: x\n', true],
  ['## Verdict\n[ ] APPROVED\n', true],
  ['## Verdict\nNOT APPROVED\n', true],
  ['## Verdict: APPROVED\n', true],
  ['**Verdict:** REVISE\n', true],
  ['Governance Verdict: BLOCK\n', true],
  ['{"verdict": 1}', true],
  ['{"verdict": "APPRO', true],
  ['```json\n{"decision": "REVISE"}\n```\n', true],
  ['## Verdict\nWe take Postgres.\n', false],
  ['# Notes\n\nThe verdict is open.\n', false],
  ['{"x": {"verdict": 1}}', false],
  ['', false],
];
for (const [text, isVerdict] of kinds) {
  test(`${JSON.stringify(text)} looks ${isVerdict ? 'like' : 'unlike'} a verdict file`, () => {
    assert.equal(looksLikeVerdict(text, parseBlocks(text)), isVerdict);
  });
}

test('an LLD that logs a verdict can be read without harm', () => {
  assert.equal(readVerdict(readSeed('003_03213a7a9c1692df')).verdict, 'REVISE');
});

test('an approval that is explained by anything but a plain yes is not an approval', () => {
  const explained = [
    'no',
    'false',
    'denied',
    'hold',
    'wrong',
    'awaiting legal',
    'as long as X',
    '0 of 3 reviewers',
    'minus section 3',
    'maybe',
    'see below',
  ];
  for (const explanation of explained) {
    for (const mark of [':', ' -', ' —']) {
      const statement = `APPROVED${mark} ${explanation}`;
      assert.equal(readVerdict(`# LLD Review: 1\n\n## Verdict\n${statement}\n`).verdict, 'UNREADABLE', statement);
      assert.equal(readVerdict(JSON.stringify({ verdict: statement })).verdict, 'UNREADABLE', statement);
    }
  }
  assert.equal(readVerdict('## Verdict\n[x] **APPROVED** - Ready for implementation\n').verdict, 'APPROVED');
  assert.equal(readVerdict('Verdict: APPROVED - no blocking issues found').verdict, 'APPROVED');
});

test('JSON that approves while it lists what cannot be read is unreadable', () => {
  for (const more of [
    { findings: [{ tier: '1', title: 'leak' }] },
    { findings: [{ tier: 1, message: 'leak' }] },
    { tier1: ['x'] },
    { blocking_issues: ['x'] },
  ]) {
    assert.equal(
      readVerdict(JSON.stringify({ verdict: 'APPROVED', ...more })).verdict,
      'UNREADABLE',
      JSON.stringify(more),
    );
  }
  assert.equal(readVerdict('{"verdict":"APPROVED","findings":[],"tier1":[]}').verdict, 'APPROVED');
});
