import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Bench, lineage, outputPath, type Ran, textOf } from '../workflows/requirements/bench.ts';
import { dryRunContent } from './content.ts';
import { approves, drafts, edit, finding, openTalk, revises, sendsBack } from './plays.ts';

const bound = '1. Make the plan, of at most 1,000 tasks, and refuse more with PLAN_TOO_LARGE.';
const accepted = revises([edit('2.5', '1. Make the plan.', bound)]);
const rewritten = '1. Ask the planner.\n2. Print one line for each task.\n3. Exit with 0.';

/** A reviewer who would let everything pass cannot lift what the checks say. */
async function reject(talk: Bench, rounds: number): Promise<string> {
  const { end } = await talk.run({}, { maxIterations: rounds });
  assert.ok(end.kind === 'rejected', JSON.stringify(end).slice(0, 300));
  return end.reason;
}

function checkOf(ran: Ran, number: string): string {
  return textOf(ran, `${lineage}/${number}-check.md`);
}

test('a whole document that comes without a section is sent back, and approved when the section is back', async () => {
  using first = openTalk({ review: [approves()] });
  const whole = textOf(await first.run(), `${lineage}/002-draft.md`);
  const without = whole.replace('### 2.6 Technical Approach\n\n', '');
  assert.notEqual(without, whole);
  using talk = openTalk({
    review: [sendsBack(finding('No bound', '2.5')), approves()],
    revise: [{ text: without }, { text: whole.replace('1. Make the plan.', bound) }],
  });
  const ran = await talk.run();
  assert.match(
    checkOf(ran, '006'),
    /error \| \d+ \| SECTION_LOST \| The section "2\.6 Technical Approach" of the draft/,
  );
  assert.match(textOf(ran, outputPath), /\nReviews: 3\n/);
  assert.match(
    textOf(ran, outputPath),
    /\n\| R2\.\d \| error SECTION_LOST .* \| YES - review #3 does not raise it again \|/,
  );
});

test('an edit cannot take a section away, whatever the reviewer thinks of it', async () => {
  using talk = openTalk({
    review: [sendsBack(finding('Drop the approach', '2.6')), approves()],
    revise: [revises([edit('2.6', null, ' ')], [])],
  });
  const ran = await talk.run();
  assert.match(textOf(ran, outputPath), /\n### 2\.6 Technical Approach\n\nThe command stops after planning/);
  assert.equal(talk.ledger.filter((line) => line.includes(' revise ')).length, 2, 'asked again once');
});

test('a requirement goes only where a review spoke of the requirements', async () => {
  const [one, two] = dryRunContent.requirements;
  const fewer = [
    edit('3', null, `1. REQ-1: ${one}\n2. REQ-2: ${two}`),
    edit('10.1', 'Exit code 0 within 2 s | REQ-3 |', 'Exit code 0 within 2 s | REQ-2 |'),
  ];
  using talk = openTalk({ review: [sendsBack(finding('No bound', '2.5')), approves()], revise: [revises(fewer)] });
  assert.match(
    await reject(talk, 2),
    /REQUIREMENT_LOST at line \d+: REQ-3 of the draft before is gone, .*"A dry run of 100/,
  );
  for (const section of ['Section 3', 'Requirements']) {
    using licensed = openTalk({
      review: [sendsBack(finding("The time is nobody's wish", section)), approves({ coverage: [] })],
      revise: [revises(fewer)],
    });
    assert.equal((await licensed.run({}, { maxIterations: 2 })).end.kind, 'done', section);
  }
});

test('a question that is left out is not answered: it goes only where a review spoke of the questions', async () => {
  const openQuestions = [
    { question: 'Who pays for the calls?', answer: null },
    { question: 'Is the list for people?', answer: 'Yes; machines read `--json`.' },
  ];
  const silent = revises([edit('Open Questions', null, 'None.', [2])]);
  const draft = [drafts({ openQuestions })];
  using talk = openTalk({ draft, review: [sendsBack(finding('No bound', '2.5')), approves()], revise: [silent] });
  assert.match(
    await reject(talk, 2),
    /QUESTION_LOST .*"Who pays for the calls\?" .* an answer; QUESTION_LOST .*"Is the list for people\?" .* its answer/,
  );
  using answered = openTalk({
    draft,
    review: [sendsBack(finding('No bound', '2.5')), approves()],
    revise: [revises([edit('1', '- [ ] Who pays for the calls?', '- [x] Who pays? The one who calls.', [2])])],
  });
  assert.equal((await answered.run({}, { maxIterations: 2 })).end.kind, 'done');
  for (const section of ['1', 'Open Questions']) {
    using asked = openTalk({ draft, review: [sendsBack(finding('Settled', section)), approves()], revise: [silent] });
    assert.equal((await asked.run({}, { maxIterations: 2 })).end.kind, 'done', section);
  }
});

test('a decision of section 2.7 may be said in other words, and may not vanish', async () => {
  const row = '| Form of the list | A table; one line a task | One line a task | Lines can be searched and cut |';
  const reworded = row.replace('Lines can be searched and cut', 'Each line can be searched, and cut by others');
  const [review] = [[sendsBack(finding('No bound', '2.5')), approves()]];
  using talk = openTalk({ review, revise: [revises([edit('2.7', row, reworded)])] });
  assert.equal((await talk.run({}, { maxIterations: 2 })).end.kind, 'done');
  using losing = openTalk({ review, revise: [revises([edit('2.7', `${row}`, '')])] });
  assert.match(await reject(losing, 2), /DECISION_LOST at line \d+: The decision "Form of the list" of section 2\.7/);
});

test('what an accepted finding brought may not be dropped by a later rewriting of its section', async () => {
  using talk = openTalk({
    review: [sendsBack(finding('No bound', '2.5')), sendsBack(finding('Words', '4')), approves()],
    revise: [accepted, revises([edit('2.5', null, rewritten)])],
  });
  assert.match(
    await reject(talk, 3),
    /DECISION_LOST at line \d+: What was written in section 2\.5 to answer "No bound" of review 1 is gone: put it back/,
  );
});

test('what was lost is demanded until it is back, also when two drafts in a row lack it', async () => {
  using talk = openTalk({
    review: [
      sendsBack(finding('No bound', '2.5')),
      sendsBack(finding('Words', '4')),
      sendsBack(finding('Style', '8')),
      approves(),
    ],
    revise: [
      accepted,
      revises([edit('2.5', null, rewritten, [])]),
      revises([edit('8', 'One pass', 'A single pass')]),
      revises([edit('2.5', '1. Ask the planner.', bound)]),
    ],
  });
  const ran = await talk.run();
  for (const number of ['009', '012']) assert.match(checkOf(ran, number), /DECISION_LOST/, number);
  assert.match(checkOf(ran, '015'), /No error was found/);
  assert.match(textOf(ran, outputPath), /\nReviews: 5\n/);
  assert.ok(textOf(ran, outputPath).includes(bound));
});

test('a review that speaks of the section again may have it changed', async () => {
  using talk = openTalk({
    review: [
      sendsBack(finding('No bound', '2.5')),
      sendsBack(finding('Wrong code', '2.5', 'PLAN_TOO_LARGE exists.')),
      approves(),
    ],
    revise: [accepted, revises([edit('2.5', null, rewritten)])],
  });
  const { end } = await talk.run();
  assert.equal(end.kind, 'done', JSON.stringify(end).slice(0, 600));
});
