import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readVerdict } from '../../../src/governance/verdict/read-verdict.ts';
import { Parked } from '../memory-context.ts';
import { Bench, lineage, outputPath, textOf } from './bench.ts';

/** Leaves the second requirement without a scenario. */
const uncovered = [{ find: '| REQ-2 |', replace: '| REQ-1 |' }];

/** A line of prose that tells drafts apart. */
const mark = (text: string) => [{ find: 'The issue sets no budget.', replace: text }];

/** What `revise` is given has lost the mark of the offline draft: it edits what stands there now. */
const remark = (from: string, to: string) => [{ find: from, replace: to }];

test('a design that is sent back is revised and reviewed again, and the log says what became of it', async () => {
  using bench = new Bench({
    137: {
      revise: [{ edit: mark('The budget is 5 s.') }],
      review: [{ answer: 'REVISE', message: 'Name a budget | in seconds' }, { answer: 'APPROVED' }],
    },
  });
  const ran = await bench.run();
  const document = textOf(ran, outputPath);
  assert.match(document, /\nReviews: 2\n/);
  assert.match(document, /\n### Review #1 \(REVISE\)\n/);
  assert.match(
    document,
    /\| R1\.1 \| Tier 2: Name a budget \\\| in seconds: Name a budget \\\| in seconds \| YES - review #2 does not raise it again \|/,
  );
  assert.match(document, /\n\*\*Final Status:\*\* APPROVED\n/);
  assert.equal(bench.lint(document).totals.error, 0);
  assert.deepEqual(bench.ledger, ['137 draft 1 1', '137 review 1 1', '137 revise 1 1', '137 review 2 1']);
  assert.equal(readVerdict(textOf(ran, `${lineage}/004-verdict.md`)).verdict, 'REVISE');
  assert.equal(JSON.parse(textOf(ran, `${lineage}/approval.json`)).rounds, 2);
});

test('an approval does not stand while a mechanical error does', async () => {
  using bench = new Bench({
    137: {
      draft: [{ edit: uncovered }],
      revise: [{ edit: [{ find: '| REQ-1 |\n\n### 10.2', replace: '| REQ-2 |\n\n### 10.2' }] }],
      review: [{ answer: 'APPROVED' }],
    },
  });
  const ran = await bench.run();
  assert.match(textOf(ran, outputPath), /\nReviews: 2\n/);
  assert.match(textOf(ran, `${lineage}/003-check.md`), /\| REQ-2 \| It writes nothing \| - \| missing \|/);
  assert.match(textOf(ran, outputPath), /REQUIREMENT_UNCOVERED.*\| YES - review #2/);
});

test('a reviewer who approves and lists a blocking finding has not approved', async () => {
  const finding = {
    tier: 1,
    category: 'Safety',
    title: 'Deletes files',
    detail: '',
    section: null,
    quote: null,
    recommendation: null,
  };
  const verdict = { verdict: 'APPROVED', title: '', reviewer: 'r', summary: '', findings: [finding] };
  const text = JSON.stringify({ ...verdict, resolvedQuestions: [], coverage: [], questions: [] });
  using bench = new Bench({ 137: { review: [{ text }] } });
  const { end } = await bench.run({}, { maxIterations: 1 });
  assert.ok(end.kind === 'rejected' && end.reason.includes('Deletes files'), JSON.stringify(end));
});

test('after the last round without an approval the design is rejected, with the reasons', async () => {
  const review = ['No budget', 'Unsafe path', 'Missing rollback'].map((message) => ({ answer: 'REVISE', message }));
  using bench = new Bench({ 137: { review } });
  const { end, context } = await bench.run({}, { maxIterations: 3 });
  const why = '(the limit of 3 is reached; best draft: docs/lineage/137-lld/008-draft.md)';
  const reason = `not approved in 3 reviews ${why}: The reviewer says REVISE: Missing rollback`;
  assert.deepEqual(end, { kind: 'rejected', reason, rounds: 3, drafts: 3 });
  assert.ok(![...context.files.keys()].some((path) => path.includes('final')));
  assert.equal(bench.ledger.filter((line) => line.includes('review')).length, 3);
  assert.equal(bench.ledger.filter((line) => line.includes('revise')).length, 2);
});

test('a retry after a rejection adds rounds, and starts from the best draft', async () => {
  using bench = new Bench({
    137: {
      draft: [{ edit: mark('Draft one.') }],
      revise: [
        { edit: [...remark('Draft one.', 'Draft two.'), ...uncovered] },
        { edit: remark('Draft one.', 'Draft three, made of draft one.') },
        { edit: remark('Draft three', 'Draft four') },
      ],
      review: [{ answer: 'REVISE' }, { answer: 'REVISE' }, { answer: 'REVISE' }, { answer: 'APPROVED' }],
    },
  });
  const first = await bench.run({}, { maxIterations: 2 });
  assert.equal(first.end.kind === 'rejected' && first.end.rounds, 2);
  const second = await bench.run({ memos: first.context.memos }, { maxIterations: 1, earlierRounds: 2 });
  assert.equal(second.end.kind === 'rejected' && second.end.rounds, 3);
  const third = await bench.run({ memos: second.context.memos }, { maxIterations: 1, earlierRounds: 3 });
  assert.match(textOf(third, outputPath), /Draft four, made of draft one\./);
  assert.match(textOf(third, outputPath), /\nReviews: 4\n/);
  assert.equal(new Set(bench.ledger).size, bench.ledger.length, 'no call is made twice');
});

test('of drafts that are equally good, the later one is the best', async () => {
  using bench = new Bench({
    137: {
      draft: [{ edit: mark('Draft one.') }],
      revise: [{ edit: remark('Draft one.', 'Draft two.') }, { edit: remark('Draft two.', 'Draft three.') }],
      review: [{ answer: 'REVISE' }, { answer: 'REVISE' }, { answer: 'APPROVED' }],
    },
  });
  const first = await bench.run({}, { maxIterations: 2 });
  const ran = await bench.run({ memos: first.context.memos }, { maxIterations: 1, earlierRounds: 2 });
  assert.match(textOf(ran, outputPath), /Draft three\./);
});

test('DISCUSS waits for a person, whose yes approves', async () => {
  using bench = new Bench({ 137: { review: [{ answer: 'DISCUSS', message: 'Which \u001b[31mformat?' }] } });
  await assert.rejects(bench.run(), Parked);
  const ran = await bench.run({ answers: [{ answer: 'approve', note: null }] });
  assert.deepEqual(ran.context.questions, ['Which \\u001b[31mformat?']);
  assert.equal(ran.end.kind, 'done');
  assert.equal(JSON.parse(textOf(ran, `${lineage}/approval.json`)).isByPerson, true);
  assert.match(textOf(ran, outputPath), /\*\*Verdict:\*\* DISCUSS, approved by a person\n/);
});

test('the yes of a person does not lift a mechanical error', async () => {
  using bench = new Bench({ 137: { draft: [{ edit: uncovered }], review: [{ answer: 'DISCUSS' }] } });
  const { end } = await bench.run({ answers: [{ answer: 'approve', note: null }] }, { maxIterations: 1 });
  assert.ok(end.kind === 'rejected' && end.reason.includes('REQUIREMENT_UNCOVERED'), JSON.stringify(end));
});

test('the no of a person with a note sends the design back, and stands in the log', async () => {
  using bench = new Bench({ 137: { review: [{ answer: 'DISCUSS' }, { answer: 'APPROVED' }] } });
  const ran = await bench.run({ answers: [{ answer: 'reject', note: 'Use JSON' }] });
  assert.match(
    textOf(ran, outputPath),
    /\| R1\.2 \| A person decided: Use JSON \| NO - declined: No model took part: .*; review #2 does not raise it again \|/,
  );
});

test('the no of a person without a note rejects the design; a retry revises it', async () => {
  using bench = new Bench({ 137: { review: [{ answer: 'DISCUSS' }, { answer: 'APPROVED' }] } });
  const first = await bench.run({ answers: [{ answer: 'reject', note: null }] });
  assert.deepEqual(first.end, {
    kind: 'rejected',
    reason: 'not approved in 1 review (best draft: docs/lineage/137-lld/002-draft.md): A person rejected it',
    rounds: 1,
    drafts: 1,
  });
  const { end } = await bench.run({ memos: first.context.memos }, { earlierRounds: 1 });
  assert.equal(end.kind, 'done');
});

test('a draft that a person rejected before any review is revised by a retry, too', async () => {
  using bench = new Bench({ 137: { review: [{ answer: 'APPROVED' }] } });
  const first = await bench.run({ answers: [{ answer: 'reject', note: null }] }, { gate: 'draft' });
  const drafts = first.end.kind === 'rejected' ? (first.end.drafts ?? 0) : 0;
  const { end } = await bench.run({ memos: first.context.memos }, { earlierRounds: drafts });
  assert.equal(end.kind, 'done');
});

test('a revision that leaves out a section is sent back for that', async () => {
  using bench = new Bench({
    137: {
      revise: [{ edit: [{ find: '### 2.6 Technical Approach', replace: '' }] }],
      review: [{ answer: 'REVISE' }, { answer: 'APPROVED' }],
    },
  });
  const { end } = await bench.run({}, { maxIterations: 2 });
  assert.ok(end.kind === 'rejected' && end.reason.includes('2.6 Technical Approach'), JSON.stringify(end));
});

test('a safe repair is made before the review, and stands in the check', async () => {
  using bench = new Bench({ 137: { draft: [{ edit: [{ find: '| 010 |', replace: '| 10 |' }] }] } });
  const ran = await bench.run();
  assert.match(textOf(ran, `${lineage}/002-draft.md`), /\| 010 \|/, 'the draft is what goes to review');
  assert.match(
    textOf(ran, `${lineage}/003-check.md`),
    /## Repaired\n\n.*\n.*\n\| error \| \d+ \| SCENARIO_ID_MALFORMED \|/,
  );
  assert.match(textOf(ran, outputPath), /\nReviews: 1\n[\s\S]*\| 010 \|/);
});

test('an error that the offline reviewer repeats is no leave to drop the requirement that it names', async () => {
  const dropped = [
    { find: '2. REQ-2: It writes nothing\n', replace: '' },
    { find: '| 020 |', replace: '| 015 |' },
  ];
  using bench = new Bench({ 137: { draft: [{ edit: uncovered }], revise: [{ edit: dropped }] } });
  const { end } = await bench.run({}, { reviewer: 'offline:', maxIterations: 2 });
  assert.ok(end.kind === 'rejected' && /REQ-2 of the draft before is gone/.test(end.reason), JSON.stringify(end));
});

test('an error that the offline reviewer repeats is the same error when its line moves', async () => {
  const longer = [{ find: 'Drafted by `offline:`', replace: 'One line more.\n\nDrafted by `offline:`' }];
  using bench = new Bench({ 137: { draft: [{ edit: uncovered }], revise: [{ edit: longer }] } });
  const { end } = await bench.run({}, { reviewer: 'offline:' });
  assert.ok(end.kind === 'rejected' && /stagnation/.test(end.reason) && end.rounds === 2, JSON.stringify(end));
});
