import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PersonsAnswer } from '../../src/model/persons-answer.ts';
import { Parked } from '../workflows/memory-context.ts';
import { lineage, outputPath, textOf } from '../workflows/requirements/bench.ts';
import { blockOf, HeardTalk } from './heard-talk.ts';
import { approves, discusses, drafts, edit, finding, openTalk, revises, sendsBack } from './plays.ts';

const yes: PersonsAnswer = { answer: 'approve', note: null };
const no: PersonsAnswer = { answer: 'reject', note: null };
const bounded = '1. Make the plan, of at most 1,000 tasks.';
const revise = [revises([edit('2.5', '1. Make the plan.', bounded)])];

function noBecause(note: string): PersonsAnswer {
  return { answer: 'reject', note };
}

test('the gate for drafts asks before anybody reviews; a yes lets the review begin, once', async () => {
  using talk = openTalk({ review: [sendsBack(finding('No bound', '2.5')), approves()], revise });
  await assert.rejects(talk.run({}, { gate: 'draft' }), Parked);
  assert.deepEqual(talk.ledger, ['137 draft 1 1']);
  const ran = await talk.run({ answers: [yes] }, { gate: 'draft' });
  assert.deepEqual(ran.context.questions, [
    'Shall this draft go to review? Read docs/lineage/137-lld/002-draft.md. Errors: 0; requirements covered: 3 of 3.',
  ]);
  assert.match(textOf(ran, outputPath), /\nReviews: 2\n/);
  assert.equal(JSON.parse(textOf(ran, `${lineage}/approval.json`)).isByPerson, false);
});

test('the gate for drafts: a note of a yes is told to reviewer and drafter, and stands in the log', async () => {
  using talk = new HeardTalk({ review: [sendsBack(finding('No bound', '2.5')), approves()], revise });
  const ran = await talk.run({ answers: [{ answer: 'approve', note: 'Keep it *small*' }] }, { gate: 'draft' });
  const asked = [...talk.promptsOf('review'), ...talk.promptsOf('revise')];
  assert.equal(asked.length, 3);
  for (const prompt of asked) assert.match(blockOf(prompt, 'decisions'), /Keep it \*small\*/);
  const document = textOf(ran, outputPath);
  assert.match(
    document,
    /### Review #1 \(REVISE\)\n\n.*\n.*\n.*\n\*\*A person said of the draft:\*\* Keep it .*small.*\n/,
  );
  assert.equal(document.match(/A person said of the draft/g)?.length, 1);
  assert.match(document, /\nReviews: 2\n/);
});

test('a gate that asks again about a draft that no edit has changed says so, with what the drafter says', async () => {
  const said = revises([], [{ finding: 1, reason: 'The issue forbids it' }]);
  using talk = openTalk({ review: [approves()], revise: [said, revises([])] });
  const answers = [noBecause('Bound it'), yes, noBecause('Bound it'), yes];
  const { context } = await talk.run({ answers }, { gate: 'all' });
  const [first, second, third, last] = context.questions;
  assert.doesNotMatch(first ?? '', /as it was/);
  const standstill = 'It is as it was before: the drafter made no edit';
  assert.ok(second?.endsWith(`3 of 3. ${standstill}, and says: The issue forbids it`), second);
  assert.ok(third?.includes('Do you?') && last?.endsWith(`${standstill}.`), last);
});

