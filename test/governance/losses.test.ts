import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { LldDraft } from '../../src/governance/lld/draft.ts';
import { applyEdits } from '../../src/governance/lld/edits.ts';
import { parseLld } from '../../src/governance/lld/parse-lld.ts';
import { renderLld } from '../../src/governance/lld/render-lld.ts';
import { type Comparison, carryDecisions, findLosses } from '../../src/governance/losses.ts';
import { holdsDecision, type KeptDecision, keepDecisions } from '../../src/governance/losses-decisions.ts';
import { someRuns } from '../needs.ts';
import { anyDraft, validDraft } from './lld/drafts.ts';

const requirements = [
  'The export command writes every order of the day into one CSV file',
  'A failed upload is retried at most 3 times with a growing pause',
  'Credentials never appear in the log',
];
const decisions = [
  { decision: 'File format', options: 'CSV, JSON', choice: 'CSV', rationale: 'Spreadsheets open it' },
  { decision: 'Retry policy', options: 'Fixed, growing', choice: 'Growing', rationale: 'The service recovers slowly' },
];
const draft: LldDraft = { ...validDraft, requirements, decisions };

const none: ReadonlySet<string> = new Set();

function documentOf(change: Partial<LldDraft> = {}) {
  return parseLld(renderLld({ ...draft, ...change }));
}

function changes(after: Comparison['after'], more: Partial<Comparison> = {}) {
  return findLosses({ before: documentOf(), after, kept: [], licensed: [], owed: none, ...more });
}

function losses(after: Comparison['after'], more: Partial<Comparison> = {}) {
  return changes(after, more).filter(({ severity }) => severity === 'error');
}

const checksOf = (after: Comparison['after'], more?: Partial<Comparison>) =>
  losses(after, more).map(({ check }) => check);

test('a draft that says the same has lost nothing', () => {
  assert.deepEqual(losses(documentOf()), []);
});

