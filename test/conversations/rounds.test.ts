import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readVerdict } from '../../src/governance/verdict/read-verdict.ts';
import { issuePath, lineage, lineageOf, outputPath, textOf } from '../workflows/requirements/bench.ts';
import { dryRunIssue } from './content.ts';
import { approves, drafts, edit, finding, makeVerdict, openTalk, revises, sendsBack } from './plays.ts';

test('a design that is approved at once costs one check of the issue, one draft and one review', async () => {
  using talk = openTalk({ review: [approves()] });
  const ran = await talk.run();
  const document = textOf(ran, outputPath);
  assert.deepEqual(readFileSync(talk.path('ledger'), 'utf8').trimEnd().split('\n'), [
    '137 check-issue 1 1',
    '137 draft 1 1',
    '137 review 1 1',
  ]);
  assert.match(document, /\nReviews: 1\n/);
  assert.match(document, /\n#### Comments\n\nNone\.\n/);
  const { totals, coverage } = talk.lint(document);
  assert.deepEqual([totals.error, coverage?.covered], [0, 3]);
});

test('two rounds by edits: what no edit names stays byte for byte, and the last draft is the document', async () => {
  using talk = openTalk({
    review: [sendsBack(finding('No bound', '2.5')), approves()],
    revise: [revises([edit('2.5', '1. Make the plan.', '1. Make the plan, of at most 1,000 tasks.')])],
  });
  const ran = await talk.run();
  assert.deepEqual(lineageOf(ran), [
    '001-issue.md',
    '002-draft.md',
    '003-check.md',
    '004-verdict.md',
    '005-draft.md',
    '006-check.md',
    '007-verdict.md',
    '008-final.md',
    'approval.json',
  ]);
  const [first, second] = ['002-draft.md', '005-draft.md'].map((name) => textOf(ran, `${lineage}/${name}`));
  assert.equal(first?.replace('1. Make the plan.', '1. Make the plan, of at most 1,000 tasks.'), second);
  const document = textOf(ran, outputPath);
  assert.match(document, /\nReviews: 2\n/);
  assert.match(document, /\| R1\.1 \| Tier 2 \(2\.5\): No bound: .* \| YES - section 2\.5 changed; review #2 does not/);
  const words = ['004', '007'].map((number) => readVerdict(textOf(ran, `${lineage}/${number}-verdict.md`)).verdict);
  assert.deepEqual(words, ['REVISE', 'APPROVED']);
  assert.deepEqual(talk.ledger, ['137 draft 1 1', '137 review 1 1', '137 revise 1 1', '137 review 2 1']);
});

test('the log says of every comment what was done, what was declined, and what the next review made of it', async () => {
  const raised = [
    finding('No bound', '2.5'),
    finding('No colour', '2.3'),
    finding('No pager'),
    finding('Too terse', '4'),
  ];
  using talk = openTalk({
    review: [sendsBack(...raised), sendsBack(finding('No pager')), approves({ summary: 'All is said.' })],
    revise: [
      revises(
        [
          edit('2.5', '3. Exit with 0.', '3. Exit with 0, also for 1,000 tasks.', [1]),
          edit('2.6', 'The command stops after planning', 'The command stops right after planning', [1, 3]),
        ],
        [{ finding: 2, reason: 'the issue asks for no colour' }],
      ),
      revises([], [{ finding: 1, reason: 'the terminal has one' }]),
    ],
  });
  const document = textOf(await talk.run(), outputPath);
  assert.match(document, /\nReviews: 3\n/);
  const answers = [...document.matchAll(/^\| (R\d\.\d) \| .* \| (\S.*?) \|$/gm)].map(([, id, done]) => `${id} ${done}`);
  assert.deepEqual(answers, [
    'R1.1 YES - section 2.5, 2.6 changed; review #2 does not raise it again',
    'R1.2 NO - declined: the issue asks for no colour; review #2 does not raise it again',
    'R1.3 NO - section 2.6 changed; raised again in review #2',
    'R1.4 NO - no edit answers it; review #2 does not raise it again',
    'R2.1 NO - declined: the terminal has one; review #3 does not raise it again',
  ]);
  const summary = [...document.matchAll(/^\| Review #(\d) \| \S+ \| (\w+) \|/gm)].map(
    ([, at, word]) => `${at} ${word}`,
  );
  assert.deepEqual(summary, ['1 REVISE', '2 REVISE', '3 APPROVED']);
});

test('a finding that comes back under another title is told as raised again', async () => {
  const detail = 'Nothing bounds how many tasks the planner puts into one plan.';
  using talk = openTalk({
    review: [
      sendsBack(finding('No bound', '2.5', detail), finding('No pager', '2.6')),
      sendsBack(finding('Plan without a limit', 'Section 2.5', detail)),
      approves(),
    ],
    revise: [
      revises([
        edit('2.5', '1. Make the plan.', '1. Plan quickly.'),
        edit('2.6', 'The command stops', 'It stops', [2]),
      ]),
      revises([edit('2.5', '1. Plan quickly.', '1. Plan at most 1,000 tasks.')]),
    ],
  });
  const log = textOf(await talk.run(), outputPath);
  assert.match(log, /\| R1\.1 \| .* \| NO - section 2\.5 changed; raised again in review #2 \|/);
  assert.match(log, /\| R1\.2 \| .* \| YES - section 2\.6 changed; review #2 does not raise it again \|/);
});

test('a question that sent a design back stands in the log, with what was done about it', async () => {
  const asks = { text: JSON.stringify(makeVerdict('REVISE', { questions: ['Of how many tasks?'] })) };
  const answered = revises([edit('2.5', '1. Make the plan.', '1. Make the plan, of at most 1,000 tasks.')]);
  using talk = openTalk({ review: [asks, approves()], revise: [answered] });
  const log = textOf(await talk.run(), outputPath);
  const said = 'The reviewer asks: Of how many tasks?';
  assert.ok(log.includes(`| R1.1 | ${said} | YES - section 2.5 changed; review #2 does not raise it again |`), log);
  assert.ok(log.includes(`| REVISE | ${said} |`), log);
});

test('a question that the design leaves open is one comment of the log', async () => {
  const open = drafts({ openQuestions: [{ question: 'Of how many tasks?', answer: null }] });
  const answer = edit('Open Questions', null, '- [x] Of how many tasks?\n  - **Answer:** Of 1,000.');
  using talk = openTalk({ draft: [open], review: [approves()], revise: [revises([answer])] });
  const comments = textOf(await talk.run(), outputPath).match(/^\| R1\..*/gm);
  assert.equal(comments?.length, 1);
  assert.match(comments?.[0] ?? '', /QUESTION_UNRESOLVED .*Of how many tasks\?.* YES - section 1 changed/);
});

test('a reply that had to be asked for twice is one review', async () => {
  using talk = openTalk({ review: [{ text: 'Fine.' }, sendsBack(finding('No bound')), { text: '' }, approves()] });
  const ran = await talk.run();
  assert.match(textOf(ran, outputPath), /\nReviews: 2\n/);
  assert.equal(JSON.parse(textOf(ran, `${lineage}/approval.json`)).rounds, 2);
  assert.equal(talk.ledger.filter((line) => line.includes(' review ')).length, 4);
});

test('an issue that changed is designed anew: the old lineage stays, and the numbers go on', async () => {
  using talk = openTalk({ review: [approves()] });
  const first = await talk.run();
  const changed = dryRunIssue.replace('two seconds', 'three seconds');
  talk.settle(first).write({ [issuePath]: changed });
  const second = await talk.run({}, { mayDiffer: true });
  assert.deepEqual(lineageOf(second), [
    '006-issue.md',
    '007-draft.md',
    '008-check.md',
    '009-verdict.md',
    '010-approval.json',
    '011-final.md',
    'approval.json',
  ]);
  assert.equal(textOf(second, `${lineage}/006-issue.md`), changed);
  assert.equal(textOf(second, `${lineage}/010-approval.json`), textOf(first, `${lineage}/approval.json`));
  const [old, young] = [first, second].map((ran) => JSON.parse(textOf(ran, `${lineage}/approval.json`)));
  assert.deepEqual(
    [old.issueSha256, young.issueSha256],
    [dryRunIssue, changed].map((text) => hash('sha256', text, 'hex')),
  );
  talk.settle(second);
  for (const name of lineageOf(first).filter((one) => one !== 'approval.json')) {
    assert.equal(readFileSync(talk.path(lineage, name), 'utf8'), textOf(first, `${lineage}/${name}`), name);
  }
});
