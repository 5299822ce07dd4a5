import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseLld } from '../../../src/governance/lld/parse-lld.ts';
import { check, validText } from '../checks/document-checks.ts';

const part = /### Open Questions\n\n[\s\S]*?\n\n##/;

function openWith(title: string, body: string): number {
  assert.match(validText, part);
  const found = check(validText.replace(part, () => `${title}\n\n${body}\n\n##`));
  return found.filter((finding) => finding.check === 'QUESTION_UNRESOLVED').length;
}

const askedOtherwise: Record<string, string> = {
  'a paragraph': 'Which database do we use? Nobody knows yet.',
  'a paragraph without a question mark': 'Nobody knows which database.',
  'a table': '| Question |\n|---|\n| Which database? |',
  'a box in a quote': '> - [ ] Which database?',
  'a quote': '> Which database?',
  'a list of HTML': '<ul><li>Which database?</li></ul>',
  'a box of HTML': '<input type="checkbox"> Which database',
  'a block of code': '```\nWhich database?\n```',
  'a box below a deeper heading': '##### Still open\n\n- [ ] Which database?',
  'a paragraph with a box': 'None.\n\n[ ] Which database',
  'a box that is a sign': '☐ Which database',
  'a box that hides a character': '- [\u200b] Which database',
  'a strange mark': '- [?] Which database',
  'a ticked question': '- [x] Which database?',
  'a tick with an empty answer': '- [x] Which database?\n  - **Answer:** ',
  'an answer that nobody sees': '- [x] Which database?\n  - **Answer:** <!-- Postgres -->',
  'an answer that says nothing': '- [x] Which database?\n  - **Answer:** ?',
  'two questions with one tick': '- [x] Which database? And which port?',
  'a question with a mark within': '- [x] Is it `a?b` or c?',
  'a question in Japanese': '- [x] どのデータベースを使うか？',
  'a question in Arabic': '- [x] أي قاعدة بيانات؟',
  'a paragraph in Japanese beside a list': '- [x] Which port? 80\n\nどのデータベースを使うか？',
  'a struck question': '- [x] ~~Which database?~~',
};

for (const [what, body] of Object.entries(askedOtherwise)) {
  test(`${what} is an open question`, () => assert.equal(openWith('### Open Questions', body), 1));
}

const settled: readonly string[] = [
  'None.',
  '*None at this time.*',
  'None; all were settled with the maintainers.',
  'No questions remain.',
  'These came up:\n\n- [x] Which database? Postgres',
  '- [x] Which database?\n  - **Answer:** Postgres',
  '- [x] Which database?\n\n  Postgres.',
  '- [x] ~~Which database?~~ **RESOLVED: Postgres**',
  '- [x] The database is Postgres',
];

for (const body of settled) {
  test(`${JSON.stringify(body)} leaves nothing open`, () => assert.equal(openWith('### Open Questions', body), 0));
}

for (const title of [
  '### Questions Still Open',
  '### Unresolved Questions',
  '### Questions',
  '### \u200bOpen Questions',
  '### Open  Questions',
  '### Open\u00a0Questions',
  '### OPEN QUESTIONS',
  '### `Open Questions`',
  '### **Open** Questions',
  '### 1.1 Open Questions',
  '#### Open Questions',
  '##### Open Questions',
  '### Ｏpen Questions',
]) {
  test(`${JSON.stringify(title)} stands over questions`, () => {
    assert.equal(openWith(title, '- [ ] Which database?'), 1);
    assert.equal(openWith(title, 'Which database?'), 1);
  });
}

test('a box that is left open anywhere in section 1 is an open question, elsewhere it is none', () => {
  assert.equal(openWith('### Notes', '- [ ] Ask Alice'), 1);
  assert.equal(openWith('### Notes', 'As said: Why not?'), 0);
  const done = parseLld('## 12. Definition of Done\n\n- [ ] Scenarios pass\n');
  assert.deepEqual([done.openQuestions, done.strayQuestions], [[], []]);
});