test('the gate for drafts: a no with a note is revised and asked about again, and stands in the log', async () => {
  using talk = new HeardTalk({ review: [approves()], revise });
  const ran = await talk.run({ answers: [noBecause('Bound it'), yes] }, { gate: 'draft' });
  assert.match(blockOf(talk.promptsOf('revise')[0], 'findings'), /^1\. A person decided: Bound it$/m);
  assert.equal(talk.promptsOf('review').length, 1);
  assert.equal(ran.context.questions.length, 2);
  const document = textOf(ran, outputPath);
  assert.match(document, /### Draft Gate #1 \(rejected by a person\)\n\n.*\n\*\*Reviewer:\*\* a person\n/);
  assert.match(
    document,
    /\| G1\.1 \| A person decided: Bound it \| YES - section 2\.5 changed; review #1 does not raise it/,
  );
  assert.match(document, /\n### Review #1 \(APPROVED\)\n/);
  assert.match(document, /\nReviews: 1\n/);
  assert.equal(JSON.parse(textOf(ran, `${lineage}/approval.json`)).rounds, 1);
});

test('notes of a person are answered whatever the limit, which counts reviews alone', async () => {
  using talk = openTalk({ review: [approves()], revise });
  const notes = [noBecause('Bound it'), noBecause('Say by how much')];
  const ran = await talk.run({ answers: [...notes, yes] }, { gate: 'draft', maxIterations: 1 });
  assert.match(textOf(ran, outputPath), /\nReviews: 1\n/);
  using later = openTalk({ review: [approves(), sendsBack(finding('No bound', '2.5'))], revise });
  const { end } = await later.run({ answers: [noBecause('Bound it')] }, { gate: 'verdict', maxIterations: 1 });
  assert.match(end.kind === 'rejected' ? end.reason : '', /^not approved in 2 reviews \(the limit of 1 is reached;/);
  assert.deepEqual(later.ledger, ['137 draft 1 1', '137 review 1 1', '137 revise 1 1', '137 review 2 1']);
});

test('findings are counted by reviews, whatever a person sent back before', async () => {
  const same = sendsBack(finding('No bound', '2.5'));
  using talk = openTalk({ review: [same, same], revise });
  const { end } = await talk.run({ answers: [noBecause('Bound it'), yes] }, { gate: 'draft' });
  assert.match(end.kind === 'rejected' ? end.reason : '', /^not approved in 2 reviews .* in reviews 1 and 2: No bound/);
  assert.deepEqual(end.kind === 'rejected' && [end.rounds, end.drafts], [2, 3]);
});

test('the gate for drafts: a no without a note ends it, without a review', async () => {
  using talk = openTalk({ review: [approves()] });
  const { end } = await talk.run({ answers: [no] }, { gate: 'draft' });
  assert.match(end.kind === 'rejected' ? end.reason : '', /^no review was made \(.*\): A person rejected it$/);
  assert.deepEqual(end.kind === 'rejected' && [end.rounds, end.drafts], [0, 1]);
  assert.deepEqual(talk.ledger, ['137 draft 1 1']);
});

test('the gate for verdicts asks only about what the reviewer lets pass, and the person has the last word', async () => {
  using talk = openTalk({
    review: [sendsBack(finding('No bound', '2.5')), approves({ summary: 'Bounded now.' })],
    revise,
  });
  await assert.rejects(talk.run({}, { gate: 'verdict' }), Parked);
  const ran = await talk.run({ answers: [yes] }, { gate: 'verdict' });
  assert.deepEqual(ran.context.questions, [
    'The reviewer approves docs/lineage/137-lld/005-draft.md. Do you? Bounded now.',
  ]);
  assert.equal(JSON.parse(textOf(ran, `${lineage}/approval.json`)).isByPerson, true);
  const { end } = await talk.run({ answers: [no] }, { gate: 'verdict' });
  assert.match(end.kind === 'rejected' ? end.reason : '', /not approved in 2 reviews .*: A person rejected it$/);
});

test('the gate for verdicts: a no with a note overrules the reviewer, and the drafter hears it first', async () => {
  using talk = new HeardTalk({ review: [approves()], revise });
  const ran = await talk.run({ answers: [noBecause('Bound it'), yes] }, { gate: 'verdict' });
  assert.match(blockOf(talk.promptsOf('revise')[0], 'findings'), /^1\. A person decided: Bound it$/m);
  assert.match(textOf(ran, outputPath), /\n### Review #1 \(APPROVED, rejected by a person\)\n/);
  assert.match(textOf(ran, outputPath), /\n### Review #2 \(APPROVED, approved by a person\)\n/);
});

test('both gates ask one after the other', async () => {
  using talk = openTalk({ review: [approves()] });
  const ran = await talk.run({ answers: [yes, yes] }, { gate: 'all' });
  assert.deepEqual(
    ran.context.questions.map((question) => question.slice(0, 10)),
    ['Shall this', 'The review'],
  );
  assert.equal(ran.end.kind, 'done');
});

test('DISCUSS puts all of its questions to a person, without any gate; a yes with a note approves', async () => {
  using talk = openTalk({ review: [discusses('Which format?', 'Who pays?')] });
  const ran = await talk.run({ answers: [{ answer: 'approve', note: 'JSON; we do.' }] });
  assert.deepEqual(ran.context.questions, ['Which format? / Who pays?']);
  const document = textOf(ran, outputPath);
  assert.match(document, /\*\*Verdict:\*\* DISCUSS, approved by a person\n/);
  assert.match(document, /\| R1\.1 \| The reviewer asks: Which format\? \| DECIDED - approved by a person \|\n/);
  assert.match(document, /\| R1\.2 \| The reviewer asks: Who pays\? \| DECIDED - approved by a person \|\n/);
  assert.match(document, /\| R1\.3 \| A person decided: JSON; we do\. \| NOTED/);
  assert.match(document, /\| DISCUSS, approved by a person \| The reviewer asks: Which format\? \|\n/);
  assert.equal(JSON.parse(textOf(ran, `${lineage}/approval.json`)).isByPerson, true);
});

test('DISCUSS without a question stands in the log by its summary', async () => {
  using talk = openTalk({ review: [approves({ verdict: 'DISCUSS', summary: 'Somebody has to decide.' })] });
  const ran = await talk.run({ answers: [yes] });
  assert.match(textOf(ran, outputPath), /\| R1\.1 \| The reviewer asks: Somebody has to decide\. \| DECIDED/);
});

test('DISCUSS that says nothing says so to whoever is asked', async () => {
  using talk = openTalk({ review: [approves({ verdict: 'DISCUSS', summary: ' ', questions: [''] })] });
  const { context } = await talk.run({ answers: [yes] });
  assert.match(context.questions[0] ?? '', /^The reviewer leaves it to a person, and does not say what there is/);
});

test('DISCUSS: a no with a note is a finding, and the questions that it answers are asked no more', async () => {
  using talk = new HeardTalk({ review: [discusses('Which format?'), approves()], revise });
  const ran = await talk.run({ answers: [noBecause('Use JSON lines')] });
  const findings = blockOf(talk.promptsOf('revise')[0], 'findings');
  assert.match(findings, /^1\. A person decided: Use JSON lines$/m);
  assert.doesNotMatch(findings, /Which format/);
  const [first, second] = talk.promptsOf('review').map((prompt) => blockOf(prompt, 'decisions'));
  assert.deepEqual([first, second], ['', '1. Use JSON lines'], 'the reviewer need not ask again');
  for (const prompt of [talk.promptsOf('revise')[0], talk.promptsOf('review')[1]])
    assert.equal(blockOf(prompt, 'asked'), '1. Decision 1 answers: Which format?');
  assert.match(textOf(ran, outputPath), /\n### Review #1 \(DISCUSS, rejected by a person\)\n/);
  assert.match(textOf(ran, outputPath), /The reviewer asks: Which format\? \| DECIDED - rejected by a person \|\n/);
});

test('DISCUSS: a yes without a note is told to whoever goes on, where errors send the design back', async () => {
  const open = drafts({ openQuestions: [{ question: 'Of how many tasks?', answer: null }] });
  const closed = revises([edit('Open Questions', null, '- [x] Of how many tasks?\n  - **Answer:** Of 1,000.')]);
  using talk = new HeardTalk({ draft: [open], review: [discusses('Which format?'), approves()], revise: [closed] });
  assert.equal((await talk.run({ answers: [yes] })).end.kind, 'done');
  for (const prompt of [talk.promptsOf('revise')[0], talk.promptsOf('review')[1]]) {
    assert.equal(blockOf(prompt, 'decisions'), '1. The design stands as it is.');
    assert.equal(blockOf(prompt, 'asked'), '1. Decision 1 answers: Which format?');
  }
});

test('no person can approve what the checks object to', async () => {
  const { scenarios } = JSON.parse(drafts().text);
  for (const gate of ['none', 'all'] as const) {
    using talk = openTalk({ draft: [drafts({ scenarios: scenarios.slice(1) })], review: [discusses('Fine?')] });
    const { end } = await talk.run({ answers: [yes, yes] }, { gate, maxIterations: 1 });
    assert.match(end.kind === 'rejected' ? end.reason : '', /REQUIREMENT_UNCOVERED/);
  }
});