test('a section that is gone is an error at the title, with or without a number, whatever was licensed', () => {
  const text = renderLld(draft);
  const after = parseLld(
    text.replace(/## 6\. Diagram\n\n.*\n\n/, '').replace('### Open Questions', '#### Open Questions'),
  );
  const found = losses(after, { licensed: [{ kind: 'section', section: '6' }] });
  assert.deepEqual(
    found.map(({ message }) => message),
    ['The section "Open Questions" of the draft before is gone', 'The section "6 Diagram" of the draft before is gone'],
  );
  for (const { check, severity, line } of found) {
    assert.deepEqual([check, severity, line], ['SECTION_LOST', 'error', after.title?.line]);
  }
});

test('a section may be rewritten, and its title changed', () => {
  const after = parseLld(renderLld(draft).replace('## 6. Diagram\n\nOne call', '## 6. Drawing\n\nNo call'));
  assert.deepEqual(losses(after), []);
});

const requirementChanges: Record<string, [LldDraft['requirements'], string[]]> = {
  'reordered and renumbered': [requirements.toReversed(), []],
  'one more': [[...requirements, 'A report is printed'], []],
  'another wording': [
    ['Every order of the day is in the CSV file that the export writes', ...requirements.slice(1)],
    [],
  ],
  'other letter case and marks': [requirements.map((text) => `**${text.toUpperCase()}**`), []],
  'one that is gone': [requirements.slice(1), ['REQ-1']],
  'one that became another': [[requirements[0] ?? '', 'Users choose a colour', requirements[2] ?? ''], ['REQ-2']],
  'two that became one': [[requirements[0] ?? '', requirements[1] ?? '', requirements[1] ?? ''], ['REQ-3']],
  'all of them': [['Something else entirely'], ['REQ-1', 'REQ-2', 'REQ-3']],
};

for (const [what, [after, lost]] of Object.entries(requirementChanges)) {
  test(`requirements, ${what}: ${lost.length === 0 ? 'nothing is' : lost.join(', ')} lost`, () => {
    const found = losses(documentOf({ requirements: after, scenarios: [] }));
    assert.deepEqual(
      found.map(({ message }) => /REQ-\d+/.exec(message)?.[0]),
      lost,
    );
    assert.ok(found.every(({ check }) => check === 'REQUIREMENT_LOST'));
  });
}

test('a requirement is the same whether its accents stand apart or not', () => {
  for (const said of ['Übergröße für Käufer', 'Der Export läuft für Käufer über Nacht', '도구는 파일을 읽는다']) {
    const before = documentOf({ requirements: [said.normalize('NFD')] });
    assert.deepEqual(losses(documentOf({ requirements: [said.normalize('NFC')] }), { before }), [], said);
    assert.deepEqual(losses(documentOf({ requirements: [`${said.normalize('NFC')}, sofort`] }), { before }), [], said);
  }
});

test('one later requirement stands for one earlier requirement, the one that is most like it', () => {
  const before = documentOf({ requirements: ['export orders into files daily', 'export invoices into files daily'] });
  const after = documentOf({ requirements: ['export invoices into files each night'] });
  const found = losses(after, { before });
  assert.deepEqual(
    found.map(({ message }) => /REQ-\d+/.exec(message)?.[0]),
    ['REQ-1'],
  );
});

test('a review that names section 3 licenses the loss of a requirement; one that names another or a line does not', () => {
  const after = documentOf({ requirements: requirements.slice(1) });
  for (const section of ['3', 'Section 3', '## 3. Requirements', '2.5 and 3']) {
    assert.deepEqual(losses(after, { licensed: [{ kind: 'section', section }] }), [], section);
  }
  for (const section of ['2', '10.1', 'line 3', 'REQ-3', '30']) {
    assert.deepEqual(checksOf(after, { licensed: [{ kind: 'section', section }] }), ['REQUIREMENT_LOST'], section);
  }
});

test('a finding that names a requirement licenses its loss alone, and a person everything but a section', () => {
  const after = documentOf({ requirements: requirements.slice(1) });
  assert.deepEqual(losses(after, { licensed: [{ kind: 'requirement', requirement: 1 }] }), []);
  assert.deepEqual(checksOf(after, { licensed: [{ kind: 'requirement', requirement: 2 }] }), ['REQUIREMENT_LOST']);
  assert.deepEqual(losses(after, { licensed: [{ kind: 'everything' }] }), []);
});

test('other words for a requirement or a choice are a warning, unless a review spoke of it', () => {
  const [first = '', second = ''] = requirements;
  const swapped = documentOf({ requirements: [first, second, 'Passwords never appear in the log'] });
  assert.deepEqual(
    changes(swapped).map(({ check, severity, message }) => [check, severity, message]),
    [
      [
        'REQUIREMENT_REWORDED',
        'warning',
        'REQ-3 of the draft before has other words now, and no finding asked for that: "Credentials never appear in the log"',
      ],
    ],
  );
  assert.deepEqual(changes(swapped, { licensed: [{ kind: 'requirement', requirement: 3 }] }), []);
  const [format, ...others] = decisions;
  const chosen = documentOf({ decisions: [{ ...(format ?? assert.fail()), choice: 'JSON' }, ...others] });
  const [warning, ...more] = changes(chosen);
  assert.deepEqual([warning?.check, warning?.severity, more], ['DECISION_REWORDED', 'warning', []]);
  assert.match(warning?.message ?? '', /"File format" in section 2\.7 .*: "CSV"$/);
  assert.deepEqual(changes(chosen, { licensed: [{ kind: 'section', section: '2.7' }] }), []);
});

test('a question may be answered or said in other words, but not go; an answer licenses no loss', () => {
  const question = 'Which time zone do the orders of one day have?';
  const before = documentOf({ openQuestions: [{ question, answer: null }] });
  const asked = 'The orders of one day: which time zone?';
  assert.deepEqual(losses(documentOf({ openQuestions: [{ question: asked, answer: 'UTC' }] }), { before }), []);
  const gone = documentOf({ openQuestions: [] });
  const licensed = [{ kind: 'answer', section: '1' }] as const;
  assert.deepEqual(checksOf(gone, { before, licensed }), ['QUESTION_LOST']);
  assert.deepEqual(losses(gone, { before, licensed: [{ kind: 'section', section: 'Section 1' }] }), []);
  const none = documentOf({ openQuestions: [{ question: 'None.', answer: null }] });
  assert.deepEqual(losses(gone, { before: none }), [], 'that there is none is no question');
});

test('a scenario that stays as it was proves no other requirement when they are numbered anew', () => {
  const [first = '', second = '', third = ''] = requirements;
  const rows = (...proved: number[]) =>
    proved.map((number, at) => ({
      ...(draft.scenarios[0] ?? assert.fail()),
      id: `0${at + 1}0`,
      title: `Scenario ${at}`,
      requirements: [number],
    }));
  const before = documentOf({ scenarios: rows(1, 2, 3) });
  const later = [first, 'A report is printed', second, third];
  const found = losses(documentOf({ requirements: later, scenarios: rows(1, 2, 3, 4) }), {
    before,
    licensed: [{ kind: 'everything' }],
  });
  assert.deepEqual(
    found.map(({ check, message }) => `${check} ${message.split(',')[0]}`),
    ['PROOF_LOST Scenario 020 names REQ-2 as before', 'PROOF_LOST Scenario 030 names REQ-3 as before'],
  );
  assert.match(found[0]?.message ?? '', /, and what it proved is REQ-3 now: "A failed upload is retried/);
  assert.deepEqual(losses(documentOf({ requirements: later, scenarios: rows(1, 3, 4, 2) }), { before }), []);
  const rewritten = rows(1, 2, 4, 3).map((row) => (row.id === '020' ? { ...row, input: 'A day with a report' } : row));
  assert.deepEqual(losses(documentOf({ requirements: later, scenarios: rewritten }), { before }), []);
  const twice = { requirements: [first, first, second], scenarios: rows(1, 2, 3) };
  assert.deepEqual(losses(documentOf(twice), { before: documentOf(twice) }), []);
});

test('a decision of the table may get another name or another choice, but not go', () => {
  const [format, retry] = decisions;
  assert.ok(format && retry);
  assert.deepEqual(
    losses(documentOf({ decisions: [{ ...format, choice: 'JSON', rationale: 'Machines read it' }, retry] })),
    [],
  );
  assert.deepEqual(losses(documentOf({ decisions: [{ ...format, decision: 'What is written' }, retry] })), []);
  const [lost, ...others] = losses(documentOf({ decisions: [retry] }));
  assert.deepEqual([lost?.check, others], ['DECISION_LOST', []]);
  assert.match(lost?.message ?? '', /"File format" of section 2\.7/);
  for (const section of ['2.7', '2', '### 2.7 Architecture Decisions']) {
    assert.deepEqual(losses(documentOf({ decisions: [retry] }), { licensed: [{ kind: 'section', section }] }), []);
  }
});

const answer = 'The upload stops after 30 s and the pause between two retries is at most 60 s.';
const revised = applyEdits(renderLld(draft), [
  { answers: [2], section: '2.6', find: 'is called by both modes.', replace: `is called by both modes.\n${answer}` },
]);
const kept = keepDecisions({ title: 'Unbounded upload' }, revised.applied, 'review 2');
const withAnswer = (words: string) => documentOf({ prose: { ...draft.prose, technicalApproach: words } });

const unseen: Record<string, (words: string) => string> = {
  'in a comment': (words) => `Uploads everything <!-- ${words} -->`,
  'struck out': (words) => `~~${words}~~ dropped`,
  'struck out by a tag': (words) => `<del>${words}</del> dropped`,
  'the title of a link': (words) => `[Uploads](x "${words}") everything`,
  'the text of a picture': (words) => `Uploads ![${words}](x.png) everything`,
  'an attribute': (words) => `<span title="${words}">Uploads</span> everything`,
  'in a hidden element': (words) => `Uploads <span hidden>${words}</span> everything`,
};

for (const [how, hide] of Object.entries(unseen)) {
  test(`what is kept only ${how} is lost`, () => {
    const [first = '', ...others] = requirements;
    assert.deepEqual(checksOf(documentOf({ requirements: [hide(first), ...others] })), ['REQUIREMENT_LOST']);
    const rows = decisions.map((row) => ({
      ...row,
      decision: hide(row.decision),
      options: 'a',
      choice: 'a',
      rationale: 'b',
    }));
    assert.deepEqual(checksOf(documentOf({ decisions: rows })), ['DECISION_LOST', 'DECISION_LOST']);
    assert.deepEqual(checksOf(withAnswer(hide(answer)), { kept }), ['DECISION_LOST']);
    const edits = [{ section: '6', answers: [1], before: '', after: hide('alpha beta gamma') }];
    assert.doesNotMatch(JSON.stringify(keepDecisions({ title: 'T' }, edits, 'review 1')), /alpha/);
  });
}

test('an answer that is kept only as the comment of a link, or in front of a quote, is told apart', () => {
  assert.deepEqual(checksOf(withAnswer(`Sleep.\n\n[//]: # (${answer})`), { kept }), ['DECISION_LOST']);
  assert.deepEqual(checksOf(withAnswer(`Sleep.\n\n> ${answer}`), { kept }), []);
});

test('an accepted finding becomes a check of the lines that it brought', () => {
  assert.deepEqual(kept, [{ title: 'Unbounded upload', section: '2.6', lines: [answer], round: 'review 2' }]);
  assert.deepEqual(losses(parseLld(revised.text), { kept }), []);
});

test('edits of one section are one check; what only takes away, or adds marks alone, is none', () => {
  const edits = [
    { kind: 'section', section: '6', answers: [1], before: 'old words here', after: '' },
    {
      kind: 'section',
      section: '7',
      answers: [1],
      before: 'same words stay\n|---|',
      after: 'same words stay\n| --- |\nnew words come',
    },
    { kind: 'section', section: '7', answers: [1], before: '', after: 'more words come' },
  ];
  assert.deepEqual(keepDecisions({ title: 'T' }, edits, 'review 1'), [
    { title: 'T', section: '7', lines: ['new words come', 'more words come'], round: 'review 1' },
  ]);
});

test('what answered a finding may be reworded or moved within its section, but not taken back', () => {
  assert.deepEqual(losses(withAnswer('After 30 s the upload stops; retries pause for 60 s at most.'), { kept }), []);
  const [lost, ...others] = losses(documentOf(), { kept });
  assert.deepEqual([lost?.check, others], ['DECISION_LOST', []]);
  assert.match(lost?.message ?? '', /section 2\.6 to answer "Unbounded upload" of review 2/);
  const elsewhere = documentOf({ prose: { ...draft.prose, diagram: answer } });
  assert.deepEqual(checksOf(elsewhere, { kept }), ['DECISION_LOST']);
  assert.deepEqual(losses(documentOf(), { kept, licensed: [{ kind: 'section', section: 'Section 2.6' }] }), []);
});

test('a question that was answered below section 1 is held by that section', () => {
  const before = documentOf({ openQuestions: [] });
  const { applied, text } = applyEdits(renderLld({ ...draft, openQuestions: [] }), [
    {
      answers: [1],
      section: 'Open Questions',
      find: null,
      replace: '- [x] Which charset do the files have?\n  - **Answer:** UTF-8',
    },
  ]);
  const asked = keepDecisions({ title: 'Charset' }, applied, 'review 1');
  assert.equal(asked[0]?.section, '1');
  assert.deepEqual(losses(parseLld(text), { before, kept: asked }), []);
  assert.deepEqual(checksOf(before, { before, kept: asked }), ['DECISION_LOST']);
});

test('a decision that a review had changed is carried no further; one that was lost without leave is', () => {
  const licensed = [{ kind: 'section', section: '2.6' }] as const;
  assert.deepEqual(carryDecisions(kept, { after: documentOf(), licensed, owed: none }), []);
  assert.deepEqual(carryDecisions(kept, { after: documentOf(), licensed: [], owed: none }), kept);
  assert.deepEqual(carryDecisions(kept, { after: parseLld(revised.text), licensed, owed: none }), kept);
});

test('what was told as lost stays lost while it is asked for; a person alone may let it go', () => {
  const after = documentOf({ requirements: requirements.slice(0, 2), decisions: decisions.slice(0, 1) });
  const told = losses(after, { kept });
  const owed = new Set(told.map(({ message }) => message));
  assert.deepEqual([...owed].length, 3);
  const licensed = ['2.6', '2.7', '3'].map((section) => ({ kind: 'section', section }) as const);
  assert.deepEqual(losses(after, { kept, licensed }), []);
  assert.deepEqual(losses(after, { kept, licensed, owed }), told);
  assert.deepEqual(losses(after, { kept, licensed: [{ kind: 'everything' }], owed }), []);
  assert.deepEqual(carryDecisions(kept, { after, licensed, owed }), kept);
  assert.deepEqual(carryDecisions(kept, { after, licensed: [{ kind: 'everything' }], owed }), []);
});

test('whatever edits made of a draft, its own text holds every decision that it brought, and no draft loses to itself', () => {
  fc.assert(
    fc.property(anyDraft, fc.lorem({ maxCount: 12 }), (any, words) => {
      const source = renderLld(any);
      const { applied, text } = applyEdits(source, [{ answers: [1], section: '6', find: null, replace: words }]);
      const document = parseLld(text);
      const fresh = keepDecisions({ title: 'T' }, applied, 'review 1');
      assert.ok(fresh.every((one) => holdsDecision(one, document)));
      assert.deepEqual(findLosses({ before: document, after: document, kept: fresh, licensed: [], owed: none }), []);
    }),
    { numRuns: someRuns(200) },
  );
});

test('thousands of requirements are compared in the time of a few', () => {
  const list = (word: string) =>
    `# 1 - T\n\n## 3. R\n\n${Array.from({ length: 5000 }, (_, at) => `${at + 1}. ${word}${at}\n`).join('')}`;
  const found = findLosses({
    before: parseLld(list('alpha ')),
    after: parseLld(list('beta ')),
    kept: [],
    licensed: [],
    owed: none,
  });
  assert.ok(found.length > 4000);
  const long: KeptDecision = { title: 'T', section: '3', lines: ['alpha word '.repeat(100_000)], round: 'review 1' };
  assert.ok(holdsDecision(long, parseLld(list('alpha word '))));
});
