import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runRequirements } from '../../../src/workflows/requirements/workflow.ts';
import { MemoryContext, Parked } from '../memory-context.ts';
import { Bench, lineage, outputPath, textOf } from './bench.ts';
import { plainMachine } from './plain-machine.ts';

const mark = (text: string) => [{ find: 'The issue sets no budget.', replace: text }];

test('a gate that a later batch does not have still holds for the round that began with it', async () => {
  using bench = new Bench({
    137: { revise: [{ edit: mark('The budget is 5 s.') }], review: [{ answer: 'APPROVED' }] },
  });
  const approve = { answer: 'approve', note: null } as const;
  const answers = [{ answer: 'reject', note: 'Name a budget' } as const, approve];
  const context = new MemoryContext({ answers });
  await assert.rejects(runRequirements(context, { ...bench.order, gate: 'all' }, plainMachine(context)), Parked);
  const before = bench.ledger.length;
  await assert.rejects(bench.run({ memos: context.memos, answers }, { gate: 'none' }), Parked);
  const ran = await bench.run({ memos: context.memos, answers: [...answers, approve] }, { gate: 'none' });
  assert.match(textOf(ran, outputPath), /The budget is 5 s\./);
  assert.equal(bench.ledger.length, before, 'nothing is asked twice');
});

test('a third batch goes on from the very drafts that the second one had', async () => {
  const review = ['No bound', 'Unsafe path', 'Missing rollback', 'Unclear name', 'Wrong type'].map((message) => ({
    answer: 'REVISE',
    message,
  }));
  using bench = new Bench({
    137: {
      draft: [{ edit: mark('Draft one.') }],
      revise: [
        {
          edit: [
            { find: 'Draft one.', replace: 'Draft two.' },
            { find: '| REQ-2 |', replace: '| REQ-1 |' },
          ],
        },
        { edit: [{ find: 'Draft one.', replace: 'Draft three.' }] },
        { edit: [{ find: 'Draft three.', replace: 'Draft four.' }] },
      ],
      review: [...review.slice(0, 3), { answer: 'APPROVED' }],
    },
  });
  const first = await bench.run({}, { maxIterations: 2 });
  const second = await bench.run({ memos: first.context.memos }, { maxIterations: 1, earlierRounds: 2 });
  const third = await bench.run({ memos: second.context.memos }, { maxIterations: 1, earlierRounds: 3 });
  assert.match(textOf(third, outputPath), /Draft four\./);
  assert.equal(new Set(bench.ledger).size, bench.ledger.length, 'no call is made twice');
  assert.match(textOf(third, outputPath), /\| R2\.1 \| [^|]*Unsafe path[^|]*\| NOT BUILT UPON/);
});

test('edits that cannot be made are given up at the same reply in every batch', async () => {
  const lost = JSON.stringify({ edits: [{ answers: [1], section: '8', find: 'nowhere', replace: 'x' }], declined: [] });
  const good = JSON.stringify({
    edits: [{ answers: [1], section: '8', find: 'The issue sets no budget.', replace: 'The budget is 5 s.' }],
    declined: [],
  });
  using bench = new Bench({
    137: {
      revise: [{ text: lost }, { text: lost }, { text: good }],
      review: [
        { answer: 'REVISE', message: 'No bound' },
        { answer: 'REVISE', message: 'Unsafe path' },
        { answer: 'APPROVED' },
      ],
    },
  });
  const first = await bench.run({}, { maxIterations: 2 });
  assert.equal(first.end.kind, 'rejected');
  const ran = await bench.run({ memos: first.context.memos, isLater: true }, { earlierRounds: 2 });
  assert.match(textOf(ran, outputPath), /The budget is 5 s\./);
  assert.deepEqual(
    bench.ledger.filter((line) => line.includes('revise')),
    ['137 revise 1 1', '137 revise 2 1', '137 revise 3 1'],
  );
});

test('what a person decided reaches the drafter, and may take away what nobody else could', async () => {
  const edits = [
    { answers: [1], section: '3', find: '\n2. REQ-2: It writes nothing', replace: '' },
    { answers: [1], section: '10.1', find: null, replace: '' },
  ];
  const rows = (table: string) =>
    table
      .split('\n')
      .filter((line) => !line.startsWith('| 020 '))
      .join('\n');
  using probe = new Bench();
  const design = textOf(await probe.run(), `${lineage}/002-draft.md`);
  const table = /### 10\.1 Test Scenarios\n\n([\s\S]*?)\n\n### 10\.2/.exec(design)?.[1] ?? '';
  const text = JSON.stringify({ edits: [edits[0], { ...edits[1], replace: rows(table) }], declined: [] });
  using bench = new Bench({ 137: { revise: [{ text }], review: [{ answer: 'DISCUSS' }, { answer: 'APPROVED' }] } });
  const note = 'REQ-2 is out of scope: remove it';
  const ran = await bench.run({ answers: [{ answer: 'reject', note }] });
  assert.equal(ran.end.kind, 'done', JSON.stringify(ran.end));
  assert.doesNotMatch(textOf(ran, outputPath), /^2\. REQ-2:/m);
});
