import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Verdict } from '../../src/governance/verdict/verdict.ts';
import { outputPath, textOf } from '../workflows/requirements/bench.ts';
import { blockOf, HeardTalk } from './heard-talk.ts';
import { approves, drafts, edit, finding, makeVerdict, revises, sendsBack } from './plays.ts';

const bounded = '1. Make the plan, of at most 1,000 tasks.';
const accepted = revises([edit('2.5', '1. Make the plan.', bounded)], [{ finding: 2, reason: 'I know better.' }]);

test('the drafter is told every finding by its number, with its place, its words and its advice', async () => {
  const quoting = { ...finding('No bound', '2.5'), quote: 'Make the plan.', recommendation: 'Name a number.' };
  using talk = new HeardTalk({ review: [sendsBack(quoting, finding('No pager')), approves()], revise: [accepted] });
  await talk.run();
  assert.match(
    blockOf(talk.promptsOf('revise')[0], 'findings'),
    /^1\. Tier 2 \(2\.5\): No bound: Why No bound matters\. .*"Make the plan\.".*Name a number\.\n2\. Tier 2: No pager/,
  );
});

test('the reviewer sees what changed since, and nothing of what the drafter says about itself', async () => {
  using talk = new HeardTalk({
    review: [sendsBack(finding('No bound', '2.5'), finding('No pager')), approves()],
    revise: [accepted],
  });
  const ran = await talk.run();
  assert.match(textOf(ran, outputPath), /NO - declined: I know better\./);
  const [first = '', second = ''] = talk.promptsOf('review');
  assert.equal(blockOf(first, 'changes'), '');
  assert.match(blockOf(second, 'changes'), /\n-1\. Make the plan\.\n\+1\. Make the plan, of at most 1,000 tasks\.\n/);
  assert.doesNotMatch(second, /I know better/);
  const known = first.slice(0, first.indexOf('Review the design for issue'));
  assert.ok(second.startsWith(known), 'what was said before is said again word for word, so that caches find it');
  assert.equal(second.split('## 3. Requirements').length, 2, 'the document is told once');
});

test('the reviewer is told what the checks found already', async () => {
  using talk = new HeardTalk({ review: [sendsBack(finding('No pager')), approves()] });
  await talk.run();
  assert.match(blockOf(talk.promptsOf('review')[0], 'findings'), /^1\. note FILES_UNCHECKED/);
});

test('whatever keeps an APPROVED from counting is told to the drafter', async () => {
  const [, hole] = makeVerdict('APPROVED').coverage.map((row) => [{ ...row, scenarios: [] }]);
  for (const [changes, words] of [
    [{ findings: [{ ...finding('Deletes files'), tier: 1, category: 'Safety' }] }, /^1\. Tier 1: Deletes files/],
    [{ questions: ['Who pays?'] }, /^1\. The reviewer asks: Who pays\?/],
    [{ coverage: hole ?? [] }, /^1\. .*REQ-2/],
    [{ resolvedQuestions: [{ question: 'Which format?', resolution: '?' }] }, /^1\. .*Which format\?/],
  ] satisfies [Partial<Verdict>, RegExp][]) {
    using talk = new HeardTalk({ review: [approves(changes), approves()], revise: [accepted] });
    const { end } = await talk.run();
    assert.equal(end.kind, 'done');
    assert.match(blockOf(talk.promptsOf('revise')[0], 'findings'), words);
  }
});

test('what the reviewer answers to an open question of the design is told to the drafter', async () => {
  const openQuestions = [
    { question: 'Which time zone holds?', answer: null },
    { question: 'Who pays?', answer: null },
  ];
  const resolvedQuestions = [{ question: '**Which time zone holds?**', resolution: 'UTC, as the issue says.' }];
  using talk = new HeardTalk({ draft: [drafts({ openQuestions })], review: [approves({ resolvedQuestions })] });
  assert.equal((await talk.run()).end.kind, 'rejected');
  const told = blockOf(talk.promptsOf('revise')[0], 'findings');
  assert.match(told, /This question is open: Which time zone holds\? The reviewer answers: UTC, as the issue says\.\n/);
  assert.match(told, /This question is open: Who pays\?$/);
});

test('of a review that lists nothing its summary is told, and stands in the log', async () => {
  const review = [{ text: JSON.stringify(makeVerdict('REVISE', { summary: 'The plan has no bound.' })) }, approves()];
  using talk = new HeardTalk({ review, revise: [revises([edit('2.5', '1. Make the plan.', bounded)])] });
  const ran = await talk.run();
  const said = 'The reviewer says REVISE: The plan has no bound.';
  assert.equal(blockOf(talk.promptsOf('revise')[0], 'findings').trim(), `1. ${said}`);
  assert.ok(textOf(ran, outputPath).includes(`| R1.1 | ${said} | YES - section 2.5 changed; `));
});

test('whoever is asked again is told why', async () => {
  const bad = edit('8', 'Two passes over the issues', 'Three', [2]);
  using talk = new HeardTalk({
    draft: [{ text: 'Here it is.' }, { text: '{"objective":1}' }],
    review: [approves()],
  });
  await assert.rejects(talk.run(), { code: 'REPLY_UNREADABLE' });
  assert.match(blockOf(talk.promptsOf('draft')[1], 'remark'), /it is not a design with our sections/);
  using other = new HeardTalk({
    review: [{ text: 'Fine.' }, sendsBack(finding('No bound', '2.5')), approves()],
    revise: [revises([edit('2.5', '1. Make the plan.', bounded), bad]), revises([])],
  });
  const { end } = await other.run();
  assert.equal(end.kind, 'done');
  assert.match(blockOf(other.promptsOf('review')[1], 'remark'), /it is not one JSON object/);
  const [, again = ''] = other.promptsOf('revise');
  const remark = blockOf(again, 'remark');
  assert.match(remark, /\[section 8, "Two passes over the issues": find does not stand in this section/);
  assert.match(remark, /the closest line is "One pass over the issues; no call to a model\."/);
  assert.ok(again.includes(bounded), 'the edits that could be made stand in the document now');
});
