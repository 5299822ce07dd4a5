import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  checkIssueOffline,
  type IssueCheck,
  readIssueCheck,
  verifyIssueCheck,
} from '../../../src/governance/issue-check/issue-check.ts';

const issue = `# Export

- [ ] The export writes one
      file a day.
- [ ] The export never writes a file.
- [ ] It works.
`;
const real = {
  first: 'The export writes one file a day.',
  second: 'The export never writes a file.',
  question: 'Files or none?',
};

function verify(...contradictions: IssueCheck['contradictions']) {
  return verifyIssueCheck({ contradictions, untestable: [] }, issue).contradictions;
}

test('a contradiction of two statements of the issue is kept, whatever the white space in them', () => {
  assert.deepEqual(verify(real), [real]);
  const marked = { ...real, first: '“The export\nwrites one file a day.”' };
  assert.deepEqual(verify(marked), [marked]);
});

test('an issue whose apostrophes were made beautiful is quoted as it is typed', () => {
  const text = '- The export can’t write\u00a0files.\n- The export writes “on\u2011demand” files.\n';
  const typed = { first: "The export can't write files.", second: 'writes "on-demand" files', question: 'Which?' };
  assert.deepEqual(verifyIssueCheck({ contradictions: [typed], untestable: [] }, text).contradictions, [typed]);
});

test('a statement may be quoted with an ellipsis, and with a full stop that it has not', () => {
  const text = '- The export, if it runs at night, writes one file\n- The export never writes a file\n';
  const quoted = { first: 'The export … writes one file.', second: 'never writes a file.', question: 'Which?' };
  assert.deepEqual(verifyIssueCheck({ contradictions: [quoted], untestable: [] }, text).contradictions, [quoted]);
  const within = { ...quoted, second: 'if it runs at night' };
  assert.deepEqual(verifyIssueCheck({ contradictions: [within], untestable: [] }, text).contradictions, []);
});

test('an issue of a system that spells accents apart is quoted with whole letters', () => {
  const text = '- Der Export läuft nachts für Käufer.\n- Für Käufer läuft nachts nichts.\n'.normalize('NFD');
  const whole = { first: 'läuft nachts für Käufer', second: 'läuft nachts nichts', question: 'Was gilt?' };
  assert.deepEqual(verifyIssueCheck({ contradictions: [whole], untestable: [] }, text).contradictions, [whole]);
});

const dropped: Record<string, Partial<typeof real>> = {
  'words that nobody wrote first': { first: 'The export writes two files a day.' },
  'words that nobody wrote second': { second: 'The export is forbidden.' },
  'a statement against itself': { second: real.first },
  'a part of the same statement': { second: 'writes one file' },
  'words too short to say anything': { second: 'a file.' },
  'no words': { first: '' },
};

for (const [what, change] of Object.entries(dropped)) {
  test(`nobody can stop a task with ${what}`, () => {
    assert.deepEqual(verify({ ...real, ...change }), []);
  });
}

test('the other place of words that stand twice is another place', () => {
  const text = 'All users may export. Admins: users may export, guests may not.';
  const check = {
    contradictions: [{ first: 'All users may export', second: 'users may export', question: '?' }],
    untestable: [],
  };
  assert.equal(verifyIssueCheck(check, text).contradictions.length, 1);
});

test('a contradiction without a question gets one, and what cannot be tested is left as it is', () => {
  const untestable = [{ criterion: 'It works.', why: 'Vague' }];
  const checked = verifyIssueCheck({ contradictions: [{ ...real, question: ' ' }], untestable }, issue);
  assert.deepEqual(checked, { contradictions: [{ ...real, question: 'Which of the two holds?' }], untestable });
});

test('no reply can ask more than twenty questions', () => {
  assert.equal(verify(...Array(50).fill(real)).length, 20);
});

test('a reply is read by its form', () => {
  const check = { contradictions: [real], untestable: [] };
  assert.deepEqual(readIssueCheck(JSON.stringify(check)), { check });
  const reading = readIssueCheck('{"contradictions":[{"first":"a"}],"untestable":[]}');
  assert.ok('reason' in reading && /at contradictions\.0\.second/.test(reading.reason));
});

const contrary: [string, string][] = [
  ['The export writes a file', 'The export does not write a file'],
  ['The export must log keys', 'The export must not log keys.'],
  ['Guests can export', 'Guests cannot export'],
  ['Guests may export', "Guests can't export"],
  ['The file is encrypted', 'The file is never encrypted'],
  ['There is a limit', 'There is no limit'],
  ['If the disk is full, the export fails', 'If the disk is full, the export must not fail'],
];

for (const [yes, no] of contrary) {
  test(`"${no}" contradicts "${yes}", in either order`, () => {
    for (const criteria of [
      [yes, 'Something else', no],
      [no, yes],
    ]) {
      assert.deepEqual(checkIssueOffline([criteria]), {
        contradictions: [{ first: yes, second: no, question: 'Which of the two holds?' }],
        untestable: [],
      });
    }
  });
}

const compatible: [string, string][] = [
  ['Exits 0 when the file is there', 'Exits 0 when the file is not there'],
  ['A user with an account sees the page', 'A user with no account sees the page'],
  ['Given a config, it prints the defaults', 'Given no config, it prints the defaults'],
  ['The export writes a file', 'The import does not write a file'],
  ['Guests cannot export', 'Guests never export'],
];

for (const [one, other] of compatible) {
  test(`"${other}" goes with "${one}"`, () => {
    assert.deepEqual(checkIssueOffline([[one, other]]).contradictions, []);
  });
}

test('an issue without criteria, or with any one alone, contradicts nothing', () => {
  assert.deepEqual(checkIssueOffline([]), { contradictions: [], untestable: [] });
  fc.assert(fc.property(fc.string(), (text) => assert.deepEqual(checkIssueOffline([[text, text]]).contradictions, [])));
});

test('what the offline check finds stands in the issue', () => {
  const words = fc.lorem({ maxCount: 5 }).filter((text) => text.length > 8 && !/,/.test(text));
  fc.assert(
    fc.property(words, (text) => {
      const criteria = [`It must ${text}`, `It must not ${text}`];
      const check = checkIssueOffline([criteria]);
      assert.equal(check.contradictions.length, 1);
      assert.deepEqual(verifyIssueCheck(check, criteria.map((one) => `- [ ] ${one}\n`).join('')), check);
    }),
  );
});

test('a contradiction of criteria that are longer than a reply may be is told by their beginnings', () => {
  const criteria = [`It must ${'do this '.repeat(1000)}`, `It must not ${'do this '.repeat(1000)}`];
  const check = checkIssueOffline([criteria]);
  assert.ok('check' in readIssueCheck(JSON.stringify(check)));
  assert.equal(verifyIssueCheck(check, criteria.join('\n')).contradictions.length, 1);
});

test('a megabyte of criteria and of quotes takes the time of its length', () => {
  const criteria = Array.from(
    { length: 50_000 },
    (_, at) => `It must ${at % 2 === 0 ? '' : 'not '}do thing ${at >> 1}`,
  );
  assert.equal(checkIssueOffline([criteria]).contradictions.length, 100);
  checkIssueOffline([['not '.repeat(250_000), "n't".repeat(300_000), 'a-'.repeat(500_000), ','.repeat(1_000_000)]]);
  const check = { contradictions: Array(200).fill({ ...real, second: 'x'.repeat(5000) }), untestable: [] };
  assert.deepEqual(verifyIssueCheck(check, 'x'.repeat(1_000_000)).contradictions, []);
});
