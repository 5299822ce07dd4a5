import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Parked } from '../workflows/memory-context.ts';
import { lineage, lineageOf, outputPath, textOf } from '../workflows/requirements/bench.ts';
import { dryRunIssue } from './content.ts';
import { blockOf, HeardTalk } from './heard-talk.ts';
import { approves, checksIssue, edit, finding, openTalk, revises, sendsBack } from './plays.ts';

const issueText = dryRunIssue.replace('- [ ] It ends', '- [ ] It writes a log of the plan\n- [ ] It ends');
const contradiction = {
  first: 'It writes nothing',
  second: 'It writes a log of the plan',
  question: 'Shall a dry run write a log?',
};
const question =
  'The issue contradicts itself: "It writes nothing" and "It writes a log of the plan": Shall a dry run write a log?';
const review = [sendsBack(finding('No bound', '2.5')), approves()];
const revise = [revises([edit('2.5', '1. Make the plan.', '1. Make the plan, of at most 1,000 tasks.')])];

test('an issue that contradicts itself waits for a person before anything is drafted', async () => {
  using talk = new HeardTalk({ 'check-issue': [checksIssue([contradiction])], review }, issueText);
  await assert.rejects(talk.run(), (error) => error instanceof Parked && error.message === question);
  assert.deepEqual(
    talk.heard.map(({ kind }) => kind),
    ['check-issue'],
  );
});

test('what the person decides reaches drafter and reviewer, in every call from then on', async () => {
  using talk = new HeardTalk({ 'check-issue': [checksIssue([contradiction])], review, revise }, issueText);
  const ran = await talk.run({ answers: [{ answer: 'approve', note: 'No log at all.' }] });
  assert.equal(ran.end.kind, 'done');
  assert.deepEqual(ran.context.questions, [question]);
  assert.deepEqual(
    talk.heard.map(({ kind }) => kind),
    ['check-issue', 'draft', 'review', 'revise', 'review'],
  );
  for (const { kind, prompt } of talk.heard.slice(1)) {
    assert.equal(blockOf(prompt, 'decisions'), '1. No log at all.', kind);
    assert.equal(blockOf(prompt, 'notes'), `1. ${question.replace('The issue contradicts itself: ', '')}`, kind);
  }
  assert.match(
    textOf(ran, `${lineage}/002-check.md`),
    /\| It writes nothing \| It writes a log of the plan \| Shall a dry/,
  );
});

test('a no with a note decides as well; a no without one rejects the issue before anything is paid for', async () => {
  using talk = new HeardTalk({ 'check-issue': [checksIssue([contradiction])], review: [approves()] }, issueText);
  const ran = await talk.run({ answers: [{ answer: 'reject', note: 'Only on stderr.' }] });
  assert.equal(ran.end.kind, 'done');
  assert.equal(blockOf(talk.promptsOf('draft')[0], 'decisions'), '1. Only on stderr.');
  using refused = new HeardTalk({ 'check-issue': [checksIssue([contradiction])], review }, issueText);
  const { end } = await refused.run({ answers: [{ answer: 'reject', note: null }] });
  assert.ok(end.kind === 'rejected' && end.rounds === 0 && end.reason.startsWith('a person rejected the issue'));
  assert.equal(refused.heard.length, 1);
});

test('a yes without a note lets the issue stand, and says how to read it', async () => {
  using talk = new HeardTalk({ 'check-issue': [checksIssue([contradiction])], review: [approves()] }, issueText);
  await talk.run({ answers: [{ answer: 'approve', note: null }] });
  assert.match(blockOf(talk.promptsOf('draft')[0], 'decisions'), /^1\. The issue stands as it is written: /);
});

test('contradictions of words that nobody wrote stop nobody', async () => {
  const invented = [
    { ...contradiction, second: 'It writes a file for each task' },
    { ...contradiction, first: 'It writes nothing at all, ever' },
    { ...contradiction, second: contradiction.first },
    { ...contradiction, first: 'It', second: 'run' },
  ];
  using talk = openTalk({ 'check-issue': [checksIssue(invented)], review: [approves()] }, issueText);
  const ran = await talk.run();
  assert.equal(ran.end.kind, 'done');
  assert.deepEqual(ran.context.questions, []);
  assert.equal(lineageOf(ran)[1], '002-draft.md', 'and nothing is said about them');
});

test('an issue of plain words that deny each other parks without a model', async () => {
  using talk = openTalk(
    { review: [approves()] },
    '# T\n\n## Acceptance Criteria\n\n- It writes a log\n- It does not write a log\n',
  );
  await assert.rejects(talk.run(), Parked);
});

test('a criterion that no test could show is noted for drafter and reviewer, and parks nobody', async () => {
  const vague = { criterion: 'It lists what would run', why: 'Nothing says how.' };
  using talk = new HeardTalk({ 'check-issue': [checksIssue([], [vague])], review: [approves()] });
  const ran = await talk.run();
  for (const kind of ['draft', 'review'] as const) {
    assert.match(
      blockOf(talk.promptsOf(kind)[0], 'notes'),
      /^1\. No test could show this: "It lists what would run"\. Nothing says how\.$/,
    );
  }
  assert.match(textOf(ran, `${lineage}/002-check.md`), /\n## Untestable\n/);
  assert.match(textOf(ran, outputPath), /\nReviews: 1\n/);
});
